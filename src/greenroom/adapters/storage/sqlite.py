"""SQLite: a file, one connection, and nothing of what was deleted left in it.

One connection, for SQLite allows one writer at a time anyhow, and with no reader of our own in the
way a checkpoint always reaches the end of the write-ahead log, which erasing needs.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, create_engine, event, text

from greenroom.adapters.storage.connection_queue import LONGEST_WAIT_S
from greenroom.adapters.storage.disk_reserve import DiskReserve
from greenroom.adapters.storage.threaded import ThreadedEngine
from greenroom.app.ports import DiskFull, OperatorFault

PRAGMAS: Final = {
    "journal_mode": "WAL",
    "synchronous": "FULL",  # a commit survives a power cut
    "secure_delete": "ON",  # deleted text is overwritten with zeros
    "foreign_keys": "ON",
    "temp_store": "MEMORY",  # no sort may leave a transcript in a temporary file
}

LOOK_S: Final = 0.02
"""How often we look whether another process has emptied the write-ahead log."""

FULL: Final = "disk is full"
MEANINGS: Final = {
    FULL: "the disk is full; free some space, nothing that was confirmed is lost",
    "readonly": "the database is read-only; make the file and its directory writable",
    "is locked": "another program holds the database; close it and try again",
    "unable to open": "the database cannot be opened; check that its directory is writable",
    "malformed": "the database is damaged; restore it from a backup or move it away",
    "not a database": "the file is no Greenroom database; move it away",
    "disk i/o": "the disk reports an error; check it before you go on",
}


class Sqlite:
    """The file at `path`; another process may hold it for `busy_ms` before we give up."""

    one_writer = True
    turn_s = LONGEST_WAIT_S

    def __init__(self, path: Path, busy_ms: int) -> None:
        self.place = str(path)
        self._path, self._busy_ms = path, busy_ms
        self.reserve = DiskReserve(path)

    def engine(self) -> ThreadedEngine:
        """Raises `OperatorFault` when the file cannot be opened."""
        self._make_ready()
        engine = create_engine(
            f"sqlite:///{self._path}", hide_parameters=True, pool_size=1, max_overflow=0
        )
        event.listen(engine, "connect", self._prepare)
        self._engine = ThreadedEngine(engine)
        return self._engine

    def lock(self, connection: Connection) -> None:
        """Be the only one to write until the transaction ends."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    async def scrub(self) -> None:
        """Empty the write-ahead log. `OperatorFault` when another process is in the way all along.

        SQLite waits for readers by itself, but not for another process that is doing the same.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + self._busy_ms / 1000
        while await self._engine.run(self._checkpoint):
            if loop.time() > until:
                raise OperatorFault(
                    f"another program is reading {self._path}: what was deleted is gone from "
                    "the tables but may still be in the write-ahead log; close that program "
                    "and run `greenroom purge`"
                )
            await asyncio.sleep(LOOK_S)

    def _checkpoint(self) -> bool:
        """Whether somebody was in the way."""
        with self._engine.connect() as plain:
            connection = plain.execution_options(isolation_level="AUTOCOMMIT")
            return bool(connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).one()[0])

    def room(self) -> int | None:
        return shutil.disk_usage(self._path.parent).free

    def fault(self, error: BaseException | None) -> OperatorFault:
        return meaning(error, self.place)

    def _make_ready(self) -> None:
        """Try the file before a thread is begun for it, and turn on the write-ahead log, which stays on. When
        two processes do that at once, SQLite reports an error to one of them without waiting (its busy handler
        would wait for ever)."""
        tries = max(1, round(self._busy_ms / 1000 / LOOK_S))
        for left in reversed(range(tries)):
            try:
                with closing(
                    sqlite3.connect(self._path, timeout=self._busy_ms / 1000)
                ) as connection:
                    connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.Error as error:
                if not left or "is locked" not in str(error):
                    raise self.fault(error) from None
                time.sleep(LOOK_S)
            else:
                return

    def _prepare(self, connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA busy_timeout={self._busy_ms}")
            for name, value in PRAGMAS.items():
                cursor.execute(f"PRAGMA {name}={value}")
            cursor.close()
        except BaseException:
            cursor.close()
            connection.close()  # the pool forgets the connection, and its thread would wait for ever
            raise


def meaning(error: BaseException | None, place: str) -> OperatorFault:
    """What a failure of the driver means to the person who runs this."""
    said = str(error).lower()
    for sign, words in MEANINGS.items():
        if sign in said:
            return (DiskFull if sign == FULL else OperatorFault)(f"{words} ({place})")
    return OperatorFault(f"the database failed ({type(error).__name__}, {place})")
