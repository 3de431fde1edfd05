"""Modules import where the system has no Unix modules; what needs them says so when it is used (O7)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.data_dir_lock import occupied

SOURCE = Path(__file__).parents[2] / "src" / "greenroom"
UNIX = re.compile(r"^(?:import|from) (?:fcntl|grp|pty|pwd|resource|termios|tty)\b", re.M | re.ASCII)


def test_no_module_needs_unix_to_be_imported() -> None:
    """Unix modules are imported where they are used, and nowhere at the top of a module that is in the
    wheel."""
    ours = (path for path in SOURCE.rglob("*.py") if "testing" not in path.parts)
    assert [path.name for path in ours if UNIX.search(path.read_text("utf-8"))] == []


def test_a_server_without_locks_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system has no such locks, the server does not begin, and says where it does."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with pytest.raises(OperatorFault) as refused, occupied(tmp_path):
        """The server would begin."""
    assert str(refused.value).startswith("greenroom serves on Linux and macOS")
