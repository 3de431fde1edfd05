"""Connections to PostgreSQL: lost, cut, taken in turn, and closed when they are not needed."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import text
from tests.adapters.storage.postgres_store import Held, lines_of, name_of, store

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.storage.database import BUSY_MS, Database
from greenroom.adapters.storage.postgresql import Postgresql
from greenroom.testing import interview_row
from greenroom.testing.postgresql import PostgresServer

__all__ = ["store"]

WAITING = (
    "SELECT pid FROM pg_stat_activity WHERE datname = '{name}' AND wait_event_type = 'Lock' "
    "AND query LIKE '%entry%'"
)


async def waiting(postgres: PostgresServer, place: str, but: str = "") -> str:
    """The server's process that waits for the table of lines; another one than `but`."""
    ask = WAITING.format(name=name_of(place))
    async with asyncio.timeout(60):
        while (pid := await asyncio.to_thread(postgres.sql, ask)) in ("", but):
            pass
    return pid


async def test_a_connection_lost_in_the_middle(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """A connection that dies while a line is written is not noticed: the line is asked for again, and
    there once."""
    journal = store.interviews.journal("a")
    await journal.append("first")
    async with Held(emptied_place, "entry"):
        writing = asyncio.create_task(journal.append("lost"))
        pid = await waiting(postgres, emptied_place)
        postgres.sql(f"SELECT pg_terminate_backend({pid})")
        await waiting(postgres, emptied_place, but=pid)
    await writing
    await journal.append("second")
    assert await lines_of(store, "a") == ["first", "lost", "second"]


async def test_an_append_that_is_cancelled(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """A line whose writing is cancelled is not there, and the store is as good as before."""
    journal = store.interviews.journal("a")
    await journal.append("first")
    async with Held(emptied_place, "entry"):
        writing = asyncio.create_task(journal.append("cancelled"))
        await waiting(postgres, emptied_place)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
    await journal.append("second")
    assert await lines_of(store, "a") == ["first", "second"]


async def test_connections_that_died_while_idle(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """A server that cut every connection, but is there, is not noticed."""
    await asyncio.gather(*(store.interviews.find("a") for _ in range(4)))
    cut = postgres.sql(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        f"WHERE datname = '{name_of(emptied_place)}'"
    )
    assert int(cut) >= 1
    await store.interviews.journal("a").append("one")


async def pids(database: Database, at_once: int) -> set[int]:
    """The server's processes that so many transactions at once are answered by."""
    async with AsyncExitStack() as opened:
        asked = [await opened.enter_async_context(database.transaction()) for _ in range(at_once)]
        return {await one.scalar(text("SELECT pg_backend_pid()")) for one in asked}


async def test_what_a_burst_has_opened_is_closed_when_it_is_over(postgres_place: str) -> None:
    """One after the other goes over the connection that was used last; the server closes the others, and what
    it may close at any moment is not used."""
    dialect = Postgresql(postgres_place, BUSY_MS)
    database = Database(dialect.engine(), dialect)
    assert len(await pids(database, 3)) == 3
    last = await pids(database, 1)
    assert [await pids(database, 1) for _ in range(4)] == [last] * 4
    async with database.transaction() as connection:
        assert await connection.scalar(text("SHOW idle_session_timeout")) == "20s"
    await database.aclose()
    forgetful = Postgresql(postgres_place, BUSY_MS, idle_s=0.0)
    database = Database(forgetful.engine(), forgetful)
    assert await pids(database, 1) != await pids(database, 1)
    await database.aclose()


def held_by(place: str) -> str:
    """A question: how many connections the server has of ours to this database."""
    return (
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'greenroom' "
        f"AND datname = '{name_of(place)}'"
    )


async def test_one_connection_is_enough(postgres: PostgresServer, postgres_place: str) -> None:
    """Those who come at once take turns at it. While it is held for long, others have a second one; of the two
    one stays."""
    dialect = Postgresql(postgres_place, BUSY_MS, connections=1)
    database = Database(dialect.engine(), dialect)
    asked = await asyncio.gather(*(pids(database, 1) for _ in range(8)))
    (first,) = set.union(*asked)
    async with database.transaction():
        assert await pids(database, 1) != {first}
    async with asyncio.timeout(30):
        while postgres.sql(held_by(postgres_place)) != "1":  # noqa: ASYNC110 - only the server knows
            await asyncio.sleep(0)
    await database.aclose()


async def test_a_line_that_waits_keeps_no_lease_from_being_renewed(emptied_place: str) -> None:
    """Over the one connection of a worker, too."""
    store = await open_store(emptied_place, connections=1)
    await store.interviews.create(interview_row("a"))
    assert await store.leases.take("a", "J", 60_000)
    async with Held(emptied_place, "entry"):
        writing = asyncio.create_task(store.interviews.journal("a").append("late"))
        assert await asyncio.wait_for(store.leases.renew("a", "J", 60_000), BUSY_MS / 2_000)
        assert not writing.done()
    await writing
    await store.aclose()


async def test_a_store_that_keeps_no_connection(
    emptied_place: str, postgres: PostgresServer
) -> None:
    """What a job asks now and then costs a connection for that moment alone."""
    store = await open_store(emptied_place, connections=0)
    await store.interviews.create(interview_row("moment"))
    assert await store.interviews.find("moment") is not None
    async with asyncio.timeout(30):
        while postgres.sql(held_by(emptied_place)) != "0":  # noqa: ASYNC110 - only the server knows that it has closed it
            await asyncio.sleep(0)
    await store.aclose()
