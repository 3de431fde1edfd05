"""F18: what was told is not asked for."""

from __future__ import annotations

import pytest

from greenroom.interview.already_told import is_told

STRENGTH = "What would you call your greatest strength?"
TIME = "And what takes most of your time these days?"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (STRENGTH, "I'd say my biggest strength is that I stay calm."),
        (STRENGTH, "my strong point is the paperwork"),
        (STRENGTH, "My best skill's probably welding, I think."),
        (TIME, "I'm a district nurse and most of my day goes on insulin visits."),
        (TIME, "Most of my time is milking, then the fields."),
        (TIME, "half of my week I am on the road"),
    ],
)
def test_what_was_told_is_known(question: str, answer: str) -> None:
    """The noun of the question, or one that stands for it, with what it is."""
    assert is_told(question, ("Hello.", answer))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (STRENGTH, "I work in a kitchen."),
        (STRENGTH, "His greatest strength is patience."),
        (STRENGTH, "My strength? I don't know."),
        (TIME, "I had no time for that."),
        (TIME, "It was the best time of my life."),
        ("What was your own part in it?", "My own part was to count the stock."),
        ("How would you describe your team?", "My team is small."),
    ],
)
def test_what_was_not_told_is_asked(question: str, answer: str) -> None:
    """Other people's strengths tell nothing, nor does a part in another piece of work."""
    assert not is_told(question, (answer,))
