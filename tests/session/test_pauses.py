"""People are let finish: how long a silence ends an answer, and what happens when they go on (T8)."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from greenroom.interview.commands import StopSpeaking
from greenroom.interview.events import AckIgnored, AnswerGiven, UtteranceStarted
from greenroom.interview.plan import Question
from greenroom.interview.record import record
from greenroom.simulation.clock import in_virtual_time

TOLD = {
    "introductions": (
        (
            "My name is Ines and I run a small bakery in Porto.",
            "Before that I drove trams for nine years.",
            "Baking was what I did at night, and in the end I chose it.",
        ),
        (
            "I'm a land surveyor.",
            "Most of my days are spent on motorway sites.",
            "I trained in Leeds and moved north after my second child.",
        ),
        (
            "I have looked after the laboratory at a brewery since 2019.",
            "We test every batch twice.",
            "What I like best is teaching the trainees.",
        ),
        (
            "Well, I started as a porter in a hotel.",
            "Two years later they put me at the desk.",
            "Now I plan the shifts for forty people,",
            "and I write the training for newcomers.",
        ),
    ),
    "stories": (
        (
            "Last March our cold room failed on a Friday.",
            "There were eleven tonnes of fish in it.",
            "I rang every haulier within fifty miles.",
            "We saved all but two pallets.",
        ),
        (
            "A parent came in shouting about a mark.",
            "I took her into the library and let her talk.",
            "It turned out that the boy had not slept for a week.",
            "We moved his exam by ten days.",
        ),
        (
            "The client wanted the bridge open by June.",
            "I drew up two plans, one with night work.",
            "They took the slower one because it was quieter.",
        ),
        (
            "Our ticket machines printed the wrong fare for a day.",
            "I put a person at each of them within the hour.",
            "Nobody was fined, and we paid back nine hundred euros.",
        ),
    ),
}
"""Answers in sentences; a breath stands between any two of them."""
BREATHS = [(kind, told) for kind, answers in TOLD.items() for told in answers]


async def cuts(rig, told, breath_s):
    """In how many of its breaths an answer was cut: the interviewer had begun, or was about to."""
    cut = 0
    async with rig.holding() as live:
        await live.asked()
        for number, sentence in enumerate(told):
            if number:
                heard = len(live.of(UtteranceStarted))
                await asyncio.sleep(breath_s)
                cut += len(live.of(UtteranceStarted)) > heard
            await live.speaker.say(sentence)
    return cut


@pytest.mark.parametrize("breath_s", [1.5, 1.8])
@in_virtual_time
async def test_a_breath_between_sentences_is_no_end(rig, breath_s):
    """At most one breath in ten inside an introduction or a story is cut."""
    cut = sum([await cuts(rig, told, breath_s) for _, told in BREATHS])
    breaths = sum(len(told) - 1 for _, told in BREATHS)
    assert cut * 10 <= breaths


@asynccontextmanager
async def interviewer_began(rig, *stages, after):
    """An answer was given, and the interviewer has been heard for so many seconds since."""
    async with rig.holding(*stages) as live:
        await live.asked()
        await live.speaker.say("I keep bees on the roof of the town hall.")
        await live.audible()
        await asyncio.sleep(after)
        yield live


async def silent_after(live, at):
    """Milliseconds from then until the interviewer is silent."""
    await live.until(lambda: live.interview._parts.session.agent_state != "speaking")
    return live.room._now_ms() - at


@pytest.mark.parametrize("after_s", [0.1, 0.6, 1.3])
@in_virtual_time
async def test_who_goes_on_has_the_floor_back(rig, after_s):
    """Who goes on just after the interviewer began has silence within 0.6 s. Both parts are one answer, no
    word is lost, no question or turn is used up, and the question is asked again in whole."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I keep bees on the roof of the town hall.")
        await live.audible()
        await asyncio.sleep(after_s)
        at = live.room._now_ms()
        going_on = asyncio.ensure_future(
            live.speaker.say("And in winter I build the hives myself.")
        )
        assert await silent_after(live, at) <= 600
        await going_on
        await live.until(lambda: live.state.log.asked == 2)
        state = live.state
        one = {message.turn_id for message in live.messages("answer")}
        assert len(one) == 1
        assert live.answers() == (
            "I keep bees on the roof of the town hall. | And in winter I build the hives myself."
        )
        assert state.log.turns == 1
        assert state.log.asked == 2
        assert state.transcript.barge_ins == 0
        first, second = [m for m in state.transcript.messages if m.speaker == "interviewer"][1:]
        assert first.interrupted
        assert first.question_id is None
        assert second.text.endswith("What about garden topic 0 alpha then")


@in_virtual_time
async def test_a_cough_costs_no_question(rig):
    """A voice without words stops the interviewer, too; what was begun is then said again in whole."""
    async with interviewer_began(rig, after=0.5) as live:
        await live.speaker.say("ahem", 0.5, rig.Hearing(text=""))
        await live.until(lambda: live.state.log.asked == 2)
        assert live.of(StopSpeaking)
        assert live.state.log.turns == 1
        assert live.state.log.asked == 2
        assert live.messages("question")[-1].text.endswith("What about garden topic 0 alpha then")


