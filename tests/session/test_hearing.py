"""The candidate's words and when their turn is over (F8, F14, T1, T2, T7, T9)."""

import asyncio

import pytest

from greenroom.interview.commands import Say, TakeTurn
from greenroom.interview.events import (
    AckIgnored,
    AnswerGiven,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
)
from greenroom.interview.plan import Question
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time, run


@pytest.mark.parametrize(("said", "shown", "cause"), [("yeah", "yeah", "ack")])
@in_virtual_time
async def test_ack_over_the_interviewer(rig, said, shown, cause):
    """An acknowledgement over the interviewer's voice is recorded with its cause, stops nothing, answers
    nothing. The page is told its words."""
    async with rig.holding() as live:
        await live.audible()
        await asyncio.sleep(0.5)
        await live.speaker.say(said, 0.4)
        await live.asked()
        await live.until(lambda: live.of(AckIgnored))
        assert [event.text for event in live.of(AckIgnored)] == [said]
        assert not live.state.transcript.messages[-1].interrupted
        assert not live.of(AnswerGiven)
        assert [m["text"] for m in live.shown("ack")] == [shown]
        acks = [m for m in live.state.transcript.messages if m.kind == "ack"]
        assert [(m.text, m.cause) for m in acks] == [(said, cause)]


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


@in_virtual_time
async def test_push_to_talk_released(rig):
    """Releasing the button ends the turn as soon as its last words are known."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans and", 1.5)
        said = live.room._now_ms()
        await asyncio.sleep(0.28)
        live.interview.end_turn()
        await live.until(lambda: live.answers())
        assert live.answers() == "I grow beans and"
        assert live.of(AnswerGiven)[0].at - said < 700


@pytest.mark.parametrize("early_s", [0.0, 0.2, 0.4])
def test_push_to_talk_released_under_the_voice(rig, early_s):
    """Who releases the button with the last word, or just before it, is heard to the end, once: the
    recogniser has not guessed that word yet, and its stream must not be ended (F15)."""

    async def scenario():
        async with rig.holding() as live:
            await live.asked()
            live.speaker.begin("I grow beans and apples", 2.5, Hearing(delay_s=0.8))
            await asyncio.sleep(2.5 - early_s)
            live.interview.end_turn()
            await live.until(lambda: "apples" in live.answers(), 5)
            assert live.answers() == "I grow beans and apples"
            await asyncio.sleep(4)
            assert len(live.of(AnswerGiven)) == 1

    run(scenario())


@in_virtual_time
async def test_push_to_talk_released_under_a_second_voice(rig):
    """The words before a pause wait for those that are being said, of which nothing is known yet."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans", 1.2)
        await asyncio.sleep(0.4)
        live.speaker.begin("and apples", 0.6, Hearing(interims=False))
        await asyncio.sleep(0.5)
        live.interview.end_turn()
        await live.until(lambda: live.answers(), 3)
        await asyncio.sleep(4)
        assert live.answers() == "I grow beans and apples"
        assert live.of(AnswerGiven)[0].at - live.of(SpeechStopped)[-1].ended < 800


@in_virtual_time
async def test_push_to_talk_without_a_word(rig):
    """Releasing the button without having spoken is not an answer."""
    async with rig.holding() as live:
        await live.asked()
        live.interview.end_turn()
        await asyncio.sleep(3)
        assert not live.of(AnswerGiven)


@pytest.mark.parametrize("early_s", [-0.1, 0.0, 0.5])
def test_push_to_talk_released_with_a_cough(rig, early_s):
    """Nor is a noise one, of which the recogniser makes no words; what is said next is heard."""

    async def scenario():
        async with rig.holding() as live:
            await live.asked()
            live.speaker.begin("ahem", 1.0, Hearing(""))
            await asyncio.sleep(1.0 - early_s)
            live.interview.end_turn()
            await asyncio.sleep(4)
            assert not live.of(AnswerGiven)
            await live.speaker.say("I grow beans")
            await live.until(lambda: live.answers(), 5)
            assert live.answers() == "I grow beans"

    run(scenario())


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


def spans(live):
    """Answers that run through the start of something the interviewer said."""
    messages = live.state.transcript.messages
    starts = [m.started_ms for m in messages if m.speaker == "interviewer"]
    theirs = [m for m in messages if m.speaker == "candidate"]
    return [m for m in theirs if any(m.started_ms + 200 < s < m.ended_ms - 200 for s in starts)]


@in_virtual_time
async def test_interviewer_between_two_parts(rig):
    """Words before and after a time in which the interviewer spoke are two answers, not one."""
    async with rig.holding() as live:
        await live.audible()
        await asyncio.sleep(1)
        await live.speaker.say("Let's skip this one.", 1.2, Hearing(interims=False))
        await asyncio.sleep(0.05)
        await live.speaker.say("one two", 0.8, Hearing(delay_s=0.1))  # the same voice goes on
        await live.audible()
        await asyncio.sleep(0.3)
        await live.speaker.say("three four five")
        await live.until(lambda: "five" in live.answers())
        assert live.answers() == "one two | three four five"
        assert not spans(live)


@in_virtual_time
async def test_interviewer_is_not_cut_by_words_before(rig):
    """Words from before the interviewer began do not cut the interviewer off."""
    async with rig.holding() as live:
        await live.audible()
        await asyncio.sleep(1)
        await live.speaker.say("Let's skip this one.", 1.2, Hearing(interims=False))
        await asyncio.sleep(0.05)
        await live.speaker.say("one two", 0.8, Hearing(delay_s=0.1))
        await live.audible()
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
