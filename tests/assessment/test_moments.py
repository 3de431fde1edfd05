"""When quoted words were spoken: by their place in the answer, over the time in which there was a voice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from greenroom.assessment.moments import LEAD, MARGIN, TAIL, answer_moment, quote_moment

ANSWER = {"started_ms": 100_000, "ended_ms": 140_000, "text": "a" * 100}


def test_an_answer_from_its_first_sound_to_its_last() -> None:
    """A spoken answer is heard with a little of the silence around it, a typed one not at all."""
    assert answer_moment(ANSWER) == (100_000 - LEAD, 140_000 + TAIL)
    assert answer_moment({**ANSWER, "started_ms": 100}) == (0, 140_000 + TAIL)
    typed = {**ANSWER, "ended_ms": 100_000}
    assert answer_moment(typed) is None
    assert quote_moment(typed, 0, 5) is None


def test_words_follow_one_another_evenly() -> None:
    """The middle fifth of the letters is the middle fifth of the time, with a margin."""
    assert quote_moment(ANSWER, 40, 60) == (116_000 - MARGIN, 124_000 + MARGIN)


def test_a_silence_holds_no_words() -> None:
    """Words after a long pause were spoken after it: only time with a voice counts."""
    voices = [(0, 90_000), (100_000, 110_000), (130_000, 140_000), (150_000, 160_000)]
    assert quote_moment(ANSWER, 60, 80, voices) == (132_000 - MARGIN, 136_000 + MARGIN)
    assert quote_moment(ANSWER, 0, 40, voices) == (100_000 - LEAD, 108_000 + MARGIN)


def test_the_last_words_end_with_the_answer() -> None:
    """A passage never runs into what was said before or after its answer."""
    assert quote_moment(ANSWER, 90, 100) == (136_000 - MARGIN, 140_000 + TAIL)


@given(
    st.integers(0, 10**6),
    st.integers(1, 10**6),
    st.integers(0, 200),
    st.integers(0, 200),
    st.lists(st.tuples(st.integers(0, 2 * 10**6), st.integers(0, 10**6)), max_size=6),
)
def test_a_passage_is_within_its_answer(
    began: int, length: int, start: int, more: int, voices: list[tuple[int, int]]
) -> None:
    """Whatever the voices were: it begins before it ends, inside of the answer, and not before zero."""
    message = {"started_ms": began, "ended_ms": began + length, "text": "b" * 200}
    spans, at = [], 0
    for pause, voice in voices:
        spans.append((at + pause, at + pause + voice))
        at += pause + voice
    whole = answer_moment(message)
    found = quote_moment(message, min(start, 199), min(start + more, 200), spans)
    assert whole is not None
    assert found is not None
    assert whole[0] <= found[0] < found[1] <= whole[1]
