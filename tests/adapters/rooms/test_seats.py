"""Who is let into LiveKit rooms: exact, in the order of arrival, one at a time for each owner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr
from tests.adapters.rooms.conftest import MemoryControl, store

from greenroom.adapters.rooms.names import room_of
from greenroom.adapters.rooms.rooms import LiveKitRooms
from greenroom.adapters.rooms.seats import HELD_S, KEPT_S
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import Refused, Visitor
from greenroom.app.waiting_line import SHARES, Shares
from greenroom.simulation.clock import in_virtual_time
from greenroom.testing.interviews import interview_row

SERVER = LiveKitServer(
    "wss://livekit.example.org", "a-key", SecretStr("a secret of the right length, for tests alone")
)


class House:
    def __init__(self, rooms: LiveKitRooms, kept: MemoryStore, control: MemoryControl) -> None:
        self.rooms, self.kept, self.control = rooms, kept, control

    async def ask(self, interview: str, owner: str = "", **visitor: Any) -> int:
        """The place in line; 0: let in."""
        row = await self.kept.interviews.find(interview)
        if row is None:
            row = interview_row(interview, owner or f"own_{interview}")
            row = replace(row, mode="livekit")
            await self.kept.interviews.create(row)
        try:
            await self.rooms.admit(row, Visitor(**visitor))
        except Refused as refused:
            if refused.status != 503:
                raise
            place: int = refused.told["place"]
            return place
        return 0


@asynccontextmanager
async def house(
    capacity: int = 2, shares: Shares = SHARES, beside: House | None = None
) -> AsyncIterator[House]:
    """`beside`: another process over the same database and LiveKit server."""
    kept, control = (store(), MemoryControl()) if beside is None else (beside.kept, beside.control)

    @asynccontextmanager
    async def control_of(_: LiveKitServer) -> AsyncIterator[MemoryControl]:
        yield control

    async with LiveKitRooms(
        SERVER, kept, capacity=capacity, shares=shares, control=control_of
    ) as rooms:
        yield House(rooms, kept, control)


@in_virtual_time
async def test_thirty_tokens_at_once() -> None:
    """Eight of thirty get one, although no room is taken yet; the others stand in line."""
    async with house(8) as here:
        places = await asyncio.gather(*(here.ask(f"i{number}") for number in range(30)))
        assert sorted(places) == [0] * 8 + list(range(1, 23))
        assert here.rooms.running == 8


@in_virtual_time
async def test_the_first_in_line_is_next() -> None:
    """Whoever asks in between does not get the room; a token that nobody used frees it in the end."""
    async with house(1) as here:
        assert [await here.ask(i) for i in ("a", "b", "c")] == [0, 1, 2]
        for _ in range(int(HELD_S // 5) - 1):
            await asyncio.sleep(5)
            assert [await here.ask(i) for i in ("c", "b")] == [2, 1]
        await asyncio.sleep(11)
        assert await here.ask("c") == 1
        assert await here.ask("b") == 0
        assert await here.ask("c") == 1


@in_virtual_time
async def test_a_room_is_counted_while_somebody_is_in_it() -> None:
    """A candidate who joined has the room for as long as it is occupied, and comes back without
    standing in line; then it is the next one's."""
    async with house(1) as here:
        assert await here.ask("a") == 0
        here.control.join("a")
        await asyncio.sleep(2 * HELD_S)
        assert await here.ask("b") == 1
        assert await here.ask("a") == 0
        await asyncio.sleep(6)
        assert here.rooms.running == 1
        here.control.rooms.clear()
        await asyncio.sleep(10)
        assert await here.ask("b") == 0
        assert await here.ask("a") == 1, "interviews that go on take rooms, too"


@in_virtual_time
async def test_who_does_not_ask_again_loses_the_place() -> None:
    """A place is kept for a while without being asked for."""
    async with house(1) as here:
        assert await here.ask("a") == 0
        here.control.join("a")
        assert [await here.ask(i) for i in ("b", "c")] == [1, 2]
        await asyncio.sleep(KEPT_S - 10)
        assert await here.ask("c") == 2
        await asyncio.sleep(20)
        assert await here.ask("c") == 1


