"""The interviewer's voice: what is said, heard and cut on every `session.transport.Transport`, the simulated
one too."""

from __future__ import annotations

from livekit.agents.voice import io

from greenroom.interview.events import CandidateJoined, CandidateLeft
from greenroom.session.heard_words import heard_part
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
    sound,
    view_of,
)

NEAR_MS = 700
"""The network, and the jitter buffer of who hears it: so much less may have been heard than is said."""


class VoiceConformance:
    """The interviewer's voice, on any line with a candidate at its end."""

    @held
    async def test_a_whole_utterance(self, place: Place) -> None:
        """What is played to its end was heard whole, and ends once."""
        ends: list[io.PlaybackFinishedEvent] = []
        mouth_of(place).on("playback_finished", ends.append)
        visitor = await place.arrive()
        await say(place)
        end = await mouth_of(place).wait_for_playout()
        await visitor.until(lambda: visitor.heard_ms >= TEN_MS - NEAR_MS)
        assert not end.interrupted
        assert end.synchronized_transcript == TEN_WORDS
        assert abs(end.playback_position - TEN_MS / 1000) <= 0.1
        assert len(ends) == 1

    @held
    async def test_words_are_cut_where_the_sound_was(self, place: Place) -> None:
        """A cut utterance was heard as far as it was played: so many words, no more, never all."""
        visitor = await place.arrive()
        await say(place)
        await visitor.until(lambda: visitor.heard_ms >= TEN_MS * 0.4)
        mouth_of(place).clear_buffer()
        end = await mouth_of(place).wait_for_playout()
        played_ms = round(end.playback_position * 1000)
        assert end.interrupted
        assert TEN_MS * 0.4 - 100 <= played_ms < TEN_MS
        assert played_ms <= visitor.heard_ms + NEAR_MS
        assert end.synchronized_transcript == heard_part(TEN_WORDS, played_ms, TEN_MS)

    @held
    async def test_words_that_come_while_it_is_spoken(self, place: Place) -> None:
        """Words may come after the sound began: all of them were heard in the end."""
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        first = TEN_WORDS[:20]
        place.transport.show({"t": "say", "id": "u1", "kind": "probe", "text": first, "more": True})
        await sound(place, 500)
        place.transport.show({"t": "words", "id": "u1", "text": TEN_WORDS, "more": False})
        await sound(place, 500)
        mouth_of(place).flush()
        end = await mouth_of(place).wait_for_playout()
        assert (end.interrupted, end.synchronized_transcript) == (False, TEN_WORDS)

    @held
    async def test_coming_and_going(self, place: Place) -> None:
        """Who comes is announced once, who stays away is missed once, who comes back is announced."""
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        await visitor.leave()
        await posted(place, visitor, CandidateLeft)
        await comes_back(place)

    @held
    async def test_nothing_after_the_end(self, place: Place) -> None:
        """Once it is closed nothing is posted any more, and showing something harms nobody."""
        visitor = await place.arrive()
        await posted(place, visitor, CandidateJoined)
        await place.transport.aclose()
        known = list(place.talk.posted)
        place.transport.show(view_of("too late"))
        await visitor.leave()
        assert place.talk.posted == known
        assert not [v for v in said_to(visitor, "view") if v["question"] == "too late"]
