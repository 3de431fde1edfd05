"""What the process that serves the pages knows of interviews in LiveKit rooms (W4, W5)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from pydantic import SecretStr
from tests.adapters.rooms.conftest import MemoryControl, running, store

from greenroom.adapters.rooms.holders import KEPT_S
from greenroom.adapters.rooms.names import agent_of, room_of
from greenroom.adapters.rooms.rooms import LiveKitRooms
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import Refused
from greenroom.simulation.clock import in_virtual_time

SERVER = LiveKitServer("wss://livekit.example.org", "a-key", SecretStr("a-secret"))


@asynccontextmanager
async def house() -> AsyncIterator[tuple[LiveKitRooms, MemoryStore, MemoryControl]]:
    kept, control = store(), MemoryControl()

    @asynccontextmanager
    async def control_of(_: LiveKitServer) -> AsyncIterator[MemoryControl]:
        yield control

    async with LiveKitRooms(SERVER, kept, capacity=2, control=control_of) as rooms:
        yield rooms, kept, control


@in_virtual_time
async def test_who_holds_an_interview() -> None:
    """A job does; so does a candidate who waits for one, and everybody we cannot ask about. Interviews
    that are held elsewhere are none of our business."""
    async with house() as (rooms, kept, control):
        await running(kept)
        row = await kept.interviews.find("i1")
        assert row is not None
        assert not await rooms.holds(row)
        assert await rooms.holds(replace(row, mode="embedded"))
        await kept.leases.take("i1", "job", 60_000)
        assert await rooms.holds(row)
        await kept.leases.release("i1", "job")
        control.join("i1")
        assert await rooms.holds(row)
        control.rooms.clear()
        control.away = True
        assert await rooms.holds(row)


@in_virtual_time
async def test_a_reserved_interview_is_no_jobs() -> None:
    """While it is reserved no job takes it; one that a job has cannot be reserved."""
    async with house() as (rooms, kept, _):
        await running(kept)
        row = await kept.interviews.find("i1")
        assert row is not None
        async with rooms.reserve(row):
            assert not await kept.leases.take("i1", "job", 60_000)
        assert await kept.leases.take("i1", "job", 60_000)
        with pytest.raises(Refused):
            async with rooms.reserve(row):
                raise AssertionError("two have it")


PING = '{"t": "ping"}'


@in_virtual_time
async def test_pings_of_many_pages_are_one_question() -> None:
    """Who holds which interview is asked once a second for all of them. A page whose job was replaced reaches
    the new one with its next ping, and one whose interview nobody holds is told so."""
    async with house() as (rooms, kept, control):
        rows = []
        for name in ("i1", "i2"):
            await running(kept, name)
            await kept.leases.take(name, "job", 60_000)
            row = await kept.interviews.find(name)
            assert row is not None
            rows.append(row)
        await asyncio.gather(*(rooms.deliver(row, PING) for row in rows))
        assert sorted(control.sent) == [(room_of(r.id), agent_of("job"), PING) for r in rows]
        await kept.leases.release("i1", "job")
        await kept.leases.take("i1", "another", 60_000)
        await kept.leases.release("i2", "job")
        await rooms.deliver(rows[0], '{"t": "finish"}')
        assert control.sent[-1][1] == agent_of("another"), "what is said is never sent by hearsay"
        await asyncio.sleep(KEPT_S)
        await rooms.deliver(rows[0], PING)
        assert control.sent[-1] == (room_of("i1"), agent_of("another"), PING)
        with pytest.raises(Refused):
            await rooms.deliver(rows[1], PING)
