"""A wish for a break is heard in whatever words, and nothing else is taken for one."""

from __future__ import annotations

import pytest

from greenroom.interview.understanding.breaks import break_asked_at


@pytest.mark.parametrize(
    "text",
    [
        "Can we take a short break? Someone at the door.",
        "Could we have a quick break?",
        "I could do with a breather.",
        "can we stop for a minute",
        "Would it be all right if we took a little break?",
        "Sorry, someone is at the door, can we take a break?",
        "Let's pause for two minutes.",
    ],
)
def test_a_wish_for_a_break(text: str) -> None:
    """The whole turn asks for it."""
    assert break_asked_at(text) == 0


def test_after_an_answer() -> None:
    """What was told before it is no part of the wish."""
    told = "I washed all of the ducts by hand first. "
    assert break_asked_at(f"{told}Can we take a short break?") == len(told) - 1


@pytest.mark.parametrize(
    "text",
    [
        "Do I get a break every two hours?",
        "I needed a break from nursing.",
        "Can we break it down a bit?",
        "I said can we take a break and he laughed.",
        "We took a short break and then we went on.",
        "I want a job with a break in the afternoon.",
        "First, I would take a short break to calm down, then I would talk to her.",
        "I would take a break and think about it.",
    ],
)
def test_no_wish_for_a_break(text: str) -> None:
    """Breaks of a job, of a story and of a plan are answers or questions."""
    assert break_asked_at(text) is None
