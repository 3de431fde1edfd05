"""One of the processes that share a real PostgreSQL brings interviews back, and another one when it has died (W5)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from tests.adapters.rooms.conftest import MemoryControl, running

from greenroom.adapters.rooms.names import JobMetadata
from greenroom.adapters.rooms.watcher import ROLE, Watcher
from greenroom.adapters.storage import open_store
from greenroom.app.ports import Store
from greenroom.testing.postgresql import PostgresServer

pytestmark = pytest.mark.slow


class Rooms(MemoryControl):
    """Tells when a job was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.news = asyncio.Event()

    async def dispatch(self, order: JobMetadata) -> None:
        await super().dispatch(order)
        self.news.set()


@asynccontextmanager
async def processes(address: str, count: int) -> AsyncIterator[list[tuple[Store, Rooms, Watcher]]]:
    """Each with a store of its own."""
    async with AsyncExitStack() as open_:
        found = []
        for _ in range(count):
            store = await open_store(address)
            open_.push_async_callback(store.aclose)
            rooms = Rooms()
            found.append((store, rooms, Watcher(rooms, store)))
        yield found


async def test_one_is_elected_of_many_that_look_at_once(postgres: PostgresServer) -> None:
    """However often they look, the same one sends the one job that is missing."""
    async with processes(postgres.new_database(), 4) as found:
        await running(found[0][0])
        for _, rooms, _ in found:
            rooms.join("i1")
        for _ in range(3):
            await asyncio.gather(*(watcher.look() for _, _, watcher in found))
        assert sorted(len(rooms.orders) for _, rooms, _ in found) == [0, 0, 0, 1]


async def test_another_one_takes_over_from_a_dead_one(postgres: PostgresServer) -> None:
    """It watches once the dead one's term is over, and nobody tells it."""
    async with processes(postgres.new_database(), 2) as ((_, first, dying), (store, second, other)):
        await dying.look()
        watching = asyncio.ensure_future(other.run())
        await running(store)
        for rooms in (first, second):
            rooms.join("i1")
        async with asyncio.timeout(60):
            await second.news.wait()
        watching.cancel()
        assert [order.interview_id for order in second.orders] == ["i1"]
        assert first.orders == []
        assert not await store.leader_election.hold(ROLE, 1_000), "the other one has it"


async def test_one_that_stops_in_order_is_followed_at_once(postgres: PostgresServer) -> None:
    """It gives the role back, so that no term has to end."""
    async with processes(postgres.new_database(), 2) as ((store, _, stopping), (_, second, other)):
        await running(store)
        second.join("i1")
        await stopping.look()
        await other.look()
        assert second.orders == []
        await stopping.step_down()
        await other.look()
        assert [order.interview_id for order in second.orders] == ["i1"]
