"""A command as it is typed, in this process: for what it says and its exit code.

A start of Python loads the engine again each time: seconds of computing. What a command says needs none: that
processes do the same is shown by the tests that start one.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
import structlog

from greenroom.cli import main


@dataclass(frozen=True)
class Told:
    """What came of it."""

    returncode: int | str | None
    stdout: str
    stderr: str


@contextmanager
def _as_a_process(words: tuple[str | Path, ...], stdin: str) -> Iterator[None]:
    """What a command finds, and may change for its own process. The log is one of these: with another level the
    next test sees no warning."""
    umask, arguments, given = os.umask(0o077), sys.argv, sys.stdin
    os.umask(umask)
    log, structured = _levels(), structlog.get_config() if structlog.is_configured() else None
    handlers = logging.getLogger().handlers[:]
    sys.argv = ["greenroom", *map(str, words)]
    sys.stdin = TextIOWrapper(BytesIO(stdin.encode()))
    try:
        yield
    finally:
        sys.argv, sys.stdin = arguments, given
        os.umask(umask)
        logging.getLogger().handlers[:] = handlers
        for logger in _levels():
            logger.setLevel(log.get(logger, logging.NOTSET))
        if structured is None:
            structlog.reset_defaults()
        else:
            structlog.configure(**structured)


def _levels() -> dict[logging.Logger, int]:
    """Of every logger there is."""
    there = [
        one for one in logging.root.manager.loggerDict.values() if isinstance(one, logging.Logger)
    ]
    return {logger: logger.level for logger in (logging.root, *there)}


def exit_code(*words: str | Path, stdin: str = "") -> int | str | None:
    """Run `greenroom` with these words. Not for a command whose output cannot be written: that closes
    this process's standard output."""
    with _as_a_process(words, stdin), pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def typed(capsys: pytest.CaptureFixture[str], *words: str | Path, stdin: str = "") -> Told:
    """The same, with what it said."""
    return Told(exit_code(*words, stdin=stdin), *capsys.readouterr())
