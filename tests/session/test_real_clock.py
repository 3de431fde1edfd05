"""The same session on the machine's own clock: virtual time lets no two things race for real."""

import asyncio

import pytest

from greenroom.interview.events import AnswerGiven
from greenroom.simulation.fuzz.trial import run_real

pytestmark = pytest.mark.slow


async def test_answer_and_skip(rig):
    """An answer, a button and a second stage, in real time, with nothing lost and nothing left."""
    asking = rig.Asking(rig.own("And in winter"), takes_s=0.05)
    short = {"opening": rig.Question("q", "Your garden"), "reply_delay": 300}
    stages = [rig.stage("garden", **short), rig.stage("kitchen", **short)]
    async with rig.holding(*stages, interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("beans", 0.4)
        await live.until(lambda: live.answers(), 10)
        await live.asked()
        await live.speaker.say("cabbage", 0.4)
        live.leave_part()
        await live.until(lambda: len(live.entered) == 2 and "cabbage" in live.answers(), 10)
        assert live.answers().count("cabbage") == 1


async def test_barge_in(rig):
    """A barge-in stops the interviewer in real time, and the answer is on record."""
    async with rig.holding() as live:
        await live.audible()
        await asyncio.sleep(0.5)
        await live.speaker.say("hold on please", 0.9)
        await live.until(lambda: live.of(AnswerGiven), 10)
        assert live.state.transcript.messages[0].interrupted


def test_random_interviews_at_once():
    """A dozen random interviews race in one loop and for one processor, and break no rule."""
    outcomes = run_real(range(12))
    assert {o.seed: o.faults for o in outcomes if o.faults} == {}
    assert len({o.lines for o in outcomes}) == 12
