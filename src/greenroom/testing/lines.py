"""What every line with a page at its end does: coming and going, a second tab, messages, bounds, the end.

class TestMine(LineConformance):
    @pytest.fixture
    def hold(self): return lambda scenario: run(at_my_place(scenario))
"""

from __future__ import annotations

from typing import Any

from livekit.agents.voice import io

from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    IncidentNoticed,
)
from greenroom.testing.places import (
    TEN_MS,
    TEN_WORDS,
    Place,
    comes_back,
    held,
    mouth_of,
    posted,
    said_to,
    say,
    view_of,
)
from greenroom.testing.voices import VoiceConformance

FLOOD = 2_000
UNKNOWN = "launch"


class LineConformance(VoiceConformance):
    """A line with a page at its end."""

    @held
    async def test_first_words(self, place: Place) -> None:
        """A page gets its greeting first, then how things stand; what follows comes in order."""
        place.transport.show(view_of("first"))
        place.transport.show(view_of("second"))
        visitor = await place.arrive()
        for number in range(50):
            place.transport.show({"t": "caption", "text": str(number)})
        await visitor.until(lambda: len(said_to(visitor, "caption")) == 50)
        hello, view = (m for m in visitor.told if m["t"] in ("hello", "view"))
        assert (hello["protocol"], hello["resumed"]) == (1, False)
        assert view == view_of("second")
        assert [c["text"] for c in said_to(visitor, "caption")] == [str(n) for n in range(50)]

    @held
    async def test_it_is_told_what_is_said(self, place: Place) -> None:
        """Words before sound, how long it is, and the next utterance after the first."""
        visitor = await place.arrive()
        await say(place, ms=500, text="one two")
        await say(place, "u2", ms=500, text="three four")
        await mouth_of(place).wait_for_playout()
        await visitor.until(lambda: len(said_to(visitor, "length")) == 2)
        assert [(m["id"], m["text"]) for m in said_to(visitor, "say")] == [
            ("u1", "one two"),
            ("u2", "three four"),
        ]
        assert [(m["id"], m["ms"]) for m in said_to(visitor, "length")] == [
            ("u1", 500),
            ("u2", 500),
        ]

    @held
    async def test_cut_by_a_loss(self, place: Place) -> None:
        """What was being said when the page went was heard as far as it came, and who is back, however
        soon, has been away."""
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        await say(place)
        await visitor.until(lambda: visitor.heard_ms >= TEN_MS * 0.3)
        await visitor.leave()
        end = await mouth_of(place).wait_for_playout()
        assert end.interrupted
        assert TEN_WORDS.startswith(end.synchronized_transcript or "")
        assert end.synchronized_transcript != TEN_WORDS
        again = await comes_back(place)
        await again.until(lambda: said_to(again, "hello"))
        assert said_to(again, "hello")[0]["resumed"] is True

    @held
    async def test_sound_that_stands_still(self, place: Place) -> None:
        """A page whose sound stands still is away, though its line is open: what was being said was cut,
        and once it plays again the candidate is back. Words that are shown instead are no absence."""
        ends: list[io.PlaybackFinishedEvent] = []
        mouth_of(place).on("playback_finished", ends.append)
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        await say(place, ms=2 * TEN_MS)
        await visitor.until(lambda: visitor.heard_ms >= 500)
        await visitor.send({"t": "output", "state": "held", "id": "u1", "played_ms": 500})
        await posted(place, visitor, CandidateLeft)
        assert ends[0].interrupted
        await visitor.send({"t": "output", "state": "shown"})
        await posted(place, visitor, CandidateJoined, 2)
        await visitor.send({"t": "output", "state": "heard"})
        await posted(place, visitor, IncidentNoticed, 3)
        await say(place, "u2")
        await visitor.until(lambda: len(ends) == 2)
        assert not ends[1].interrupted
        incidents = [e.cause for e in place.talk.posted if isinstance(e, IncidentNoticed)]
        assert incidents == ["held", "no_output", "recovered"]
        assert sum(isinstance(e, CandidateLeft) for e in place.talk.posted) == 1
        assert not visitor.gone

    @held
    async def test_speech_to_nobody(self, place: Place) -> None:
        """It ends at once and was not heard; the next one, to somebody, is."""
        await say(place)
        end = await mouth_of(place).wait_for_playout()
        assert (end.interrupted, end.synchronized_transcript) == (True, "")
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        await say(place, "u2", ms=500)
        end = await mouth_of(place).wait_for_playout()
        assert (end.interrupted, end.synchronized_transcript) == (False, TEN_WORDS)

    @held
    async def test_a_second_page_takes_over(self, place: Place) -> None:
        """The first is hung up on, and is neither told nor heeded any more; the second has everything."""
        place.transport.show(view_of("the question"))
        first = await place.arrive()
        await posted(place, first, CandidateJoined)
        second = await place.arrive()
        await first.until(lambda: first.gone)
        await second.until(lambda: said_to(second, "view"))
        assert said_to(second, "hello")[0]["resumed"] is True
        told = len(said_to(first, "caption"))
        place.transport.show({"t": "caption", "text": "for the second"})
        await second.until(lambda: said_to(second, "caption"))
        assert len(said_to(first, "caption")) == told
        assert isinstance(place.talk.posted[-1], CandidateJoined)

    @held
    async def test_what_a_page_says(self, place: Place) -> None:
        """Buttons, typing, typed answers and the end of an answer arrive in order; what is not in the
        protocol changes nothing."""
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        for message in (
            {"t": "command", "command": "repeat"},
            {"t": UNKNOWN},
            {"t": "command", "command": "hire"},
            {"t": "typing"},
            {"t": "typed", "text": "I am a nurse."},
            {"t": "ptt", "down": True},
            {"t": "ptt", "down": False},
            {"t": "finish"},
        ):
            await visitor.send(message)
        await visitor.until(lambda: place.talk.ended_turns == 2)
        said = [e for e in place.talk.posted if not isinstance(e, CandidateJoined)]
        kinds = [type(e) for e in said if not isinstance(e, ActivityNoticed)]
        assert kinds == [CommandGiven, AnswerGiven]
        assert [e.text for e in said if isinstance(e, AnswerGiven)] == ["I am a nurse."]
        assert isinstance(said[1], ActivityNoticed)

    @held
    async def test_a_message_with_an_id_is_taken_once(self, place: Place) -> None:
        """However often it is sent, also after a loss; once it is saved a page that comes is told so, and
        one that sends it again is told again."""
        typed = {"t": "typed", "text": "I am a nurse.", "mid": "m-1"}
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        finish = {"t": "finish", "mid": "m-2"}
        for message in (typed, typed, finish, finish, {"t": "finish"}):
            await visitor.send(message)
        await visitor.until(lambda: place.talk.ended_turns == 2)
        answers = [e for e in place.talk.posted if isinstance(e, AnswerGiven)]
        assert [(e.text, e.mid) for e in answers] == [("I am a nurse.", "m-1")]
        assert not said_to(visitor, "saved")
        place.transport.show({"t": "saved", "mids": ["m-1"]})
        await visitor.until(lambda: said_to(visitor, "saved"))
        await visitor.leave()
        again = await place.arrive()
        await again.until(lambda: said_to(again, "hello"))
        assert said_to(again, "hello")[0]["saved"] == ["m-1"]
        await again.send(typed)
        await again.until(lambda: said_to(again, "saved"))
        assert sum(isinstance(e, AnswerGiven) for e in place.talk.posted) == 1

    @held
    async def test_what_was_meant_for_another_question_lapses(self, place: Place) -> None:
        """A button that comes late is told as not followed, and so is the end of an answer; words are taken,
        and what is about the interview as a whole is followed."""
        place.transport.show(view_of("Why?"))
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        before: dict[str, Any] = {"question": "Who?"}
        messages: tuple[dict[str, Any], ...] = (
            {"t": "command", "command": "skip", **before},
            {"t": "command", "command": "interrupt", **before},
            {"t": "finish", **before},
            {"t": "typed", "text": "Words.", **before},
            {"t": "command", "command": "pause", **before},
            {"t": "command", "command": "skip", "question": "Why?"},
        )
        for number, message in enumerate(messages):
            await visitor.send({**message, "mid": f"m-{number}"})
        await posted(place, visitor, CommandGiven, 2)
        lapsed = [mid for message in said_to(visitor, "lapsed") for mid in message["mids"]]
        assert lapsed == ["m-0", "m-1", "m-2"]
        assert place.talk.ended_turns == 0
        taken = [e.mid for e in place.talk.posted if isinstance(e, AnswerGiven | CommandGiven)]
        assert taken == ["m-3", "m-4", "m-5"]

    @held
    async def test_a_voice_is_heard(self, place: Place) -> None:
        """What goes into the microphone reaches the session, and whoever records it, once; what goes in
        while nobody is there does not come later."""
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        await visitor.speak(600)
        await visitor.until(lambda: place.talk.loud_ms >= 400)
        assert place.talk.loud_ms <= 700
        assert 400 <= place.talk.overheard_ms <= 700

    @held
    async def test_a_flood_is_bounded(self, place: Place) -> None:
        """However much is shown at once, what waits is bounded: a page that cannot have it all has the
        latest state all the same, at once or when it comes back."""
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        for number in range(FLOOD):
            place.transport.show({"t": "caption", "text": str(number)})
        last = view_of("the last question")
        place.transport.show(last)
        await visitor.until(lambda: visitor.gone or last in visitor.told)
        told = len(said_to(visitor, "caption"))
        if visitor.gone:
            visitor = await place.arrive()
        await visitor.until(lambda: last in visitor.told)
        assert told < FLOOD / 2
