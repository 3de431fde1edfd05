"""The candidate's words and when their turn is over (F8, F14, T1, T2, T7, T9)."""

import asyncio

from greenroom.interview.commands import TakeTurn
from greenroom.interview.events import AckIgnored, AnswerGiven
from greenroom.interview.plan import Question
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_ack_over_the_interviewer(rig):
    """An acknowledgement over the interviewer's voice is recorded with its cause, stops nothing, answers
    nothing. The page is told its words."""
    async with rig.holding() as live:
        await live.audible()
        await asyncio.sleep(0.5)
        await live.speaker.say("yeah", 0.4)
        await live.asked()
        await live.until(lambda: live.of(AckIgnored))
        assert [event.text for event in live.of(AckIgnored)] == ["yeah"]
        assert not live.state.transcript.messages[-1].interrupted
        assert not live.of(AnswerGiven)
        assert [m["text"] for m in live.shown("ack")] == ["yeah"]
        acks = [m for m in live.state.transcript.messages if m.kind == "ack"]
        assert [(m.text, m.cause) for m in acks] == [("yeah", "ack")]


@in_virtual_time
async def test_same_word_in_silence(rig):
    """The same word is an answer once the interviewer is silent."""
    async with rig.holding() as live:
        await live.asked()
        await asyncio.sleep(1.5)
        await live.speaker.say("yeah", 0.4)
        await live.until(lambda: live.of(AnswerGiven))
        assert live.answers() == "yeah"


@in_virtual_time
async def test_typed_answer(rig):
    """A typed answer is an answer, and reaches the engine as it was typed."""
    async with rig.holding() as live:
        await live.asked()
        live.room.type("I grow beans, peas & kale")
        await live.until(lambda: live.answers())
        assert live.of(AnswerGiven)[0].typed
        assert live.answers() == "I grow beans, peas & kale"


@in_virtual_time
async def test_pause_within_an_answer(rig):
    """Words on both sides of a short pause are one answer; of a long one they are two."""
    async with rig.holding(interviewer=rig.Asking(takes_s=3)) as live:
        await live.asked()
        await live.speaker.say("I grow beans")
        await asyncio.sleep(0.7)
        await live.speaker.say("peas too")
        await live.until(lambda: live.answers())
        assert live.answers() == "I grow beans peas too"
        await live.speaker.say("by the wall")
        await live.until(lambda: len(live.of(AnswerGiven)) == 2)
        assert live.of(AnswerGiven)[1].text == "by the wall"


@in_virtual_time
async def test_unfinished_sentence(rig):
    """Whoever stops in the middle of a sentence is given more time than who has ended one."""

    async def waited(words):
        async with rig.holding() as live:
            await live.asked()
            await live.speaker.say(words)
            said = live.room._now_ms()
            await live.until(lambda: live.of(AnswerGiven))
            return live.of(AnswerGiven)[0].at - said

    ended, open_end = await waited("I grow beans at home"), await waited("I grow beans and")
    assert open_end > ended + 900


@in_virtual_time
async def test_yes_no_question(rig):
    """An answer to a yes/no question is taken for finished sooner."""

    async def waited(kind):
        opening = Question("garden.opening", "Do you have a garden", kind=kind)
        async with rig.holding(rig.stage("garden", opening=opening)) as live:
            await live.asked()
            await asyncio.sleep(1.5)
            await live.speaker.say("there is one indeed")
            said = live.room._now_ms()
            await live.until(lambda: live.of(AnswerGiven))
            return live.of(AnswerGiven)[0].at - said

    assert await waited("yesno") <= await waited("open") - 400


@in_virtual_time
async def test_slow_transcript(rig):
    """Words whose transcript comes long after the voice are an answer with the times of the voice."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans", 1.0, Hearing(delay_s=2.5, interims=False))
        said = live.room._now_ms()
        await live.until(lambda: live.answers())
        assert live.answers() == "I grow beans"
        assert abs(live.messages("answer")[0].ended_ms - said) < 100


@in_virtual_time
async def test_rambling_is_ended_at_a_pause(rig):
    """Who talks past the ramble limit keeps every word said so far, and the floor goes back."""
    garden = rig.stage("garden", ramble_limit=10_000)
    async with rig.holding(garden, rig.stage("kitchen")) as live:
        await live.asked()
        for part in range(8):
            if live.of(TakeTurn):
                break
            await live.speaker.say(f"part{part} goes on and on and", 3.0)
            await asyncio.sleep(0.45)
        await live.until(lambda: live.answers())
        assert live.of(TakeTurn)[0].cause == "ramble"
        assert all(f"part{n}" in live.answers() for n in range(part))
        await live.audible()
        assert len(live.of(AnswerGiven)) == 1
