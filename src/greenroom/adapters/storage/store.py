"""`app.ports.Store` on a database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Final

from sqlalchemy import delete, func, insert, select

from greenroom.adapters.storage.circle_tables import circle
from greenroom.adapters.storage.circles import SqlCircles
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.drills import SqlDrills
from greenroom.adapters.storage.erasure_log import NOTED, gone, ids
from greenroom.adapters.storage.folders import SqlFolders
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.adapters.storage.keys import SqlKeys
from greenroom.adapters.storage.leader_election import SqlLeaderElection
from greenroom.adapters.storage.leases import SqlLeases
from greenroom.adapters.storage.links import SqlLinks
from greenroom.adapters.storage.missions import SqlMissions
from greenroom.adapters.storage.plans import SqlPlans
from greenroom.adapters.storage.practice_retries import SqlRetries
from greenroom.adapters.storage.scorecards import SqlScorecards
from greenroom.adapters.storage.seats import SqlSeats
from greenroom.adapters.storage.sound import SqlSounds
from greenroom.adapters.storage.stored import SqlStored
from greenroom.adapters.storage.tables import folder, interview, plan, provider_key, sound
from greenroom.adapters.storage.tickets import SqlTickets
from greenroom.adapters.storage.usage import SqlUsage
from greenroom.adapters.storage.wordings import SqlWordings
from greenroom.app.ports import Stored, Usage

PROOF_BYTES: Final = 64 * 1024
TERMINAL: Final = "terminal"
"""Owner of interviews held in a terminal. No cookie belongs to this owner."""


class SqlStore:
    """Everything that is kept in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.interviews = SqlInterviews(database)
        self.folders = SqlFolders(database)
        self.leases = SqlLeases(database)
        self.seats = SqlSeats(database)
        self.keys = SqlKeys(database)
        self.tickets = SqlTickets(database)
        self.usage: Usage = SqlUsage(database)
        self.scorecards = SqlScorecards(database)
        self.links = SqlLinks(database)
        self.circles = SqlCircles(database)
        self.missions = SqlMissions(database)
        self.leader_election = SqlLeaderElection(database)
        self.plans = SqlPlans(database)
        self.retries = SqlRetries(database)
        self.wordings = SqlWordings(database)
        self.drills = SqlDrills(database)
        self.sounds = SqlSounds(database)
        self._stored = SqlStored(database)
        self.interviews.on_delete(self._stored.forget)

    async def stored(self, owner: str) -> Stored:
        return await self._stored.of_owner(owner)

    def room(self) -> int | None:
        return self.database.room()

    async def prove(self) -> None:
        """A row that goes in the transaction in which it came; its pages are written all the same. A server
        that is away is not waited for."""
        proof = f"proof-{token_hex(8)}"
        values = dict.fromkeys(
            ("owner", "plan_id", "candidate", "created_at", "capability_hash"), ""
        )
        values |= {"id": proof, "plan_toml": " " * PROOF_BYTES, "status": "created"}
        async with self.database.transaction(patient=False) as connection:
            await connection.execute(insert(interview).values(values))
            await connection.execute(delete(interview).where(interview.c.id == proof))

    async def counted(self) -> Mapping[str, int]:
        """How many rows there are of what is sealed, and of what belongs to owners, by sort."""
        asked = {
            "keys": select(func.count()).where(func.length(provider_key.c.sealed) > 0),
            "papers": select(func.count()).select_from(folder),
            "pieces of sound": select(func.count()).select_from(sound),
            "interviews": select(func.count()).where(interview.c.owner != TERMINAL),
            "circles": select(func.count()).select_from(circle),
            "plans": select(func.count()).select_from(plan),
        }
        async with self.database.transaction() as connection:
            return {name: await connection.scalar(query) or 0 for name, query in asked.items()}

    async def forget(self, sort: str, keys: Sequence[tuple[str | int, ...]]) -> None:
        """Delete sealed rows of one sort (as `counted` names it) by their keys."""
        table = {"keys": provider_key, "papers": folder, "pieces of sound": sound}[sort]
        names = list(table.primary_key.columns)
        async with self.database.transaction() as connection:
            for key in keys:
                same = [column == value for column, value in zip(names, key, strict=True)]
                await connection.execute(delete(table).where(*same))

    async def erase_again(self, noted: frozenset[str]) -> int:
        """Erase what a ledger says was erased, after a backup brought it back; returns how many rows."""
        rows = 0
        for table in NOTED:
            async with self.database.transaction() as connection:
                kept = list((await connection.execute(select(ids(table)))).scalars())
            for row_id in gone(table, kept, noted):
                rows += await self.database.erase(
                    delete(table).where(ids(table) == row_id), more_follows=True
                )
        await self.database.scrub()
        return rows

    async def aclose(self) -> None:
        await self.sounds.aclose()
        await self.database.aclose()


async def open_store(
    where: Path | str, ledger: Path | None = None, *, connections: int | None = None
) -> SqlStore:
    """The store in the SQLite file at a path, or at the address of a PostgreSQL database; made or
    migrated as needed. `ledger`: where it is noted what is erased; beside a SQLite file unless said.
    `connections`: how many to a server stay open at most; 1: a second while the one is held for long; 0: none
    when nothing is asked. Raises `OperatorFault`."""
    return SqlStore(await Database.open(where, ledger=ledger, connections=connections))


@asynccontextmanager
async def unchanged_store(where: Path | str) -> AsyncIterator[SqlStore]:
    """The store for reading only: nothing is migrated (`Database.schema_state` says how far the database is)."""
    store = SqlStore(Database.unchanged(where))
    try:
        yield store
    finally:
        await store.aclose()
