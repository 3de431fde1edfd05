"""Where a stream of audio is cut."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.adapters.speech.moonshine import PIECE_MAX_S, SAMPLE_RATE, Samples
from greenroom.adapters.speech.segments import (
    CONSONANT,
    END,
    PREROLL,
    SOFT_CUT,
    WINDOW,
    WORD_END,
    Began,
    Closed,
    Cut,
    Guess,
    Segments,
)


def stretches() -> st.SearchStrategy[list[tuple[bool, int]]]:
    """Voice and silence in turn, each so many windows long."""
    return st.lists(st.tuples(st.booleans(), st.integers(1, 450)), max_size=12)


def numbered(at: int) -> Samples:
    """A window that can be told from every other."""
    return np.full(WINDOW, at, np.int16)


def cuts(voiced: list[bool]) -> list[list[Cut]]:
    segments = Segments()
    return [segments.push(numbered(i), 0.9 if voice else 0.1) for i, voice in enumerate(voiced)]


def flat(spans: list[tuple[bool, int]]) -> list[bool]:
    return [voice for voice, count in spans for _ in range(count)]


@given(stretches())
def test_no_voice_is_lost_and_none_comes_twice(spans: list[tuple[bool, int]]) -> None:
    """Whatever is said: segments stay in order, hold all voice of two windows and more, and share
    nothing but the end of a pause."""
    voiced = [*flat(spans), *[False] * (END + 1)]
    made = [cut for window in cuts(voiced) for cut in window]
    taken = [c.samples for c in made if isinstance(c, Closed)]
    assert all(np.all(np.diff(one) >= 0) for one in taken)
    samples = np.concatenate([np.zeros(0, np.int16), *taken])
    counts = np.bincount(samples, minlength=len(voiced))
    for i, voice in enumerate(voiced):
        assert counts[i] <= (WINDOW if voice else 2 * WINDOW), i
    for i, (one, two) in enumerate(pairwise(voiced)):
        if one and two:
            assert counts[i] == WINDOW, i


@given(stretches())
def test_segments_never_exceed_what_the_model_can_decode(spans: list[tuple[bool, int]]) -> None:
    """However long somebody talks, a segment has twelve seconds at most."""
    made = [cut for window in cuts(flat(spans)) for cut in window]
    limit = PIECE_MAX_S * SAMPLE_RATE
    assert all(len(c.samples) <= limit for c in made if not isinstance(c, Began))


@given(stretches())
def test_every_beginning_has_its_end(spans: list[tuple[bool, int]]) -> None:
    """Utterances begin and end in turn, and silence ends the last."""
    made = [cut for window in cuts([*flat(spans), *[False] * (END + 1)]) for cut in window]
    edges = [isinstance(c, Began) for c in made if isinstance(c, Began) or _ends(c)]
    assert edges == [True, False] * (len(edges) // 2)


def _ends(cut: Cut) -> bool:
    return isinstance(cut, Closed) and cut.ended


def test_a_click_is_no_utterance() -> None:
    """One voiced window between silent ones begins nothing."""
    assert not any(cuts([False] * 10 + [True] + [False] * 40))


def test_the_sound_before_the_onset_is_kept() -> None:
    """A segment begins ten windows before the voice was noticed, for the soft first consonant."""
    assert _first_kept(quiet=20, doubtful=0) == 20 + 2 - PREROLL
    assert _first_kept(quiet=20, doubtful=5) == 25 + 2 - PREROLL


@pytest.mark.parametrize("quiet", [END, END + 1, END + 4])
def test_a_word_soon_after_a_pause_keeps_its_soft_beginning(quiet: int) -> None:
    """The "s" of a "stop" half a second after an "okay" lies in the pause that has just ended the first
    utterance: without it the recogniser hears "top"."""
    made = [cut for window in cuts([True] * 10 + [False] * quiet + [True] * 10) for cut in window]
    last = [cut.samples for cut in made if isinstance(cut, Guess)][-1]
    assert int(last[0]) == max(10 + WORD_END, 10 + quiet + 2 - PREROLL)


@pytest.mark.parametrize("doubtful", [9, 12, 18])
def test_a_voice_that_is_noticed_late_is_not_cut(doubtful: int) -> None:
    """What was as loud as the onset long before it is the voice, too: a "pause" over a telephone is no
    "of". Its soft first consonant is kept with it."""
    assert _first_kept(quiet=40, doubtful=doubtful) == 40 - 1 - CONSONANT


def test_a_noise_is_no_voice_that_was_noticed_late() -> None:
    """Of a noise as loud as the voice in it no more is kept than ever."""
    assert _first_kept(quiet=4, doubtful=60) == 64 + 2 - PREROLL


def _first_kept(*, quiet: int, doubtful: int) -> int:
    """The first window of a segment: so many quiet ones, loud ones that the VAD doubts, and a voice."""
    segments = Segments()
    made = []
    for i in range(quiet + doubtful + 10 + END):
        loud, voice = i >= quiet, quiet + doubtful <= i < quiet + doubtful + 10
        made += segments.push(numbered(i + 1_000 * loud), 0.9 if voice else 0.3)
    (closed,) = (cut for cut in made if isinstance(cut, Closed))
    return int(closed.samples[0]) % 1_000


def test_a_pause_settles_the_last_word() -> None:
    """A guess at a pause says that the last word is complete."""
    made = cuts([True] * 10 + [False] * WORD_END)[-1]
    assert [c.settled for c in made if isinstance(c, Guess)] == [True]


def test_a_long_utterance_is_cut_at_a_gap_without_ending() -> None:
    """Past five seconds the first short pause closes a segment, and the utterance goes on."""
    made = cuts([True] * (SOFT_CUT // WINDOW + 1) + [False] * 8 + [True] * 20)
    closed = [c for window in made for c in window if isinstance(c, Closed)]
    assert [c.ended for c in closed] == [False]


def test_a_flush_in_a_pause_ends_the_utterance_and_one_in_a_voice_does_not() -> None:
    """Whoever flushes gets the words so far; a voice that still sounds begins a new segment."""
    segments = Segments()
    assert segments.flush() == []
    for i in range(20):
        segments.push(numbered(i), 0.9)
    (first,) = segments.flush()
    for i in range(20, 30):
        segments.push(numbered(i), 0.9)
    segments.push(numbered(30), 0.1)
    (second,) = segments.flush()
    assert isinstance(first, Closed)
    assert isinstance(second, Closed)
    assert (first.ended, second.ended) == (False, True)
    assert second.samples[0] == 20


def test_what_a_pause_settled_is_all_that_is_closed() -> None:
    """A settled guess is as long as the segment will be; a voice after it makes it stale."""
    made = [cut for window in cuts([True] * 30 + [False] * END) for cut in window]
    (guess,) = [cut for cut in made if isinstance(cut, Guess) and cut.settled]
    closed = made[-1]
    assert isinstance(closed, Closed)
    assert closed.guessed
    assert len(guess.samples) == len(closed.samples)
    segments = Segments()
    for i, voice in enumerate([True] * 30 + [False] * WORD_END + [True] * 3 + [False]):
        segments.push(numbered(i), 0.9 if voice else 0.1)
    (flushed,) = segments.flush()
    assert isinstance(flushed, Closed)
    assert not flushed.guessed
