"""How an interview is left, taken up again, broken off and ended (F4, F14, F15)."""

import asyncio

import pytest

from greenroom.interview.causes import EndReason
from greenroom.interview.events import AnswerGiven, CommandGiven, SpokenCommand
from greenroom.interview.time_limits import LAST_WORDS
from greenroom.session.end_of_turn import FINAL_WAIT
from greenroom.simulation.clock import in_virtual_time


def test_the_end_waits_for_as_long_as_last_words_may_take():
    """A limit that ends the interview waits for longer than the session waits for a transcript."""
    assert FINAL_WAIT < LAST_WORDS


@in_virtual_time
async def test_silent_candidate(rig):
    """With nobody saying a word the interview reprompts, moves on, and ends by itself."""
    async with rig.holding(ends=True) as live:
        pass
    assert live.entered == ["garden", "kitchen"]
    assert live.state.end_reason is EndReason.COMPLETED
    assert live.state.transcript.stages[0].cause == "inactivity"


@in_virtual_time
async def test_leaving_and_coming_back(rig):
    """Who leaves in the middle and comes back goes on in the same stage, and no answer is lost."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.answers())
        await live.asked()
        live.room.leave()
        await asyncio.sleep(40)
        live.room.join()
        await live.audible()
        await live.asked()
        await live.speaker.say("mostly cabbage in winter")
        await live.until(lambda: "winter" in live.answers())
        assert live.entered == ["garden"]
        assert live.answers() == "I grow beans and peas | mostly cabbage in winter"


@in_virtual_time
async def test_a_good_bye_that_was_cut_off(rig):
    """Half a word at the end of a lost line may be taken for a good-bye: nobody is there to take it back, so it
    ends nothing, and who comes back is asked again (F14)."""
    async with rig.holding() as live:
        await live.asked()
        live.speaker.begin("I want to stop here, goodbye", 3.0)
        await asyncio.sleep(3.2)
        live.room.leave()
        await asyncio.sleep(20)
        told = [m for m in live.state.transcript.messages if m.speaker == "candidate"]
        assert [m.kind for m in told] == ["command"]
        live.room.join()
        await live.audible()
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: "beans" in live.answers())


@in_virtual_time
async def test_leaving_for_good(rig):
    """Who does not come back has left: the interview ends and says so."""
    async with rig.holding(ends=True) as live:
        await live.asked()
        live.speaker.begin("I grow beans and", 3.0)
        await asyncio.sleep(1)
        live.room.leave()
    assert live.state.end_reason is EndReason.CANDIDATE_LEFT
    assert live.shown("ended")[-1]["reason"] == "candidate_left"


@in_virtual_time
async def test_nothing_after_the_end(rig):
    """What is posted after the end changes nothing, neither the state nor the journal."""
    async with rig.holding(ends=True) as live:
        await live.asked()
        live.room.command(SpokenCommand.END)
    state, lines = live.state, list(live.journal.lines)
    assert state.end_reason is EndReason.CANDIDATE_ENDED
    live.interview.post(CommandGiven(0, SpokenCommand.SKIP))
    live.interview.post(AnswerGiven(0, "too late", 0, 0))
    live.interview.end_turn()
    await asyncio.sleep(1)
    assert live.state == state
    assert live.journal.lines == lines


@in_virtual_time
async def test_end_taken_back(rig):
    """ "No, go on" over the good-bye takes a spoken end back."""
    async with rig.holding() as live:
        await live.asked()
        live.room.command(SpokenCommand.END)
        await live.audible()
        await live.speaker.say("no, go on", 0.8)
        await live.asked()
        await asyncio.sleep(5)
        assert not live.state.ended
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: "beans" in live.answers())


@in_virtual_time
async def test_cancelled(rig):
    """Cancelled with its process, an interview closes its session and leaves a journal to resume."""
    async with rig.holding() as live:
        await live.asked()
    assert not live.state.ended
    assert rig.journal.read(live.journal.lines)[1] == live.state


@in_virtual_time
async def test_session_closed_by_itself(rig):
    """When LiveKit gives its session up, the interview ends as failed instead of hanging."""
    async with rig.holding(ends=True) as live:
        await live.asked()
        live.interview._parts.session.shutdown()
    assert live.state.end_reason is EndReason.FAILED


@pytest.mark.parametrize("step_s", [0, 0.9, 2.6])
@in_virtual_time
async def test_voice_without_end(rig, step_s):
    """Who never stops speaking is cut off without a word, and everything understood is on record,
    however long a busy disk takes for each step (F15)."""
    words = [f"n{n}" for n in range(400)]
    short = {"hard_limit": 20_000, "ramble_limit": 500_000}
    stages = [rig.stage(name, **short) for name in ("garden", "kitchen")]
    async with rig.holding(*stages, ends=True) as live:
        await live.asked()
        live.journal.slow, live.journal.takes_s = "DeadlineReached", step_s
        live.speaker.begin(" ".join(words), 400)
    assert live.state.end_reason is EndReason.TIME
    assert live.state.transcript.messages[-1].kind == "answer"
    known = live.answers().split()
    assert known == words[: len(known)]
    assert len(known) > 150
