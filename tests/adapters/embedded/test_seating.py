"""Two processes that hold interviews themselves, over one database: the capacity is of both together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any

import pytest
from tests.adapters.embedded.visitors import House, place

from greenroom.adapters.embedded.open_room import ABANDONED_S
from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.embedded.seating import BEAT_S, TTL_MS
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.storage.seats import SqlSeats
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import OperatorFault, Refused, Seat, Visitor
from greenroom.session.equipment import Equipment
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_speech import scripted_voice


async def taken(kept: MemoryStore) -> set[str]:
    return {one.interview_id for one in await kept.seats.taken()}


@contextlib.asynccontextmanager
async def process(
    rig: Any, kept: MemoryStore, capacity: int = 1, at_most: int | None = None
) -> AsyncIterator[House]:
    @contextlib.asynccontextmanager
    async def equip(_row: Any, _plan: Any) -> AsyncIterator[Equipment]:
        yield Equipment(scripted_voice(Speaker()), PlanInterviewer())

    rooms = EmbeddedRooms(
        kept.interviews,
        capacity=capacity,
        at_most=at_most,
        seats=kept.seats,
        equip=equip,
        now=rig.noon,
    )
    house = House(rig, rooms, kept.interviews)
    async with rooms:
        yield house
    await house.closed()


def database() -> MemoryStore:
    """On the loop's own clock."""
    loop = asyncio.get_running_loop()
    return MemoryStore(now_ms=lambda: round(loop.time() * 1000))


@in_virtual_time
async def test_thirty_pages_at_two_processes(rig: Any) -> None:
    """Eight of thirty are let in, whichever process they came to, and no more when seats change hands."""
    kept = database()
    async with process(rig, kept, 8) as one, process(rig, kept, 8) as two:
        pages = await asyncio.gather(
            *((one, two)[number % 2].come(f"i{number}") for number in range(30))
        )
        assert [place(page) for page in pages].count(None) == 8
        assert one.rooms.running + two.rooms.running == 8
        assert len(await taken(kept)) == 8
        await asyncio.sleep(3 * TTL_MS / 1000)
        assert one.rooms.running + two.rooms.running == 8, "seats are renewed"
        inside = next(f"i{n}" for n, page in enumerate(pages) if place(page) is None)
        for house in (one, two):
            await house.rooms.end(inside)
        await asyncio.sleep(2 * BEAT_S)
        assert [place(page) for page in pages].count(None) == 9
        assert one.rooms.running + two.rooms.running == 8


@in_virtual_time
async def test_a_seat_that_is_free_elsewhere_is_heard_of(rig: Any) -> None:
    """Who waits here is let in when an interview in another process is over; the seat is free at once."""
    kept = database()
    async with process(rig, kept) as one, process(rig, kept) as two:
        inside = await one.come("a")
        waiting = await two.come("b")
        assert (place(inside), place(waiting)) == (None, 1)
        await one.rooms.end("a")
        assert await taken(kept) == set()
        await waiting.until(lambda: waiting.got("say"), within_s=2 * BEAT_S)
        assert await taken(kept) == {"b"}


@in_virtual_time
async def test_a_process_that_ends_gives_its_seats_back(rig: Any) -> None:
    """All at once, and nobody waits for them to run out."""
    kept = database()
    async with process(rig, kept, 2) as two:
        async with process(rig, kept, 2) as one:
            await one.come("a")
            await one.come("b")
            assert place(await two.come("c")) == 1
        assert await taken(kept) == set()
        assert place(await two.come("d")) in (1, 2, None)


@in_virtual_time
async def test_seats_of_a_dead_process_run_out(rig: Any) -> None:
    """Nobody renews them: who waits elsewhere is let in. Who comes back to another process has the seat
    that the dead one had."""
    kept = database()
    for name in ("a", "b"):
        await rig.registered(kept.interviews, name)
        await kept.seats.take(name, "serve-dead", TTL_MS, capacity=2, by_owner=1)
    async with process(rig, kept, 2) as house:
        waiting = await house.come("c")
        assert place(waiting) == 1
        back = await house.come("a")
        assert place(back) is None
        assert place(waiting) == 1
        await waiting.until(lambda: waiting.got("say"), within_s=TTL_MS / 1000 + 2 * BEAT_S)
        assert await taken(kept) == {"a", "c"}


