"""What every line to a candidate does: the checks that each `session.transport.Transport` must pass.

`VoiceConformance` is for all of them, the simulated one too: what is said, heard, cut and held.
`LineConformance` adds what a page sees: coming and going, a second tab, messages, bounds, the end.

    class TestMine(LineConformance):
        @pytest.fixture
        def hold(self): return lambda scenario: run(at_my_place(scenario))
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from livekit import rtc
from livekit.agents.voice import io

from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    Event,
)
from greenroom.session.captions import heard_part
from greenroom.session.transport import Transport
from greenroom.testing.talk import Talk

SPEECH_HZ = 24_000
TEN_WORDS = "alpha bravo candy delta eagle fancy grape honey igloo jolly"
TEN_MS = 2_500
"""How long they take."""
NEAR_MS = 700
"""The network, and the jitter buffer of who hears it: so much less may have been heard than is said."""
FLOOD = 2_000
UNKNOWN = "launch"


class Visitor(Protocol):
    """A candidate whose page is at the line."""

    @property
    def told(self) -> Sequence[Mapping[str, Any]]:
        """The messages that came, in order."""
        ...

    @property
    def heard_ms(self) -> int:
        """How much of the interviewer's voice came out of the loudspeaker so far."""
        ...

    @property
    def gone(self) -> bool:
        """Somebody has hung up on this page."""
        ...

    async def until(self, true: Callable[[], object]) -> None:
        """Until it is true of what was told or heard; gives up after a generous time."""
        ...

    async def send(self, message: Mapping[str, Any]) -> None: ...
    async def speak(self, ms: int) -> None:
        """A tone into the microphone, to its end."""
        ...

    async def leave(self) -> None: ...


class Place(Protocol):
    """A transport that was bound and started, what it posted, and the way in. Where it has a microphone
    `talk` overhears it."""

    transport: Transport
    talk: Talk

    async def arrive(self) -> Visitor:
        """A page of the candidate, now; whichever came last is the one that counts."""
        ...


Scenario: TypeAlias = Callable[[Place], Coroutine[Any, Any, None]]
Hold: TypeAlias = Callable[[Scenario], None]
"""Runs a scenario at a place of its own, from start to `aclose`."""


