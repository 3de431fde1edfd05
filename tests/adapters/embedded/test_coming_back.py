"""Pages that are lost and come back, and a process that ends: the interview goes on where it was (W4, F15)."""

import asyncio

import pytest
from tests.adapters.embedded.held_rooms import opened

from greenroom.adapters.embedded.connection import RESTARTING, TAKEN
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.abandoned_interviews import AbandonedInterviews
from greenroom.app.ports import OperatorFault, Refused
from greenroom.interview.time_limits import ABSENCE_LIMIT
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_back_after_a_loss(rig):
    """A page that lost its line comes back to the same session: what was being said was cut where
    it was heard, the clock stood still, and the view is there at once."""
    first, second = rig.Page(), rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        visit = house.visit(row, first)
        await first.until(lambda: first.played > 48_000)
        words = first.got("say")[0]["text"]
        first.vanish()
        await visit
        assert house.rooms.running == 1
        await asyncio.sleep(20)
        state = await house.state(row)
        cut = state.transcript.messages[0]
        assert cut.interrupted
        assert cut.text
        assert words.startswith(cut.text)
        assert len(cut.text) < len(words)
        assert state.absent_since is not None
        house.visit(row, second)
        await second.until(lambda: second.got("say"))
        assert [m["t"] for m in second.seen[:2]] == ["hello", "view"]
        assert second.seen[0]["resumed"]
        assert len(house.speakers) == 1, "the same session, the same ears"
        assert (await house.state(row)).absent_since is None


@in_virtual_time
async def test_blink(rig):
    """A page that is back within the grace while nobody spoke was never away."""
    first, second = rig.Page(), rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        visit = house.visit(row, first)
        await first.until(lambda: first.idle_after(None) and first.got("say"))
        await asyncio.sleep(0.5)
        first.vanish()
        await visit
        await asyncio.sleep(0.5)
        house.visit(row, second)
        await asyncio.sleep(3)
        assert "CandidateLeft" not in await house.events(row)
        assert second.got("hello")


@in_virtual_time
async def test_second_tab_takes_over(rig):
    """The newest page wins; the older is told so and closed, and is not listened to any more."""
    first, second = rig.Page(), rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        older = house.visit(row, first)
        await first.until(lambda: first.played > 24_000)
        house.visit(row, second)
        await older
        assert first.seen[-1] == {"t": "taken"}
        assert first.closed[0] == TAKEN
        await second.until(lambda: second.played > 24_000)
        assert house.rooms.running == 1


@in_virtual_time
async def test_an_abandoned_room_can_be_had(rig):
    """Who has been away for a minute leaves the room to the next one, and goes on with the same
    interview once there is a room again."""
    async with opened(rig, capacity=1) as house:
        row, next_row = await rig.registered(house.store), await rig.registered(house.store, "i2")
        page, other = rig.Page(), rig.Page()
        house.visit(row, page)
        await page.until(lambda: page.idle_after(None) and page.got("say"))
        page.vanish()
        await asyncio.sleep(50)
        assert house.rooms.running == 1
        house.visit(next_row, other)
        await other.until(lambda: other.got("waiting"))
        assert not other.got("hello")
        await other.until(lambda: other.got("say"), within_s=15)
        assert house.rooms.running == 1
        await house.rooms.end("i2")
        assert not (await house.state(row)).ended
        back = rig.Page()
        house.visit(await house.store.find("i1"), back)
        await back.until(lambda: back.got("say"))
        state = await house.state(row)
        assert state.prompt.question.text in back.got("view")[-1]["question"]


@in_virtual_time
async def test_restart(rig):
    """Shutting down keeps the journal; in the next process the interview goes on where it was."""
    store, first, second = MemoryStore().interviews, rig.Page(), rig.Page()
    async with opened(rig, store) as house:
        row = await rig.registered(house.store)
        house.visit(row, first)
        await first.until(lambda: first.idle_after(None) and first.got("say"))
        await house.speakers[0].say("I have been a backend engineer for nine years")
        await first.until(lambda: len(first.got("say")) == 2)
    assert first.closed[0] == RESTARTING
    assert not first.got("ended")
    assert (await store.find("i1")).status == "running"
    before = await store.journal_lines("i1")
    async with opened(rig, store) as house:
        house.visit(await store.find("i1"), second)
        await second.until(lambda: second.idle_after(None) and second.got("say"))
        after = await store.journal_lines("i1")
        assert list(after[: len(before)]) == list(before)
        assert "SessionResumed" in after[len(before)]
        state = await house.state(row)
        asked = [m.question_id for m in state.transcript.messages if m.kind == "greeting"]
        assert len(asked) <= 1, "nobody is greeted twice"
        assert [m.text for m in state.transcript.messages if m.kind == "answer"] == [
            "I have been a backend engineer for nine years"
        ]


@in_virtual_time
async def test_nobody_came_back_after_a_restart(rig):
    """Five minutes after the restart an interview whose page did not come back is over; who asks for it
    then is told so. One that is held, and one that a page has opened meanwhile, go on."""
    store, pages = MemoryStore().interviews, [rig.Page() for _ in range(3)]
    async with opened(rig, store, capacity=3) as house:
        for number, page in enumerate(pages[:2]):
            house.visit(await rig.registered(house.store, f"i{number}"), page)
            await page.until(lambda page=page: page.idle_after(None) and page.got("say"))
    async with opened(rig, store, capacity=3) as house:
        absentees = AbandonedInterviews(store, house.rooms, rig.noon)
        await absentees.look()
        await asyncio.sleep(ABSENCE_LIMIT / 1000 - 5)
        house.visit(await store.find("i1"), pages[2])
        await pages[2].until(lambda: pages[2].got("say"))
        await asyncio.sleep(5)
        await absentees.look()
        gone, held = await store.find("i0"), await store.find("i1")
        assert (gone.status, held.status) == ("ended", "running")
        assert (await house.state(gone)).end_reason == "candidate_left"
        with pytest.raises(Refused, match="over"):
            await house.rooms.attend(gone, rig.Page())
        with pytest.raises(Refused):
            async with house.rooms.reserve(held):
                raise AssertionError("two have it")


@in_virtual_time
async def test_torn_journal(rig):
    """A journal that cannot be believed is refused by name, and takes no room."""
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        await house.store.journal("i1").append("{}")
        with pytest.raises(OperatorFault, match="i1"):
            await house.rooms.attend(row, rig.Page())
        assert house.rooms.running == 0
