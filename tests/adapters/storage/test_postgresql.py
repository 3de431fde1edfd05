"""PostgreSQL: when a commit is on disk, how many there are, and what a deletion leaves."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from tests.adapters.storage.postgres_store import name_of, store

from greenroom.adapters.storage import SqlStore
from greenroom.adapters.storage.database import Database
from greenroom.testing import interview_row
from greenroom.testing.postgresql import PostgresServer

__all__ = ["store"]

MARKER = "MARKER-7f3a-quetzal"


@pytest.mark.parametrize(("servers", "ours"), [("off", "on"), ("remote_apply", "remote_apply")])
async def test_a_commit_waits_for_the_disk(
    postgres: PostgresServer, emptied_place: str, servers: str, ours: str
) -> None:
    """A server that confirms before it has written is told not to; a stricter one is left alone."""
    name = name_of(emptied_place)
    postgres.sql(f"ALTER DATABASE {name} SET synchronous_commit = {servers}")
    try:
        database = await Database.open(emptied_place)
        async with database.transaction() as connection:
            assert await connection.scalar(text("SHOW synchronous_commit")) == ours
        await database.aclose()
    finally:
        postgres.sql(f"ALTER DATABASE {name} RESET synchronous_commit")


async def test_lines_of_many_interviews_are_committed_together(store: SqlStore) -> None:
    """Those that come while one commit is under way: twenty at once are two transactions."""
    names = [f"together-{number}" for number in range(20)]
    for name in names:
        await store.interviews.create(interview_row(name))
    journals = [store.interviews.journal(name) for name in names]
    for line in ("first", "second"):
        await asyncio.gather(*(journal.append(line) for journal in journals))
    async with store.database.transaction() as connection:
        asked = text("SELECT count(*), count(DISTINCT xmin::text) FROM entry WHERE line = 'second'")
        lines, commits = (await connection.execute(asked)).one()
    assert lines == len(names)
    assert commits <= 2


def traces(postgres: PostgresServer) -> int:
    """How often the marker stands in the files of tables."""
    files = [path for path in (postgres.data / "base").rglob("*") if path.is_file()]
    return sum(path.read_bytes().count(MARKER.encode()) for path in files)


async def test_what_a_deletion_leaves(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """As docs/reference/storage.md says: no query finds what was deleted, the files of the tables hold it
    until they are written again."""
    name = name_of(emptied_place)
    deleted, stays = store.interviews.journal("a"), store.interviews.journal("b")
    for i in range(50):
        await deleted.append(f"{MARKER} {i}")
        await stays.append("other")
    await store.interviews.delete("a")
    async with store.database.transaction() as connection:
        found = await connection.scalars(text("SELECT line FROM entry"))
        assert set(found) == {"other"}
    postgres.sql("CHECKPOINT")
    assert traces(postgres) > 0
    postgres.sql("VACUUM FULL entry", name)
    postgres.sql("CHECKPOINT")
    assert traces(postgres) == 0
