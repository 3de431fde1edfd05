"""A PostgreSQL server that goes away while interviews are held: what waits for it, and what is written once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from tests.adapters.storage.postgres_store import WRITERS, lines_of, store

from greenroom.adapters.rooms.lease_keeper import LeaseKeeper
from greenroom.adapters.storage import SqlStore
from greenroom.app.ports import AWAY_S, OperatorFault, Unreachable
from greenroom.testing.postgresql import PostgresServer

__all__ = ["store"]


class Writing:
    """Writes numbered lines into a journal until it is told to end."""

    def __init__(self, store: SqlStore, name: str) -> None:
        self.name, self.written = name, 0
        self._journal = store.interviews.journal(name)
        self._news = asyncio.Event()
        self._over = False

    async def run(self) -> None:
        while not self._over:
            await self._journal.append(str(self.written))
            self.written += 1
            self._news.set()

    async def more(self, count: int) -> None:
        """Until so many more lines are confirmed."""
        until = self.written + count
        while self.written < until:
            self._news.clear()
            await self._news.wait()

    def end(self) -> None:
        self._over = True


async def until_away(store: SqlStore) -> None:
    """Until a server that was told to stop is gone."""
    while True:
        try:
            await store.prove()
        except OperatorFault:
            return


async def restart(postgres: PostgresServer, store: SqlStore) -> None:
    """The server is gone, somebody has noticed, and it is back."""
    await asyncio.to_thread(postgres.stop)
    try:
        await until_away(store)
    finally:
        await asyncio.to_thread(postgres.start)


async def all_more(writers: Sequence[Writing]) -> None:
    async with asyncio.timeout(60):
        await asyncio.gather(*(writer.more(20) for writer in writers))


async def test_lines_that_are_written_while_the_server_is_restarted(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """Twice in the middle of three journals: every line is there once, in order, and no writer hears of it."""
    writers = [Writing(store, name) for name in WRITERS]
    async with asyncio.TaskGroup() as tasks:
        for writer in writers:
            tasks.create_task(writer.run())
        await all_more(writers)
        for _ in range(2):
            await restart(postgres, store)
            await all_more(writers)
        for writer in writers:
            writer.end()
    for writer in writers:
        assert await lines_of(store, writer.name) == [str(n) for n in range(writer.written)]


async def test_an_interview_is_held_while_the_server_is_restarted(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """A lease that could not be renewed for a while is not lost: the same job goes on."""
    over = asyncio.Event()

    async def work() -> None:
        await over.wait()
        await store.interviews.journal("a").append("after the restart")

    async with LeaseKeeper(store.leases, "a", "job") as lease:
        working = asyncio.create_task(lease.during(work()))
        await restart(postgres, store)
        async with asyncio.timeout(30):
            assert await store.leases.renew("a", "job", 3_000)
        over.set()
        await working
    assert await lines_of(store, "a") == ["after the restart"]


async def test_who_asks_how_the_store_is_does_not_wait(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """A health check is told at once; a question that has begun meanwhile is answered by the server that
    is back."""
    await asyncio.to_thread(postgres.stop)
    try:
        await until_away(store)
        asking = asyncio.ensure_future(store.interviews.find("a"))
        with pytest.raises(Unreachable, match="cannot be reached"):
            await store.prove()
        assert not asking.done()
    finally:
        await asyncio.to_thread(postgres.start)
    found = await asking
    assert found is not None


@pytest.mark.slow
async def test_a_server_that_is_away_for_too_long(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """After `AWAY_S` the line's writer is told, as everybody is who waits, and the next one at once. When
    the server is back the same journal goes on (F15)."""
    journal, loop = store.interviews.journal("a"), asyncio.get_running_loop()
    await journal.append("first")
    await asyncio.to_thread(postgres.stop)
    try:
        began = loop.time()
        told = await asyncio.gather(
            journal.append("lost"),
            store.leases.renew("a", "job", 3_000),
            store.interviews.find("a"),
            return_exceptions=True,
        )
        assert loop.time() - began >= AWAY_S
        assert {type(one) for one in told} == {Unreachable}
        with pytest.raises(Unreachable, match="cannot be reached"):
            await journal.append("lost")
    finally:
        await asyncio.to_thread(postgres.start)
    await journal.append("second")
    assert await lines_of(store, "a") == ["first", "second"]