@in_virtual_time
async def test_an_okay_costs_no_question(rig):
    """An acknowledgement in the first moments is no answer, and what was begun is said again in whole."""
    async with interviewer_began(rig, after=0.5) as live:
        await live.speaker.say("okay", 0.4)
        await live.until(lambda: live.state.log.asked == 2)
        assert [ack.text for ack in live.of(AckIgnored)] == ["okay"]
        assert live.answers() == "I keep bees on the roof of the town hall."
        assert live.messages("question")[-1].text.endswith("What about garden topic 0 alpha then")


@in_virtual_time
async def test_later_the_words_decide(rig):
    """After the first moments an acknowledgement stops nothing."""
    async with interviewer_began(rig, after=1.7) as live:
        await live.speaker.say("okay", 0.4)
        await live.asked()
        assert not live.of(StopSpeaking)
        assert not any(message.interrupted for message in live.state.transcript.messages)


@in_virtual_time
async def test_going_on_when_the_part_was_left(rig):
    """The answer ended its part, and the next one had begun: what follows still belongs to that answer, and
    the next part begins again."""
    stages = (rig.stage("garden", maximum_turns=1), rig.stage("kitchen"))
    async with interviewer_began(rig, *stages, after=0.6) as live:
        await live.speaker.say("And in winter I build the hives myself.")
        await live.until(lambda: live.state.prompt is not None)
        assert {message.stage for message in live.messages("answer")} == {"garden"}
        assert len({message.turn_id for message in live.messages("answer")}) == 1
        assert live.messages("answer")[-1].depth is not None
        assert live.state.stage.id == "kitchen"
        assert live.state.log.turns == 0
        assert live.messages("bridge")[-1].text.endswith("kitchen and why it matters")


@in_virtual_time
async def test_a_request_over_the_first_words(rig):
    """A request made in these moments is no part of the answer: it is about the question that was begun."""
    async with interviewer_began(rig, after=0.5) as live:
        await live.speaker.say("Sorry, can you repeat the question?")
        await live.until(lambda: live.messages("repeat"))
        assert live.answers() == "I keep bees on the roof of the town hall."
        assert live.state.prompt.question.id == "garden.0"


@pytest.mark.parametrize(
    ("words", "kind", "within_ms"),
    [
        ("Yes, please.", "yesno", 1_300),
        ("Yes, please.", "open", 1_300),
        ("We sold it in May, and that's all from me.", "open", 900),
    ],
)
@in_virtual_time
async def test_a_short_end_is_followed_soon(rig, words, kind, within_ms):
    """A bare yes, and who says that this is all, wait for less."""
    opening = Question("garden.opening", "Shall we begin with the garden", kind=kind)
    asking = rig.Asking(takes_s=0.0)
    async with rig.holding(rig.stage("garden", opening=opening), interviewer=asking) as live:
        await live.asked()
        await asyncio.sleep(1.5)
        await live.speaker.say(words)
        at, heard = live.room._now_ms(), len(live.of(UtteranceStarted))
        await live.until(lambda: len(live.of(UtteranceStarted)) > heard)
        assert live.room._now_ms() - at <= within_ms


@in_virtual_time
async def test_words_that_are_owed_are_waited_for(rig):
    """A turn does not end while the recogniser still owes words of what was voiced."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I keep bees on the roof.")
        await asyncio.sleep(1.0)
        late = rig.Hearing(delay_s=2.8, interims=False)
        await live.speaker.say("They like the lime trees.", None, late)
        await live.until(lambda: live.of(AnswerGiven))
        assert live.answers() == "I keep bees on the roof. They like the lime trees."


@in_virtual_time
async def test_the_page_says_when_hearing_lags(rig):
    """Words that come late are waited for, and the page says so until they are there."""
    async with rig.holding() as live:
        await live.asked()
        late = rig.Hearing(delay_s=2.8, interims=False)
        await live.speaker.say("I keep bees on the roof.", None, late)
        await live.until(lambda: len(live.shown("behind")) == 2)
        assert [message["on"] for message in live.shown("behind")] == [True, False]
        assert "interviewer" not in [m.speaker for m in live.state.transcript.messages[1:]]


@in_virtual_time
async def test_the_page_says_nothing_of_usual_hearing(rig):
    """Words that come as they should are no news."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I keep bees on the roof.")
        await live.until(lambda: live.of(AnswerGiven))
        assert live.shown("behind") == []


@pytest.mark.parametrize("delay_s", [2.8, 4.5, 6.0])
@in_virtual_time
async def test_messages_stand_in_the_order_in_which_they_were_spoken(rig, delay_s):
    """However far hearing lags behind, no word is lost, and the record goes by when things were said."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I keep bees on the roof.")
        await asyncio.sleep(1.0)
        late = rig.Hearing(delay_s=delay_s, interims=False)
        await live.speaker.say("They like the lime trees.", None, late)
        await live.until(lambda: "lime" in live.answers() and live.state.log.asked > 1)
        await asyncio.sleep(8)
        told = record(rig.header(rig.plan()), live.state)["messages"]
        assert [m["started_ms"] for m in told] == sorted(m["started_ms"] for m in told)
        said = [m["text"] for m in told if m["speaker"] == "candidate"]
        assert " ".join(said) == "I keep bees on the roof. They like the lime trees."
