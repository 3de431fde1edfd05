"""A command as it is typed, in this process: for what it says and its exit code.

A start of Python loads the engine again each time. What a command refuses needs none: that processes
do the same is shown by the tests that start one.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from greenroom.cli import main


@dataclass(frozen=True)
class Told:
    """What came of it."""

    returncode: int | str | None
    stdout: str
    stderr: str


def typed(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Told:
    """Run `greenroom` with these words. Not for a command whose output cannot be written: that closes
    this process's standard output."""
    umask, arguments = os.umask(0o077), sys.argv
    os.umask(umask)
    sys.argv = ["greenroom", *map(str, words)]
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        sys.argv = arguments
        os.umask(umask)
    return Told(ended.value.code, *capsys.readouterr())
