"""A command as it is typed, in this process: for what it says and its exit code.

A start of Python loads the engine again each time: seconds of computing. What a command says needs none: that
processes do the same is shown by the tests that start one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from greenroom.cli import main


@dataclass(frozen=True)
class Told:
    """What came of it."""

    returncode: int | str | None
    stdout: str
    stderr: str


@contextmanager
def _as_a_process(words: tuple[str | Path, ...], stdin: str) -> Iterator[None]:
    """What a command finds, and may change for its own process."""
    umask, arguments, given = os.umask(0o077), sys.argv, sys.stdin
    os.umask(umask)
    sys.argv = ["greenroom", *map(str, words)]
    sys.stdin = TextIOWrapper(BytesIO(stdin.encode()))
    try:
        yield
    finally:
        sys.argv, sys.stdin = arguments, given
        os.umask(umask)


def exit_code(*words: str | Path, stdin: str = "") -> int | str | None:
    """Run `greenroom` with these words. Not for a command whose output cannot be written: that closes
    this process's standard output."""
    with _as_a_process(words, stdin), pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def typed(capsys: pytest.CaptureFixture[str], *words: str | Path, stdin: str = "") -> Told:
    """The same, with what it said."""
    return Told(exit_code(*words, stdin=stdin), *capsys.readouterr())
