"""The data directory and the files in it are for the operator's eyes alone."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

UMASK: Final = 0o077
OTHERS: Final = 0o077
"""The bits that let anybody else in."""
OURS: Final = re.compile(
    r"(?:greenroom|jobs)\.db(?:-wal|-shm|-journal)?|secret|key-encryption-key|lock|erased\.txt|\.writable-\w+"
)
"""Names of the files that Greenroom makes in its data directory."""


def keep_private() -> None:
    """From now on whatever this process and its children make is closed to everybody else."""
    os.umask(UMASK)


def tighten(data: Path) -> list[str]:
    """Close the directory and our files in it to others. Returns a sentence for each that stays open.

    A directory that holds other things than ours, or that others may write to (like /tmp), is shared on
    purpose: it stays as it is. So does what belongs to another user, and what a link leads to.
    """
    if os.name == "nt":  # modes mean nothing there; the user's own folder is private by itself
        return []
    return [told for path in _open_to_others(data) if (told := _tightened(path, data)) is not None]


def _open_to_others(data: Path) -> Iterator[Path]:
    for path in (data, *sorted(one for one in data.iterdir() if OURS.fullmatch(one.name))):
        try:
            if path.stat().st_mode & OTHERS:
                yield path
        except FileNotFoundError:  # a log of the database that another process has just put away
            continue


def _tightened(path: Path, data: Path) -> str | None:
    """None once it is closed to others."""
    try:
        if _may_be_changed(path, data):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
            return None
    except FileNotFoundError:
        return None
    except OSError:
        pass
    mode = "700" if path == data else "600"
    return f"others on this machine may open {path}; close it to them: chmod {mode} {path}"


def _may_be_changed(path: Path, data: Path) -> bool:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode) or found.st_uid != os.geteuid():
        return False
    if path != data:
        return stat.S_ISREG(found.st_mode)
    shared = found.st_mode & (stat.S_ISVTX | stat.S_ISGID)
    return not shared and all(OURS.fullmatch(one.name) for one in data.iterdir())
