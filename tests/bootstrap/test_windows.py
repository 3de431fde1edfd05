"""Modules import where the system has no Unix modules; what needs them says so when it is used (O7)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "greenroom"
UNIX = re.compile(r"^(?:import|from) (?:fcntl|grp|pty|pwd|resource|termios|tty)\b", re.M | re.ASCII)
NO_LOCKS = """
import pathlib, sys
sys.modules["fcntl"] = None
from greenroom.bootstrap.data_dir_lock import occupied
from greenroom.app.ports import OperatorFault
try:
    with occupied(pathlib.Path(".")):
        print("served")
except OperatorFault as fault:
    print(fault)
"""


def ran(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_no_module_needs_unix_to_be_imported() -> None:
    """Unix modules are imported where they are used, and nowhere at the top of a module that is in the
    wheel."""
    ours = (path for path in SOURCE.rglob("*.py") if "testing" not in path.parts)
    assert [path.name for path in ours if UNIX.search(path.read_text("utf-8"))] == []


@pytest.mark.slow
def test_a_server_without_locks_is_one_sentence() -> None:
    """Where the system has no such locks, the server does not begin, and says where it does."""
    assert ran(NO_LOCKS).startswith("greenroom serves on Linux and macOS")
