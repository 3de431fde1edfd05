"""One database: how it is opened, brought up to date, and what its failures mean to people.

SQLite gets a single connection. It allows one writer at a time anyhow, and with no reader of our
own in the way a checkpoint always reaches the end of the write-ahead log, which erasing needs.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from greenroom.app.ports import OperatorFault

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_MS: Final = 5_000
"""How long another process may hold the database before we give up."""

PRAGMAS: Final = {
    "journal_mode": "WAL",
    "synchronous": "FULL",  # a commit survives a power cut
    "secure_delete": "ON",  # deleted text is overwritten with zeros
    "foreign_keys": "ON",
    "temp_store": "MEMORY",  # no sort may leave a transcript in a temporary file
}

MEANINGS: Final = {
    "disk is full": "the disk is full; free some space, nothing that was confirmed is lost",
    "readonly": "the database is read-only; make the file and its directory writable",
    "is locked": "another program holds the database; close it and try again",
    "unable to open": "the database cannot be opened; check that its directory is writable",
    "malformed": "the database is damaged; restore it from a backup or move it away",
    "not a database": "the file is no Greenroom database; move it away",
    "disk i/o": "the disk reports an error; check it before you go on",
}


class Database:
    """An open database, its migrations applied."""

    def __init__(self, engine: AsyncEngine, path: Path) -> None:
        self._engine = engine
        self._path = path

    @classmethod
    async def open(cls, path: Path, *, busy_ms: int = BUSY_MS) -> Self:
        """Open or create the SQLite file at `path`. Raises `OperatorFault`."""
        _try_file(path)
        engine = create_async_engine(
            f"sqlite+aiosqlite:///{path}", hide_parameters=True, pool_size=1, max_overflow=0
        )
        event.listen(engine.sync_engine, "connect", _prepared(busy_ms))
        database = cls(engine, path)
        try:
            async with database.transaction() as connection:
                await connection.run_sync(_migrate)
            await database.checkpoint()
        except BaseException:
            await engine.dispose()
            raise
        return database

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """One transaction, durable when the block is left.

        `IntegrityError` passes, for the caller knows what it means; every other failure of the
        database becomes an `OperatorFault` without the statement, which may hold personal data.
        """
        try:
            async with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise _fault(error.orig, self._path) from None

    async def checkpoint(self) -> None:
        """Empty the write-ahead log, so that nothing deleted survives in it.

        Raises `OperatorFault` when another process reads the database at that moment.
        """
        try:
            async with self._engine.connect() as plain:
                connection = await plain.execution_options(isolation_level="AUTOCOMMIT")
                row = (await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))).one()
        except DBAPIError as error:
            raise _fault(error.orig, self._path) from None
        if row[0] != 0:
            raise OperatorFault(
                f"another program is reading {self._path}: what was deleted is gone from the "
                "tables but may still be in the write-ahead log; close that program and run "
                "`greenroom purge`"
            )

    async def aclose(self) -> None:
        await self._engine.dispose()


def _fault(error: BaseException | None, path: Path) -> OperatorFault:
    """What a failure of the driver means to the person who runs this."""
    said = str(error).lower()
    for sign, meaning in MEANINGS.items():
        if sign in said:
            return OperatorFault(f"{meaning} ({path})")
    return OperatorFault(f"the database failed ({type(error).__name__}, {path})")


def _try_file(path: Path) -> None:
    """A file that cannot be opened leaves the asynchronous driver's thread without an owner, so it
    is tried without one first."""
    try:
        sqlite3.connect(path).close()
    except sqlite3.Error as error:
        raise _fault(error, path) from None


def _prepared(busy_ms: int) -> Any:
    def prepare(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA busy_timeout={busy_ms}")
            for name, value in PRAGMAS.items():
                cursor.execute(f"PRAGMA {name}={value}")
            cursor.close()
        except BaseException:
            cursor.close()
            connection.close()  # the pool forgets it, and its thread would wait for ever
            raise

    return prepare


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
