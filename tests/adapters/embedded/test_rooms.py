"""Interviews of this process over their pages' sockets, from the first hello to the last (W3, O1)."""

import asyncio
from typing import Any

import pytest
from tests.adapters.embedded.held_rooms import opened

from greenroom.adapters.embedded.connection import ENDED
from greenroom.app.ports import Refused
from greenroom.interview.bounds import LONGEST_TYPED
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_whole_interview(rig):
    """A page is told the plan, hears questions, answers, and is let go when the interview is over."""
    page = rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        visit = house.visit(row, page)
        for count in range(1, 12):
            await page.until(lambda n=count: len(page.got("say")) >= n or page.closed, 400)
            said = page.seen and page.got("say")[-1]["id"]
            await page.until(lambda s=said: page.closed or page.idle_after(s), 60)
            if page.closed:
                break
            await house.speakers[0].say(
                "I am a backend engineer and I led the payment migration, it cut errors by half"
            )
        await page.until(lambda: page.closed, 600)
        await visit
        assert house.rooms.running == 0
        hello, *_ = page.seen
        assert (hello["t"], hello["protocol"], hello["resumed"]) == ("hello", 1, False)
        assert [stage["minutes"] for stage in hello["stages"]] == [2, 5]
        assert page.got("ended")[0]["report"] == "/interviews/i1/report"
        assert page.closed == (ENDED, "over")
        assert (await house.store.find("i1")).status == "ended"
        assert (await house.state(row)).ended
        with pytest.raises(Refused, match="over"):
            await house.rooms.attend(row, rig.Page())


@in_virtual_time
async def test_sound_that_stands_still(rig):
    """A page says that its sound stands still: the words are cut where it says, the clock stands, and
    when it plays again the question is said again. The record says that the voice was not heard."""
    page = rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        house.visit(row, page)
        await page.until(lambda: page.played > 48_000)
        said = page.got("say")[0]
        page.send("output", state="held", id=said["id"], played_ms=600)
        await asyncio.sleep(20)
        state = await house.state(row)
        cut = state.transcript.messages[0]
        assert cut.interrupted
        assert len(cut.text) <= len(said["text"]) * 600 / 1000 / (page.played / 48_000)
        assert state.absent_since is not None
        assert state.elapsed < 5_000
        page.send("output", state="shown")
        await page.until(lambda: len(page.got("say")) > 1)
        state = await house.state(row)
        assert state.absent_since is None
        assert [(i.kind, i.cause) for i in state.transcript.incidents] == [
            ("loudspeaker", "held"),
            ("loudspeaker", "no_output"),
        ]


@in_virtual_time
async def test_capacity(rig):
    """When all rooms are taken the next candidate waits in line; those inside may still come back."""
    async with opened(rig, capacity=1) as house:
        row, late = await rig.registered(house.store), await rig.registered(house.store, "i2")
        page = rig.Page()
        house.visit(row, page)
        await page.until(lambda: page.got("say"))
        assert (house.rooms.running, house.rooms.capacity) == (1, 1)
        waiting = rig.Page()
        house.visit(late, waiting)
        await waiting.until(lambda: waiting.seen)
        assert waiting.seen == [{"t": "waiting", "place": 1}]
        assert await house.store.journal_lines("i2") == []
        again = rig.Page()
        house.visit(row, again)
        await again.until(lambda: again.got("hello"))
        waiting.vanish()
        await asyncio.sleep(1)


@in_virtual_time
async def test_buttons_and_typing(rig):
    """Buttons, typed answers and "I'm finished" reach the interview."""
    page = rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        house.visit(row, page)
        await page.until(lambda: page.idle_after(None) and page.got("say"))
        page.send("mode", mode="type")
        page.send("typing")
        await asyncio.sleep(2)
        page.send("typed", text="I am Ada, a backend engineer")
        await page.until(lambda: len(page.got("say")) == 2)
        answer = next(m for m in (await house.state(row)).transcript.messages if m.kind == "answer")
        assert answer.text == "I am Ada, a backend engineer"
        assert answer.ended_ms == answer.started_ms  # typing time is no speaking time
        page.send("command", command="pause")
        await page.until(lambda: page.got("view")[-1]["cue"] == "paused")
        await house.rooms.command("i1", "resume")
        await page.until(lambda: page.got("view")[-1]["cue"] != "paused")
        with pytest.raises(Refused):
            await house.rooms.command("i1", "hire")
        with pytest.raises(Refused):
            await house.rooms.command("i2", "skip")