@in_virtual_time
async def test_one_room_for_each_owner() -> None:
    """A second interview is refused while the first is open, may come in instead, and comes in by itself
    when the first one's candidate is gone."""
    async with house(3) as here:
        assert await here.ask("a", "ada") == 0
        here.control.join("a")
        await asyncio.sleep(6)
        with pytest.raises(Refused) as refused:
            await here.ask("b", "ada")
        assert refused.value.told == {"choice": "instead"}
        assert await here.ask("b", instead=True) == 0
        assert room_of("a") not in here.control.rooms
        assert here.rooms.running == 1
        here.control.join("b", "agent-1", agent=True)
        await asyncio.sleep(6)
        assert await here.ask("a") == 0
        assert here.rooms.running == 1


@in_virtual_time
async def test_an_address_has_a_share() -> None:
    """Owners are made for nothing; from one address only so many come in."""
    async with house(3, Shares(by_address=2)) as here:
        assert [await here.ask(i, address="192.0.2.1") for i in ("a", "b")] == [0, 0]
        with pytest.raises(Refused, match="network"):
            await here.ask("c", address="192.0.2.1")
        assert await here.ask("d", address="192.0.2.2") == 0


@in_virtual_time
async def test_two_processes_let_in_eight_of_thirty() -> None:
    """Together they give eight tokens; each of the others has a place in the line that it asked in. A
    room that is free again is taken once, by whoever asks first."""
    async with house(8) as one, house(8, beside=one) as two:
        names = [f"i{number}" for number in range(30)]
        asked = {name: (one, two)[number % 2] for number, name in enumerate(names)}
        places = dict(
            zip(names, await asyncio.gather(*(asked[i].ask(i) for i in names)), strict=True)
        )
        inside = [name for name, place in places.items() if place == 0]
        assert len(inside) == 8
        for here in (one, two):
            waiting = sorted(places[i] for i in names if asked[i] is here and places[i])
            assert waiting == list(range(1, len(waiting) + 1))
        await one.kept.interviews.set_status(inside[0], "ended", "2026-01-02T11:00:00Z")
        first = [
            next(i for i in names if asked[i] is here and places[i] == 1) for here in (one, two)
        ]
        again = await asyncio.gather(one.ask(first[0]), two.ask(first[1]))
        assert sorted(again) == [0, 1]


@in_virtual_time
async def test_what_a_dead_process_promised_is_free_in_the_end() -> None:
    """Tokens of a `serve` that is gone count until they expire; another one then lets somebody in."""
    async with house(1) as dead:
        assert await dead.ask("a") == 0
    async with house(1, beside=dead) as here:
        assert await here.ask("b") == 1
        for _ in range(int(HELD_S // 5)):
            await asyncio.sleep(5)
            assert await here.ask("b") in (0, 1)
        await asyncio.sleep(6)
        assert await here.ask("b") == 0
        assert await here.ask("a") == 1


@in_virtual_time
async def test_a_dead_job_keeps_its_room_until_the_next_one_has_it() -> None:
    """Nobody comes in between a job that died and the one that goes on; when the candidate is gone, too,
    the room is free."""
    async with house(1) as one, house(1, beside=one) as two:
        assert await one.ask("a") == 0
        assert await one.kept.leases.take("a", "job", 3_000)
        await asyncio.sleep(8)
        assert await two.ask("b") == 1, "nobody renewed the lease, and the next job is under way"
        await asyncio.sleep(6)
        assert await two.ask("b") == 0
        assert await one.ask("a") == 1


@in_virtual_time
async def test_one_room_for_each_owner_of_two_processes() -> None:
    """An interview that another process let in counts as the owner's open one, and gives way to another
    when that is wanted, without a third person coming in between."""
    async with house(1) as one, house(1, beside=one) as two:
        assert await one.ask("a", "ada") == 0
        with pytest.raises(Refused) as refused:
            await two.ask("b", "ada")
        assert refused.value.told == {"choice": "instead"}
        assert await one.ask("c") == 1
        assert await two.ask("b", instead=True) == 0
        assert await one.ask("c") == 1
