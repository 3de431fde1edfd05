"""How an interview is interrupted, resumed, broken off and ended, and what a slow disk does to it
(F4, F14, F15, W4)."""

import asyncio

import pytest

from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.interview.causes import EndReason
from greenroom.interview.commands import Consult, Say
from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    CommandGiven,
    IncidentNoticed,
    Replied,
    SpokenCommand,
    UtteranceFinished,
)
from greenroom.interview.time_limits import LAST_WORDS
from greenroom.session.end_of_turn import FINAL_WAIT
from greenroom.session.equipment import News
from greenroom.session.preemptive_reply import LEAD
from greenroom.session.voice import Degraded
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_speech import scripted_voice


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
async def test_interviewer_never_answers(rig):
    """An interviewer that does not answer is replaced by the plan's own next question."""
    async with rig.holding(interviewer=rig.Asking(takes_s=500)) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.of(Consult))
        await live.asked()
        assert live.of(Say)[-1].text.endswith("What about garden topic 0 alpha then")


@in_virtual_time
async def test_interviewer_fails(rig):
    """A provider's failure is an incident on record, and the next question comes at once."""

    class Failing:
        async def reply(self, brief):
            raise UpstreamFault("acme", "http_500", retryable=True)

    async with rig.holding(interviewer=Failing()) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: len(live.of(Say)) == 2, 5)
        assert [(e.kind, e.cause) for e in live.of(IncidentNoticed)] == [
            ("interviewer", "http_500")
        ]
        assert live.of(Replied)[0].proposals == ()
        await live.speaker.say("I also grow some pumpkins")
        await live.until(lambda: len(live.of(IncidentNoticed)) == 2, 20)
        assert len(live.shown("notice")) == 1, "the candidate is told once (S4)"


@in_virtual_time
async def test_a_budget_speaks_for_itself(rig):
    """When the model may not be asked any more the record says why; the notice is the budget's."""

    class Unaffordable:
        async def reply(self, brief):
            raise UpstreamFault("acme", UpstreamCause.BUDGET, retryable=False)

    news = News()
    async with rig.holding(interviewer=Unaffordable(), news=news) as live:
        await live.asked()
        await live.speaker.say("I grow beans and peas")
        await live.until(lambda: live.of(IncidentNoticed), 5)
        assert live.shown("notice") == []
        news.tell(Degraded("budget", "used_up", "The budget is used up."))
        await live.until(lambda: len(live.of(IncidentNoticed)) == 2, 5)
        assert [(e.kind, e.cause) for e in live.of(IncidentNoticed)] == [
            ("interviewer", "budget"),
            ("budget", "used_up"),
        ]
        assert [one["text"] for one in live.shown("notice")] == ["The budget is used up."]


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


@pytest.mark.parametrize("room_for", [1, 3, 6, 9])
def test_full_disk(rig, virtual, room_for):
    """A journal that cannot be written ends the interview: told, safe, nothing unwritten announced."""

    async def scenario():
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

    virtual(scenario())


@pytest.mark.parametrize("keep", range(2, 24))
def test_resumed_from_any_line(rig, virtual, keep):
    """Killed after any journal line, an interview goes on, repeats no question, loses no answer."""

    async def scenario():
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

    virtual(scenario())


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


async def rambled(live, last):
    """Talk on until the limit leads to the kitchen; the last words are understood as `last` says."""
    await live.asked()
    while "kitchen" not in live.entered:
        await live.speaker.say("I grow beans and peas and", 3.0, Hearing(delay_s=0.1))
        await asyncio.sleep(0.05)
    await live.speaker.say("then we eat all of it", 3.0, last)


@pytest.mark.parametrize("late_s", [0.3, 0.5, 0.8, 1.2, 2.5])
@in_virtual_time
async def test_bridge_over_words_on_their_way(rig, late_s):
    """The first pause after the limit is taken for the bridge before its last words are understood:
    they are on record and cut nothing off, and no empty answer follows them (F8, T7)."""
    garden = rig.stage("garden", hard_limit=6_000)
    async with rig.holding(garden, rig.stage("kitchen")) as live:
        await rambled(live, Hearing(delay_s=late_s))
        await live.until(lambda: live.messages("bridge"))
        await asyncio.sleep(3)
        assert all(event.text for event in live.of(AnswerGiven))
    assert not live.messages("bridge")[0].interrupted
    assert live.answers().endswith("then we eat all of it")


@pytest.mark.parametrize("late_s", [0.3, 0.8, 1.6])
@pytest.mark.parametrize("voice_s", [0.6, 2.0])
@in_virtual_time
async def test_a_slow_voice_says_the_bridge_once(rig, voice_s, late_s):
    """On a busy machine the bridge takes a while to become audible, and words of the ramble come meanwhile:
    they are on record, and the bridge is not begun anew for them (F8, F10)."""

    def slow(speaker):
        voice = scripted_voice(speaker)
        voice.tts.first_byte_s = voice_s
        return voice

    garden = rig.stage("garden", hard_limit=6_000)
    async with rig.holding(garden, rig.stage("kitchen"), voice=slow) as live:
        await rambled(live, Hearing(delay_s=late_s))
        await live.until(lambda: live.messages("bridge"))
        await asyncio.sleep(2)
        assert [said["kind"] for said in live.shown("say")] == ["question", "bridge"]
        assert live.answers().endswith("then we eat all of it")


@in_virtual_time
async def test_words_that_come_after_the_bridge(rig):
    """Words that were spoken before the bridge and come after its end are on record. They answer nothing that
    it asks, so nothing is asked about them, and no question is used up."""
    garden = rig.stage("garden", hard_limit=6_000)
    async with rig.holding(garden, rig.stage("kitchen")) as live:
        await rambled(live, Hearing(delay_s=6.0, interims=False))
        await live.until(lambda: live.answers().endswith("then we eat all of it"))
        await asyncio.sleep(3)
        assert [said["kind"] for said in live.shown("say")] == ["question", "bridge"]
        assert live.state.log.asked == 1
        assert live.state.log.turns == 0


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
