"""A file that holds space on the disk, and gives it up so that a full disk can still be erased from.

SQLite writes what it deletes into its write-ahead log first, so deleting needs space.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import structlog

LARGEST: Final = 32 * 2**20
SHARE: Final = 8
"""At most this fraction (1 / n) of the free space is reserved."""
SMALLEST: Final = 2**20

log = structlog.get_logger(__name__)


class DiskReserve:
    """The file beside a database. Nothing happens until it is `kept`."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.reserve")
        self._wanted = False

    def keep(self) -> None:
        """Take the space if there is enough; without it, erasing fails on a full disk."""
        self._wanted = True
        try:
            size = min(LARGEST, shutil.disk_usage(self._path.parent).free // SHARE)
            if size < SMALLEST or self._path.exists():
                return
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                os.posix_fallocate(descriptor, 0, size)
            finally:
                os.close(descriptor)
        except OSError as error:
            self._path.unlink(missing_ok=True)
            log.warning("no_reserve", cause=error.strerror)

    def give_up(self) -> bool:
        """Free the space; False when there is none."""
        try:
            self._path.unlink()
        except OSError:
            return False
        log.warning("reserve_given_up")
        return True

    def restore(self) -> None:
        """Take it back, if it was ever kept."""
        if self._wanted:
            self.keep()
