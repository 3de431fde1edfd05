"""The candidate's words come through a handoff, once (F4, F15)."""

import asyncio

import pytest

from greenroom.interview.events import AnswerGiven, SpeechStarted, SpeechStopped
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_words_before_a_handoff(rig):
    """Words that wait for more when the agents are swapped are posted, soon and once."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("one two three")
        ended = live.room._now_ms()
        await asyncio.sleep(0.5)
        live.interview._parts.session.update_agent(live.interview._parts.agent(0))
        await live.until(lambda: live.answers())
        assert live.answers() == "one two three"
        assert live.of(AnswerGiven)[0].at - ended < 4_000
        await asyncio.sleep(5)
        assert len(live.of(AnswerGiven)) == 1


@in_virtual_time
async def test_voice_through_a_handoff(rig):
    """A voice that goes on through a handoff has not stopped, though LiveKit reports a stop."""
    async with rig.holding() as live:
        await live.asked()
        live.speaker.begin("one two three four five six", 6.0)
        await asyncio.sleep(2)
        live.leave_part()
        await live.until(lambda: "six" in live.answers())
        assert live.entered == ["garden", "kitchen"]
        assert len(live.of(SpeechStarted)) == 1
        assert len(live.of(SpeechStopped)) == 1
        stops = live.of(SpeechStopped)[0]
        assert stops.ended - live.of(SpeechStarted)[0].began >= 5_900


@in_virtual_time
async def test_line_lost_in_a_handoff(rig):
    """Words of a line that is lost in the middle of a handoff come once, though their recogniser
    cannot be told to forget them then (F15)."""
    async with rig.holding() as live:
        await live.asked()
        hearing = live.interview._parts.hearing
        hearing.handing_off(True)
        live.speaker.begin("one two three four five", 2.5)
        await asyncio.sleep(1.5)
        hearing.lost(for_good=True)
        await asyncio.sleep(0.05)
        hearing.handing_off(False)
        await live.until(lambda: "five" in live.answers())
        assert live.answers().count("one") == 1


@pytest.mark.parametrize("pause_ms", [150, 400, 900])
@in_virtual_time
async def test_answer_split_by_a_handoff(rig, pause_ms):
    """An answer of which the first half comes before a handoff and the rest after it loses nothing."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("one two three four", 1.5)
        live.leave_part()
        await asyncio.sleep(pause_ms / 1000)
        await live.speaker.say("five six seven", 1.5)
        await live.until(lambda: "seven" in live.answers())
        await live.asked()
        live.entered_once()
        live.words_once("one two three four", "five six seven")
