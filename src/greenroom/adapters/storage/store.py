"""`app.ports.Store` on a database."""

from __future__ import annotations

from pathlib import Path

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.adapters.storage.keys import SqlKeys
from greenroom.adapters.storage.leases import SqlLeases
from greenroom.adapters.storage.tickets import SqlTickets
from greenroom.adapters.storage.usage import SqlUsage


class SqlStore:
    """Everything that is kept in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.interviews = SqlInterviews(database)
        self.leases = SqlLeases(database)
        self.keys = SqlKeys(database)
        self.tickets = SqlTickets(database)
        self.usage = SqlUsage(database)

    async def aclose(self) -> None:
        await self.database.aclose()


async def open_store(where: Path | str) -> SqlStore:
    """The store in the SQLite file at a path, or at the address of a PostgreSQL database; made or
    migrated as needed. Raises `OperatorFault`."""
    return SqlStore(await Database.open(where))