@in_virtual_time
async def test_who_is_away_for_long_leaves_the_seat(rig: Any) -> None:
    """Others take it in any process; who comes back stands in line, and the journal is kept."""
    kept = database()
    async with process(rig, kept) as one, process(rig, kept) as two:
        first = await one.come("a")
        await first.until(lambda: first.got("say"))
        first.vanish()
        await asyncio.sleep(ABANDONED_S + 2 * BEAT_S)
        assert await taken(kept) == set()
        assert place(await two.come("b")) is None
        assert place(await one.come("a")) == 1
        assert one.rooms.running + two.rooms.running == 1
        assert await kept.interviews.journal_length("a")


@in_virtual_time
async def test_one_owner_at_two_processes(rig: Any) -> None:
    """The second interview is refused; wanted instead, it has the seat, and the first is set aside by the
    process that has it, which no third person gets in between."""
    kept = database()
    async with process(rig, kept) as one, process(rig, kept) as two:
        first = await one.come("a", owner="ada")
        refused = await two.come("b", owner="ada")
        assert isinstance(two.visits[refused].exception(), Refused)
        waiting = await one.come("c")
        second = await two.come("b", Visitor(instead=True))
        assert place(second) is None
        await first.until(lambda: first.closed, within_s=2 * BEAT_S)
        assert await taken(kept) == {"b"}
        assert place(waiting) == 1
        assert (one.rooms.running, two.rooms.running) == (0, 1)


@in_virtual_time
async def test_an_interview_moves_to_the_process_that_its_page_comes_to(rig: Any) -> None:
    """Its seat moves with it, and the process that had it lets go."""
    kept = database()
    async with process(rig, kept) as one, process(rig, kept) as two:
        first = await one.come("a")
        await first.until(lambda: first.got("say"))
        second = await two.come("a")
        await second.until(lambda: second.got("hello"))
        await first.until(lambda: first.closed, within_s=2 * BEAT_S)
        assert (one.rooms.running, two.rooms.running) == (0, 1)
        assert await taken(kept) == {"a"}
        row = await kept.interviews.find("a")
        assert row is not None
        assert await one.rooms.holds(row), "another process does"


@in_virtual_time
async def test_a_process_has_its_own_bound(rig: Any) -> None:
    """No process holds more than it may, although there are seats in all."""
    kept = database()
    async with process(rig, kept, 3, at_most=1) as one, process(rig, kept, 3, at_most=2) as two:
        told = [place(await one.come(name)) for name in ("a", "b")]
        told += [place(await two.come(name)) for name in ("c", "d", "e")]
        assert told == [None, 1, None, None, 1]
        assert (one.rooms.capacity, two.rooms.capacity) == (1, 2)


class FailingSeats(SqlSeats):
    """Fails for as long as it is told to."""

    failing = False

    async def taken(self) -> Sequence[Seat]:
        if self.failing:
            raise OperatorFault("the database is away")
        return await super().taken()

    async def renew(self, holder: str, interviews: Collection[str], ttl_ms: int) -> Sequence[Seat]:
        if self.failing:
            raise OperatorFault("the database is away")
        return await super().renew(holder, interviews, ttl_ms)


@in_virtual_time
async def test_without_the_database_nothing_is_lost(rig: Any) -> None:
    """A renewal that fails ends nothing; the next one finds the seats as they were. Who comes back
    meanwhile is let in."""
    kept = database()
    kept.seats = seats = FailingSeats(kept.database)
    async with process(rig, kept) as house:
        page = await house.come("a")
        seats.failing = True
        await asyncio.sleep(3 * BEAT_S)
        page.vanish()
        again = await house.come("a")
        assert place(again) is None
        seats.failing = False
        await asyncio.sleep(2 * BEAT_S)
        assert again.closed is None
        assert await taken(kept) == {"a"}


@in_virtual_time
async def test_what_cannot_begin_has_no_seat(rig: Any) -> None:
    """An interview whose journal is damaged is refused, and its seat is another's."""
    kept = database()
    async with process(rig, kept) as house:
        row = await rig.registered(kept.interviews, "a")
        await kept.interviews.journal("a").append("no journal of ours")
        with pytest.raises(OperatorFault):
            await house.rooms.attend(row, rig.Page())
        assert await taken(kept) == set()
        assert place(await house.come("b")) is None
