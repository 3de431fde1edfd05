"""The reply is made ready inside the wait for the end of an answer (T8)."""

import asyncio

import pytest

from greenroom.interview.commands import Consult
from greenroom.interview.events import AnswerGiven, Replied, UtteranceStarted
from greenroom.simulation.clock import in_virtual_time

TOLD = "I keep bees on the roof of the town hall."
MORE = "In winter I build the hives myself."


class Slow:
    """Takes its time, and remembers what it was asked, what it told, and what was called off."""

    def __init__(self, takes_s):
        self.takes_s, self.asked, self.told, self.cancelled = takes_s, [], [], []

    async def reply(self, brief):
        self.asked.append(brief.answer)
        try:
            await asyncio.sleep(self.takes_s)
        except asyncio.CancelledError:
            self.cancelled.append(brief.answer)
            raise
        self.told.append(brief.answer)
        return ()


async def waited(rig, takes_s):
    """Milliseconds from the last word to the first sound of the reply."""
    async with rig.holding(interviewer=Slow(takes_s)) as live:
        await live.asked()
        await live.speaker.say(TOLD)
        at, heard = live.room._now_ms(), len(live.of(UtteranceStarted))
        await live.until(lambda: len(live.of(UtteranceStarted)) > heard)
        return live.of(UtteranceStarted)[-1].at - at


@in_virtual_time
async def test_the_time_of_a_model_is_part_of_the_wait(rig):
    """A reply that takes a second is heard when one is heard that takes no time."""
    assert await waited(rig, 1.0) - await waited(rig, 0.0) < 50


@pytest.mark.parametrize("pause_s", [0.9, 1.4, 1.8])
@pytest.mark.parametrize("takes_s", [0.0, 5.0])
def test_a_reply_to_half_an_answer_is_thrown_away(rig, pause_s, takes_s):
    """Whoever goes on hears nothing of a reply that was made ready: one answer, one turn, one question, and
    the model was called off where it had not replied."""

    @in_virtual_time
    async def scenario():
        slow = Slow(takes_s)
        async with rig.holding(interviewer=slow) as live:
            await live.asked()
            heard = len(live.of(UtteranceStarted))
            await live.speaker.say(TOLD)
            await asyncio.sleep(pause_s)
            assert slow.asked == [TOLD]
            assert not live.of(Consult)
            await live.speaker.say(MORE)
            await live.until(lambda: live.of(AnswerGiven))
            assert len(live.of(UtteranceStarted)) == heard
            await live.until(lambda: live.state.log.asked == 2)
            assert live.answers() == f"{TOLD} {MORE}"
            assert live.state.log.turns == 1
            assert (TOLD in slow.cancelled) is (takes_s > pause_s)
            assert slow.asked == [TOLD, f"{TOLD} {MORE}"]
            assert len(live.of(Consult)) == 1

    scenario()


@in_virtual_time
async def test_a_request_wants_no_reply(rig):
    """Nothing is asked of the model about a request, and about an answer it is asked once."""
    slow = Slow(0.5)
    async with rig.holding(interviewer=slow) as live:
        await live.asked()
        await live.speaker.say("Can you repeat the question?")
        await live.asked()
        assert slow.asked == []
        await live.speaker.say(TOLD)
        await live.until(lambda: live.of(Replied))
        assert slow.asked == [TOLD]


@in_virtual_time
async def test_replies_that_nobody_hears_are_bounded(rig):
    """However often somebody draws breath, only so many replies are made ready for one answer."""
    slow = Slow(0.2)
    async with rig.holding(interviewer=slow) as live:
        await live.asked()
        for number in range(6):
            await live.speaker.say(f"There is part {number} of it.")
            await asyncio.sleep(1.2)
        await live.until(lambda: live.of(Replied))
        assert len(slow.asked) == 4
