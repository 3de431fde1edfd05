"""Waiting in line for a room of this process, as pages see it."""

import asyncio
import contextlib

import pytest
from tests.adapters.embedded.visitors import House, place

from greenroom.adapters.embedded.connection import RESTARTING, TAKEN
from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import NotFound, Refused, Visitor
from greenroom.session.equipment import Equipment
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_speech import scripted_voice


@contextlib.asynccontextmanager
async def opened(rig, capacity=1):
    @contextlib.asynccontextmanager
    async def equip(_row, _plan):
        yield Equipment(scripted_voice(Speaker()), PlanInterviewer())

    store = MemoryStore().interviews
    rooms = EmbeddedRooms(store, capacity=capacity, equip=equip, now=rig.noon)
    house = House(rig, rooms, store)
    async with rooms:
        yield house
    await house.closed()


@in_virtual_time
async def test_first_come_first_in(rig):
    """Each is told the place, and again when it changes; a free room goes to the first, who hears the
    interviewer on the same connection."""
    async with opened(rig) as house:
        inside = await house.come("i0")
        pages = [await house.come(f"i{number}") for number in (1, 2, 3)]
        assert [place(page) for page in pages] == [1, 2, 3]
        await asyncio.sleep(100)
        assert [len(page.got("waiting")) for page in pages] == [1, 1, 1], (
            "told once, not each second"
        )
        await house.rooms.end("i0")
        await pages[0].until(lambda: pages[0].got("say"), within_s=2)
        await pages[2].until(lambda: place(pages[2]) == 2)
        assert [place(page) for page in pages] == [None, 1, 2]
        assert inside.closed
        assert house.rooms.running == 1


@in_virtual_time
async def test_thirty_at_once(rig):
    """Of thirty pages that come in the same moment eight are let in, and the others wait."""
    async with opened(rig, capacity=8) as house:
        pages = await asyncio.gather(*(house.come(f"i{number}") for number in range(30)))
        places = [place(page) for page in pages]
        assert places.count(None) == 8
        assert sorted(place for place in places if place) == list(range(1, 23))
        assert house.rooms.running == 8


@in_virtual_time
async def test_a_lost_page_keeps_its_place(rig):
    """Back within the minute it stands where it stood; away for longer, it stands at the end."""
    async with opened(rig) as house:
        await house.come("i0")
        first, second = await house.come("i1"), await house.come("i2")
        first.vanish()
        await asyncio.sleep(30)
        first = await house.come("i1")
        assert place(first) == 1
        first.vanish()
        await second.until(lambda: place(second) == 1, within_s=70)
        assert place(await house.come("i1")) == 2


@in_virtual_time
async def test_a_room_is_offered_for_a_while_to_who_is_away(rig):
    """A room that becomes free while the first in line is away is kept for it, then goes to the next."""
    async with opened(rig) as house:
        await house.come("i0")
        first, second = await house.come("i1"), await house.come("i2")
        first.vanish()
        await asyncio.sleep(1)
        await house.rooms.end("i0")
        await asyncio.sleep(10)
        assert place(second) == 1
        assert place(await house.come("i3")) == 2
        await second.until(lambda: second.got("say"), within_s=15)
        assert place(await house.come("i1")) == 1


@in_virtual_time
async def test_two_tabs_in_line(rig):
    """The newest tab of the same interview has the place; the older one is told so."""
    async with opened(rig) as house:
        await house.come("i0")
        older = await house.come("i1")
        newer = await house.come("i1")
        await older.until(lambda: older.closed)
        assert older.closed[0] == TAKEN
        assert place(newer) == 1
        await house.rooms.end("i0")
        await newer.until(lambda: newer.got("say"))


@in_virtual_time
async def test_a_second_interview_of_the_same_owner(rig):
    """It is refused while the first has a page, in a sentence; wanted instead, it takes the room, and
    the first keeps its journal. One whose page is gone gives way by itself."""
    async with opened(rig, capacity=3) as house:
        first = await house.come("a", owner="ada")
        await first.until(lambda: first.got("say"))
        refused = await house.come("b", owner="ada")
        error = house.visits[refused].exception()
        assert isinstance(error, Refused)
        assert "another interview open" in str(error)
        second = await house.come("b", Visitor(instead=True))
        await second.until(lambda: second.got("say"))
        assert first.closed[0] == RESTARTING
        assert (await house.store.find("a")).status == "running"
        assert house.rooms.running == 1
        second.vanish()
        await asyncio.sleep(5)
        third = await house.come("a")
        await third.until(lambda: third.got("say"))
        assert house.rooms.running == 1


@in_virtual_time
async def test_who_swaps_keeps_the_room(rig):
    """An owner who goes from one interview to another keeps the room, also while others wait; who waits
    keeps the place."""
    async with opened(rig) as house:
        await house.come("a", owner="ada")
        other = await house.come("i1")
        ada = await house.come("b", Visitor(instead=True), owner="ada")
        assert (place(ada), place(other)) == (None, 1)
        bob = await house.come("c", owner="bob")
        await house.come("i2")
        swapped = await house.come("d", Visitor(instead=True), owner="bob")
        assert place(swapped) == 2
        await asyncio.wait({house.visits[bob]})
        assert isinstance(house.visits[bob].exception(), Refused)


@in_virtual_time
async def test_erased_while_it_waits(rig):
    """An interview that is erased leaves the line: its page is told that there is nothing here."""
    async with opened(rig) as house:
        await house.come("i0")
        page, behind = await house.come("i1"), await house.come("i2")
        await house.store.delete("i1")
        await house.rooms.end("i1")
        with pytest.raises(NotFound):
            await house.visits[page]
        await behind.until(lambda: place(behind) == 1)


@in_virtual_time
async def test_shutting_down_lets_those_in_line_go(rig):
    """They are refused for now, so that their pages come again."""
    async with opened(rig) as house:
        await house.come("i0")
        page = await house.come("i1")
    error = house.visits[page].exception()
    assert isinstance(error, Refused)
    assert error.status == 503
