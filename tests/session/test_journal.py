"""What a full or slow disk does to an interview, and how it goes on from its journal (F15, W4)."""

import asyncio

import pytest

from greenroom.interview.causes import EndReason
from greenroom.interview.commands import Consult, Say
from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    SpokenCommand,
    UtteranceFinished,
)
from greenroom.session.preemptive_reply import LEAD
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_slow_journal(rig):
    """A journal that is slow to write does not change when the interviewer was heard."""
    async with rig.holding() as live:
        await live.asked()
        live.journal.slow, live.journal.takes_s = "ActivityNoticed", 2.0
        live.room.command(SpokenCommand.REPEAT)
        await live.until(lambda: len(live.of(Say)) == 2)
        live.room.be_active()
        await live.audible()
        heard = live.room._now_ms()
        await live.until(lambda: live.messages("repeat"))
        assert live.messages("repeat")[0].started_ms == heard


@pytest.mark.parametrize("room_for", [1, 3, 6, 9])
@in_virtual_time
async def test_full_disk(rig, room_for):
    """A journal that cannot be written ends the interview: told, safe, nothing unwritten announced."""
    lines = rig.Lines(room_for=room_for)
    async with rig.holding(lines=lines, ends=True) as live:
        if room_for > 5:
            await live.asked()
            live.speaker.begin("I grow beans and peas")
    assert live.state.end_reason is EndReason.FAILED
    assert live.shown("notice")[-1]["level"] == "stop"
    assert live.shown("ended")[-1]["reason"] == "failed"
    announced = [m["id"] for m in live.shown("say")]
    written = "".join(lines.lines)
    assert all(f'"utterance_id":"{name}"' in written for name in announced)
    _, state, _ = rig.journal.read(lines.lines)
    assert not state.ended


@pytest.mark.parametrize("keep", range(2, 24))
@in_virtual_time
async def test_resumed_from_any_line(rig, keep):
    """Killed after any journal line, an interview goes on, repeats no question, loses no answer."""
    asking = rig.Asking(rig.own("What grows there in winter"), rig.LEAVE, rig.LEAVE)
    async with rig.holding(interviewer=asking) as first:
        await first.asked()
        await first.speaker.say("I grow beans and peas")
        await first.asked()
        await first.speaker.say("mostly cabbage in winter")
        await first.until(lambda: "winter" in first.answers())
        await first.audible()
    kept = rig.Lines()
    kept.lines = first.journal.lines[:keep]
    had = rig.journal.read(kept.lines)[1]
    async with rig.holding(lines=kept, resume=list(kept.lines)) as second:
        await second.audible()
        await second.asked()
        await second.speaker.say("here I am again")
        await second.until(lambda: "again" in second.answers())
        for message in had.transcript.messages:
            if message.kind == "answer":
                assert message.text in second.answers()
        asked = [question for question, _ in second.state.transcript.asked]
        assert len(asked) == len(set(asked))


@in_virtual_time
async def test_times_never_run_backwards(rig):
    """Whatever time a transport writes on its events, the journal's times only grow."""
    async with rig.holding() as live:
        await live.asked()
        for at in (999_999_999, -5, 0):
            live.interview.post(ActivityNoticed(at))
        await live.speaker.say("I grow beans")
        await live.until(lambda: live.answers())
        times = [event.at for event in live.events]
        assert times == sorted(times)
        assert times[-1] < 60_000


@pytest.mark.parametrize("step_s", [0.3, 0.9, 2.6])
@in_virtual_time
async def test_a_turn_that_ends_while_it_is_taken(rig, step_s):
    """A limit takes the turn, and before a slow disk has written that, the turn is over by itself: it is
    answered for once, with its words, and no empty answer stands beside them (T7, F15)."""
    garden = rig.stage("garden", ramble_limit=8_000)
    async with rig.holding(garden, rig.stage("kitchen")) as live:
        await live.asked()
        live.journal.slow, live.journal.takes_s = "DeadlineReached", step_s
        await live.speaker.say("I grow beans and peas and kale", 12.0, Hearing(delay_s=0.1))
        await live.until(lambda: live.answers())
        await asyncio.sleep(5)
        assert [event.text for event in live.of(AnswerGiven)] == ["I grow beans and peas and kale"]


@in_virtual_time
async def test_an_utterance_ends_when_it_falls_silent(rig):
    """A disk that is slow over its beginning: the record says when the interviewer fell silent, not when
    that was written. What is said after it is not said over it (T1, R1, F15)."""
    lasted = []
    for step_s in (0.0, 20.0):
        async with rig.holding() as live:
            live.journal.slow, live.journal.takes_s = "UtteranceStarted", step_s
            await live.until(lambda: live.of(UtteranceFinished))
            question = live.state.transcript.messages[0]
            lasted.append(question.ended_ms - question.started_ms)
    assert lasted[1] == pytest.approx(lasted[0], abs=50)


@in_virtual_time
async def test_a_voice_that_begins_while_a_step_is_written(rig):
    """A disk is slow over a reply, and meanwhile the candidate goes on: the reply is not said to them,
    and what is asked next knows what they said (T1)."""
    async with rig.holding(interviewer=rig.Asking(takes_s=1 + LEAD / 1000)) as live:
        await live.asked()
        live.journal.slow, live.journal.takes_s = "Replied", 0.8
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.of(Consult))
        await asyncio.sleep(1.3)
        await live.speaker.say("and some kale and cabbage", 3.0, Hearing(interims=False))
        await live.until(lambda: len(live.messages("question")) == 2, 30)
        assert live.answers() == "I grow beans and peas | and some kale and cabbage"
        assert len(live.of(Consult)) == 2
