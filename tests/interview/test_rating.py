"""F6 under rules 2: depth follows from the parts that were told, not from length."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.plan import Question
from greenroom.interview.understanding.rating import rate, story_depth
from greenroom.interview.understanding.sense import Nothing
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    SITUATION,
    TRADE_OFF,
)

ASKED = Question("project", "Tell me about a piece of work.")
SAID = "I repaired the old press in our print shop."


@pytest.mark.parametrize(
    ("parts", "depth"),
    [
        ((), 1),
        ((SITUATION,), 2),
        ((ACTION,), 3),
        ((SITUATION, ACTION), 3),
        ((TRADE_OFF,), 3),
        ((RESULT,), 3),
        ((ACTION, RESULT), 4),
        ((ACTION, RESULT, TRADE_OFF), 5),
        ((ACTION, RESULT, MEASURABLE_RESULT), 5),
    ],
)
def test_depth_of_parts(parts: tuple[str, ...], depth: int) -> None:
    """A deed and its end make 4; a measure or a price makes 5."""
    assert story_depth(parts) == depth


def test_more_words_do_not_make_an_answer_deeper() -> None:
    """The same claim, said at length, is as deep as it was."""
    claim = "I am a hard worker and I like people."
    long = claim + " I really do, you know, and I think that is what matters in the end." * 6
    assert rate(claim, ASKED, (), story=True).depth == rate(long, ASKED, (), story=True).depth == 2


def test_a_second_i_dont_know_is_still_i_dont_know() -> None:
    """It is met as such, and not as something that was said before."""
    found = rate("I don't know.", ASKED, (), ["I don't know."], story=True)
    assert (found.depth, found.nothing) == (1, Nothing.DONT_KNOW)


def test_without_a_story_what_is_named_counts() -> None:
    """ "How would you …" is answered without a deed: reasons, steps, figures and names make it deeper."""
    plain = "I would just do it somehow and see what comes."
    good = "First I look at the two alarms, then I call the doctor because minutes count."
    assert rate(plain, ASKED, (), story=False).depth == 2
    assert rate(good, ASKED, (), story=False).depth == 4


@given(
    st.text(max_size=80),
    st.lists(st.sampled_from(PARTS)),
    st.booleans(),
)
def test_any_text_gets_a_depth(text: str, parts: list[str], story: bool) -> None:
    """Total: from 1 to 5, whatever was said in whatever language."""
    for language in ("en", "hi"):
        found = rate(text, ASKED, parts, story=story, language=language)
        assert 1 <= found.depth <= 5
