"""Words that are told late neither cut the interviewer off nor run through what it said (T1, F12)."""

import asyncio

from greenroom.interview.events import AckIgnored
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time


def spans(live):
    """Answers that run through the start of something the interviewer said."""
    messages = live.state.transcript.messages
    starts = [m.started_ms for m in messages if m.speaker == "interviewer"]
    theirs = [m for m in messages if m.speaker == "candidate"]
    return [m for m in theirs if any(m.started_ms + 200 < s < m.ended_ms - 200 for s in starts)]


async def skip_and_go_on(live):
    """Skip over the first question, say more in the same voice, and hear what follows begin."""
    await live.audible()
    await asyncio.sleep(1)
    await live.speaker.say("Let's skip this one.", 1.2, Hearing(interims=False))
    await asyncio.sleep(0.05)
    await live.speaker.say("one two", 0.8, Hearing(delay_s=0.1))
    await live.audible()


@in_virtual_time
async def test_interviewer_between_two_parts(rig):
    """Words before and after a time in which the interviewer spoke are two answers, not one."""
    async with rig.holding() as live:
        await skip_and_go_on(live)
        await asyncio.sleep(0.3)
        await live.speaker.say("three four five")
        await live.until(lambda: "five" in live.answers())
        assert live.answers() == "one two | three four five"
        assert not spans(live)


@in_virtual_time
async def test_interviewer_is_not_cut_by_words_before(rig):
    """Words from before the interviewer began do not cut the interviewer off."""
    async with rig.holding() as live:
        await skip_and_go_on(live)
        await live.until(lambda: live.messages("bridge"))
        assert not live.messages("bridge")[0].interrupted
        assert live.answers() == "one two"


@in_virtual_time
async def test_typed_after_spoken(rig):
    """Spoken words that wait for more are part of the typed answer that follows, and come first."""
    asking = rig.Asking()
    async with rig.holding(interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans because")
        await asyncio.sleep(1)
        live.room.type("they taste good")
        await live.audible()
        await asyncio.sleep(0.4)
        await live.speaker.say("and that was all")
        await live.until(lambda: "all" in live.answers())
        assert live.answers() == "I grow beans because | they taste good | and that was all"
        assert asking.briefs[-2].answer == "I grow beans because they taste good"
        assert not spans(live)


@in_virtual_time
async def test_voice_after_a_typed_answer(rig):
    """A voice that begins while a typed answer waits for earlier words is heard to its end, once."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("cough", 0.6, Hearing(""))
        await asyncio.sleep(0.7)
        live.room.type("I grow beans")
        await live.speaker.say("one two three four five six seven eight nine", 6.0)
        await live.until(lambda: "nine" in live.answers())
        await asyncio.sleep(3)
        assert live.answers() == "I grow beans | one two three four five six seven eight nine"


@in_virtual_time
async def test_ack_right_after_the_floor_was_taken(rig):
    """Words that were answered lend no weight to a backchannel that follows: nothing is cut off."""
    garden = rig.stage("garden", ramble_limit=3_000)
    async with rig.holding(garden, rig.stage("kitchen"), interviewer=rig.Asking(takes_s=0)) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas and kale and", 4.0, Hearing(delay_s=0.1))
        await live.audible()
        await asyncio.sleep(0.3)
        await live.speaker.say("mm-hmm", 0.3)
        await live.until(lambda: len(live.messages("question")) == 2)
        assert not live.messages("question")[1].interrupted
        assert live.of(AckIgnored)


@in_virtual_time
async def test_interviewer_is_not_cut_by_words_answered(rig):
    """Words that were obeyed while their voice went on do not cut off what is said to them."""
    async with rig.holding() as live:
        await live.audible()
        await asyncio.sleep(1)
        await live.speaker.say("Could you repeat that?", 1.2, Hearing(delay_s=0.1, interims=False))
        await asyncio.sleep(0.05)
        await live.speaker.say("cough", 0.4, Hearing(""))  # the same voice goes on
        await live.audible()
        await live.until(lambda: live.messages("repeat"))
        assert not live.messages("repeat")[0].interrupted


@in_virtual_time
async def test_two_finals_in_one_instant(rig):
    """A slow recogniser gives two pieces at once, when the wait is over already. The answer has both,
    and the second does not cut the reply off (F12, T1)."""
    async with rig.holding(interviewer=rig.Asking(rig.own("And in winter then"))) as live:
        await live.asked()
        await live.speaker.say("beans", 0.3, Hearing(delay_s=1.4, interims=False))
        await live.speaker.say("cabbage", 0.3, Hearing(delay_s=0.3, interims=False))
        await live.until(lambda: len(live.messages("question") + live.messages("probe")) > 1)
        assert live.answers() == "beans cabbage"
        reply = live.state.transcript.messages[-1]
        assert (reply.text, reply.interrupted) == ("And in winter then", False)