async def pinging(page: Any, seconds: int) -> None:
    """So long the page says nothing but that it is there."""
    for _ in range(0, seconds, 5):
        page.send("ping")
        await asyncio.sleep(5)


@in_virtual_time
async def test_unsent_words_hurry_nobody(rig):
    """For eight minutes, over a reload and over a page that says its mode again: no reminder and no move;
    the answer is one to the question under which it was begun, and a mode is journaled when it changes."""
    page = rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        house.visit(row, page)
        await page.until(lambda: page.idle_after(None) and page.got("say"))
        question = page.got("view")[-1]["question"]
        page.send("mode", mode="talk")
        page.send("typing", draft=True)
        await pinging(page, 100)
        page.vanish()
        again = rig.Page()
        house.visit(row, again)
        await again.until(lambda: again.got("view"))
        assert again.got("view")[-1]["unsent"] is True
        again.send("mode", mode="type")
        again.send("mode", mode="type")
        await pinging(again, 380)
        said = [say["kind"] for say in (*page.got("say"), *again.got("say"))]
        assert not {"reprompt", "simpler", "bridge"} & set(said)
        before = len(again.got("say"))
        again.send("typed", text="I am Ada, a backend engineer", question=question)
        await again.until(lambda: len(again.got("say")) > before)
        state = await house.state(row)
        answer = next(m for m in state.transcript.messages if m.kind == "answer")
        assert answer.question_id is not None
        lines = await house.store.journal_lines("i1")
        assert sum("AnswerModeSet" in line for line in lines) == 1


@in_virtual_time
async def test_a_typed_answer_that_is_too_long(rig):
    """One character over the limit is refused with what to do, and the interview waits; an answer at the
    limit is taken whole."""
    page, longest = rig.Page(), "long " * (LONGEST_TYPED // 5 - 1) + "long!"
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        house.visit(row, page)
        await page.until(lambda: page.idle_after(None) and page.got("say"))
        page.send("typed", text=longest + "!")
        await page.until(lambda: page.got("error"))
        (refused,) = page.got("error")
        assert refused["detail"] == (
            "a typed answer may have 8,000 characters, not 8,001; shorten it or send it in parts"
        )
        assert not [m for m in (await house.state(row)).transcript.messages if m.kind == "answer"]
        page.send("typed", text=longest)
        await page.until(lambda: len(page.got("say")) == 2)
        answers = [m for m in (await house.state(row)).transcript.messages if m.kind == "answer"]
        assert [answer.text for answer in answers] == [longest]
        assert len(page.got("error")) == 1
        assert page.closed is None


@in_virtual_time
async def test_finished_ends_the_turn(rig):
    """ "I'm finished" ends a turn sooner than silence would."""
    page = rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        house.visit(row, page)
        await page.until(lambda: page.idle_after(None) and page.got("say"))
        await house.speakers[0].say("I have been a backend engineer and")
        page.send("finish")
        ended = asyncio.get_running_loop().time()
        while "AnswerGiven" not in "".join(await house.store.journal_lines("i1")):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        assert asyncio.get_running_loop().time() - ended < 0.6


@in_virtual_time
async def test_erased_while_it_runs(rig):
    """An interview that is erased stops at once, and its page is hung up on."""
    page = rig.Page()
    async with opened(rig) as house:
        row = await rig.registered(house.store)
        visit = house.visit(row, page)
        await page.until(lambda: page.got("say"))
        await house.rooms.end("i1")
        await house.rooms.end("i1")
        await visit
        assert house.rooms.running == 0
        assert page.closed


@in_virtual_time
async def test_one_fault_is_one_interview(rig):
    """An interview whose parts fall over ends alone: the others go on."""
    page, other = rig.Page(), rig.Page()
    async with opened(rig) as house:
        row, fine = await rig.registered(house.store), await rig.registered(house.store, "i2")
        house.visit(fine, other)
        await other.until(lambda: other.got("say"))
        first, *_ = await house.store.journal_lines("i2")
        await house.store.journal("i1").append(first.replace('"i2"', '"i1"'))
        journal_of = house.store.journal
        house.store.journal = lambda name: _Full() if name == "i1" else journal_of(name)
        visit = house.visit(row, page)
        await visit
        assert page.got("notice")[-1]["level"] == "stop"
        assert house.rooms.running == 1
        assert other.closed is None
        assert (await house.store.find("i1")).status != "ended", "it can go on later"


class _Full:
    async def append(self, line: str) -> None:
        raise OSError(28, "No space left on device")