def _held(scenario: Callable[[Any, Place], Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """An ordinary test out of a scenario, held by the `hold` of its class."""

    def test(self: Any, hold: Hold) -> None:
        hold(lambda place: scenario(self, place))

    test.__name__, test.__doc__ = scenario.__name__, scenario.__doc__
    return test


def _mouth(place: Place) -> io.AudioOutput:
    mouth = place.talk.session.output.audio
    assert mouth is not None
    return mouth


async def _say(place: Place, name: str = "u1", ms: int = TEN_MS, text: str = TEN_WORDS) -> None:
    """Announce it, and give all of its sound as fast as it is taken."""
    place.transport.show({"t": "say", "id": name, "kind": "question", "text": text, "more": False})
    await _sound(place, ms)
    _mouth(place).flush()


async def _sound(place: Place, ms: int) -> None:
    """A tone of 400 Hz, as loud as a voice."""
    samples = SPEECH_HZ // 10
    tone = (b"\x00\x20" * 30 + b"\x00\xe0" * 30) * (samples // 60)
    for _ in range(ms // 100):
        await _mouth(place).capture_frame(rtc.AudioFrame(tone, SPEECH_HZ, 1, samples))


def _view(question: str) -> dict[str, Any]:
    return {"t": "view", "cue": "turn", "stage": 0, "question": question}


def _said(visitor: Visitor, t: str) -> list[Mapping[str, Any]]:
    return [message for message in visitor.told if message["t"] == t]


class VoiceConformance:
    """The interviewer's voice, on any line with a candidate at its end."""

    @_held
    async def test_a_whole_utterance(self, place: Place) -> None:
        """What is played to its end was heard whole, and ends once."""
        ends: list[io.PlaybackFinishedEvent] = []
        _mouth(place).on("playback_finished", ends.append)
        visitor = await place.arrive()
        await _say(place)
        end = await _mouth(place).wait_for_playout()
        await visitor.until(lambda: visitor.heard_ms >= TEN_MS - NEAR_MS)
        assert not end.interrupted
        assert end.synchronized_transcript == TEN_WORDS
        assert abs(end.playback_position - TEN_MS / 1000) <= 0.1
        assert len(ends) == 1

    @_held
    async def test_words_are_cut_where_the_sound_was(self, place: Place) -> None:
        """A cut utterance was heard as far as it was played: so many words, no more, never all."""
        visitor = await place.arrive()
        await _say(place)
        await visitor.until(lambda: visitor.heard_ms >= TEN_MS * 0.4)
        _mouth(place).clear_buffer()
        end = await _mouth(place).wait_for_playout()
        played_ms = round(end.playback_position * 1000)
        assert end.interrupted
        assert TEN_MS * 0.4 - 100 <= played_ms < TEN_MS
        assert played_ms <= visitor.heard_ms + NEAR_MS
        assert end.synchronized_transcript == heard_part(TEN_WORDS, played_ms, TEN_MS)

    @_held
    async def test_a_held_voice_goes_on_where_it_was(self, place: Place) -> None:
        """Paused, it is not heard and not given up; resumed, nothing of it is missing."""
        visitor = await place.arrive()
        await _say(place)
        await visitor.until(lambda: visitor.heard_ms >= TEN_MS * 0.2)
        _mouth(place).pause()
        held_ms = visitor.heard_ms
        await visitor.speak(1_500)  # so much time passes
        assert visitor.heard_ms <= held_ms + NEAR_MS
        _mouth(place).resume()
        end = await _mouth(place).wait_for_playout()
        assert not end.interrupted
        assert end.synchronized_transcript == TEN_WORDS

    @_held
    async def test_words_that_come_while_it_is_spoken(self, place: Place) -> None:
        """Words may come after the sound began: all of them were heard in the end."""
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
        first = TEN_WORDS[:20]
        place.transport.show({"t": "say", "id": "u1", "kind": "probe", "text": first, "more": True})
        await _sound(place, 500)
        place.transport.show({"t": "words", "id": "u1", "text": TEN_WORDS, "more": False})
        await _sound(place, 500)
        _mouth(place).flush()
        end = await _mouth(place).wait_for_playout()
        assert (end.interrupted, end.synchronized_transcript) == (False, TEN_WORDS)

    @_held
    async def test_coming_and_going(self, place: Place) -> None:
        """Who comes is announced once, who stays away is missed once, who comes back is announced."""
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
        await visitor.leave()
        await _posted(place, visitor, CandidateLeft)
        again = await place.arrive()
        await _posted(place, again, CandidateJoined, 2)
        assert [type(e) for e in place.talk.posted] == [
            CandidateJoined,
            CandidateLeft,
            CandidateJoined,
        ]

    @_held
    async def test_nothing_after_the_end(self, place: Place) -> None:
        """Once it is closed nothing is posted any more, and showing something harms nobody."""
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
        await place.transport.aclose()
        known = list(place.talk.posted)
        place.transport.show(_view("too late"))
        await visitor.leave()
        assert place.talk.posted == known
        assert not [v for v in _said(visitor, "view") if v["question"] == "too late"]


class LineConformance(VoiceConformance):
    """A line with a page at its end."""

    @_held
    async def test_first_words(self, place: Place) -> None:
        """A page gets its greeting first, then how things stand; what follows comes in order."""
        place.transport.show(_view("first"))
        place.transport.show(_view("second"))
        visitor = await place.arrive()
        for number in range(50):
            place.transport.show({"t": "caption", "text": str(number)})
        await visitor.until(lambda: len(_said(visitor, "caption")) == 50)
        hello, view = (m for m in visitor.told if m["t"] in ("hello", "view"))
        assert (hello["protocol"], hello["resumed"]) == (1, False)
        assert view == _view("second")
        assert [c["text"] for c in _said(visitor, "caption")] == [str(n) for n in range(50)]

    @_held
    async def test_it_is_told_what_is_said(self, place: Place) -> None:
        """Words before sound, how long it is, and the next utterance after the first."""
        visitor = await place.arrive()
        await _say(place, ms=500, text="one two")
        await _say(place, "u2", ms=500, text="three four")
        await _mouth(place).wait_for_playout()
        await visitor.until(lambda: len(_said(visitor, "length")) == 2)
        assert [(m["id"], m["text"]) for m in _said(visitor, "say")] == [
            ("u1", "one two"),
            ("u2", "three four"),
        ]
        assert [(m["id"], m["ms"]) for m in _said(visitor, "length")] == [("u1", 500), ("u2", 500)]

    @_held
    async def test_cut_by_a_loss(self, place: Place) -> None:
        """What was being said when the page went was heard as far as it came, and who is back, however
        soon, has been away."""
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
        await _say(place)
        await visitor.until(lambda: visitor.heard_ms >= TEN_MS * 0.3)
        await visitor.leave()
        end = await _mouth(place).wait_for_playout()
        assert end.interrupted
        assert TEN_WORDS.startswith(end.synchronized_transcript or "")
        assert end.synchronized_transcript != TEN_WORDS
        again = await place.arrive()
        await _posted(place, again, CandidateJoined, 2)
        assert [type(e) for e in place.talk.posted] == [
            CandidateJoined,
            CandidateLeft,
            CandidateJoined,
        ]
        await again.until(lambda: _said(again, "hello"))
        assert _said(again, "hello")[0]["resumed"] is True

    @_held
    async def test_speech_to_nobody(self, place: Place) -> None:
        """It ends at once and was not heard; the next one, to somebody, is."""
        await _say(place)
        end = await _mouth(place).wait_for_playout()
        assert (end.interrupted, end.synchronized_transcript) == (True, "")
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
        await _say(place, "u2", ms=500)
        end = await _mouth(place).wait_for_playout()
        assert (end.interrupted, end.synchronized_transcript) == (False, TEN_WORDS)

    @_held
    async def test_a_second_page_takes_over(self, place: Place) -> None:
        """The first is hung up on, and is neither told nor heeded any more; the second has everything."""
        place.transport.show(_view("the question"))
        first = await place.arrive()
        await _posted(place, first, CandidateJoined)
        second = await place.arrive()
        await first.until(lambda: first.gone)
        await second.until(lambda: _said(second, "view"))
        assert _said(second, "hello")[0]["resumed"] is True
        told = len(_said(first, "caption"))
        place.transport.show({"t": "caption", "text": "for the second"})
        await second.until(lambda: _said(second, "caption"))
        assert len(_said(first, "caption")) == told
        assert isinstance(place.talk.posted[-1], CandidateJoined)

    @_held
    async def test_what_a_page_says(self, place: Place) -> None:
        """Buttons, typing, typed answers and the end of an answer arrive in order; what is not in the
        protocol changes nothing."""
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
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

    @_held
    async def test_a_voice_is_heard(self, place: Place) -> None:
        """What goes into the microphone reaches the session, and whoever records it, once; what goes in
        while nobody is there does not come later."""
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
        await visitor.speak(600)
        await visitor.until(lambda: place.talk.loud_ms >= 400)
        assert place.talk.loud_ms <= 700
        assert 400 <= place.talk.overheard_ms <= 700

    @_held
    async def test_a_flood_is_bounded(self, place: Place) -> None:
        """However much is shown at once, what waits is bounded: a page that cannot have it all has the
        latest state all the same, at once or when it comes back."""
        visitor = await place.arrive()
        await _posted(place, visitor, CandidateJoined)
        for number in range(FLOOD):
            place.transport.show({"t": "caption", "text": str(number)})
        last = _view("the last question")
        place.transport.show(last)
        await visitor.until(lambda: visitor.gone or last in visitor.told)
        told = len(_said(visitor, "caption"))
        if visitor.gone:
            visitor = await place.arrive()
        await visitor.until(lambda: last in visitor.told)
        assert told < FLOOD / 2


async def _posted(place: Place, visitor: Visitor, kind: type[Event], times: int = 1) -> None:
    await visitor.until(lambda: sum(isinstance(e, kind) for e in place.talk.posted) >= times)
