"""A whole interview on LiveKit's real session, and what is said in it (F3, F10, F12, F13)."""

from greenroom.interview.causes import EndReason
from greenroom.interview.commands import Consult, Say
from greenroom.interview.events import (
    SpeechStarted,
    SpeechStopped,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_whole_interview(rig):
    """Two stages, an answer in each, one bridge, one closing, and it ends by itself."""
    asking = rig.Asking(rig.own("What grows there in winter"), rig.LEAVE, rig.LEAVE)
    async with rig.holding(interviewer=asking, ends=True) as live:
        for words in ("I grow beans and peas", "mostly cabbage in winter", "I cook every day"):
            await live.asked()
            await live.speaker.say(words)
    assert live.entered == ["garden", "kitchen"]
    assert live.answers() == "I grow beans and peas | mostly cabbage in winter | I cook every day"
    assert len(live.messages("bridge")) == 1
    assert [m.text for m in live.messages("closing")] == ["Thank you very much and good bye"]
    assert live.state.end_reason is EndReason.COMPLETED
    assert live.shown("ended")[-1]["report"] == "/interviews/i1/report"


@in_virtual_time
async def test_one_utterance_at_a_time(rig):
    """Every utterance is started and finished before the next one is said."""
    asking = rig.Asking(rig.own("What grows there in winter"), rig.LEAVE, rig.LEAVE)
    async with rig.holding(interviewer=asking, ends=True) as live:
        for words in ("I grow beans and peas", "mostly cabbage in winter", "I cook every day"):
            await live.asked()
            await live.speaker.say(words)
    order = [
        type(event).__name__[9:]
        for event in live.events
        if isinstance(event, UtteranceStarted | UtteranceFinished)
    ]
    assert order == ["Started", "Finished"] * len(live.of(Say))


@in_virtual_time
async def test_times_of_an_answer(rig):
    """An answer began and ended when the voice did, not when LiveKit reported it."""
    async with rig.holding() as live:
        await live.asked()
        began = live.room._now_ms()
        await live.speaker.say("I grow beans and peas", 3.0)
        await live.until(live.answers)
        answer = live.messages("answer")[0]
        assert abs(answer.started_ms - began) <= 100
        assert abs(answer.ended_ms - answer.started_ms - 3_000) <= 120
        assert [type(e) for e in live.events if isinstance(e, SpeechStarted | SpeechStopped)] == [
            SpeechStarted,
            SpeechStopped,
        ]


@in_virtual_time
async def test_barge_in(rig):
    """Real speech stops the interviewer; of the cut utterance only the heard words are on record."""
    async with rig.holding() as live:
        await live.audible()
        await live.speaker.say("wait please I have a question about this", 2.0)
        await live.until(live.answers)
        cut = live.state.transcript.messages[0]
        whole = live.of(Say)[0].text
        assert cut.interrupted
        assert whole.startswith(cut.text)
        assert 0 < len(cut.text) < len(whole)
        assert live.state.transcript.barge_ins == 1


@in_virtual_time
async def test_talked_over_before_audible(rig):
    """An utterance that the candidate talked over before it was audible is not on record as said."""
    asking = rig.Asking(takes_s=0.5)
    async with rig.holding(interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.of(Consult))
        await live.until(lambda: len(live.of(Say)) == 2)
        await live.speaker.say("and also very big potatoes", 1.5)
        await live.until(lambda: len(live.messages("answer")) == 2)
        finished = [e for e in live.of(UtteranceFinished) if e.utterance_id == "u2"]
        assert [(e.heard, e.interrupted) for e in finished] == [("", True)]
        assert not any(e.utterance_id == "u2" for e in live.of(UtteranceStarted))
        assert live.answers() == "I grow beans and peas | and also very big potatoes"
