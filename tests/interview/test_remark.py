"""F13: one positive and true remark, or none."""

import pytest

from greenroom.interview.understanding.remark import remark

VAGUE = "I worked on websites."


def test_nothing_said_nothing_praised() -> None:
    """After silence, gibberish and "I don't know" there is nothing to praise, and nothing is."""
    assert remark((), {}, ()) is None
    assert remark(("I don't know", "asdf qwrt zxcv lkjh", "yes"), {}, (1, 1, 1)) is None


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("I rewrote the report and the time fell from an hour to two minutes at work.", "numbers"),
        ("I chose the simple design over the fast one for the team.", "price of a decision"),
        ("I rewrote the report for my team at work.", "did yourself"),
    ],
)
def test_praises_what_was_there(answer: str, word: str) -> None:
    """Each kind of praise names the thing that the answer had."""
    said = remark((VAGUE, answer), {}, (1, 3))
    assert said is not None
    assert word in said


def test_never_praises_numbers_that_were_not_there() -> None:
    """Without a measured result no remark speaks of numbers or results."""
    for facts in ({}, {"role": "nurse"}, {"highlight": "calm"}):
        for depths in ((1,), (3,), (5,)):
            said = remark((VAGUE,), facts, depths) or ""
            assert "number" not in said
            assert "came of it" not in said


def test_the_strongest_remark_wins() -> None:
    """A whole story is praised as one, even when it was told in several answers."""
    said = remark(
        (
            "I rebuilt the import of our product data.",
            "It went down from nine hours to one hour.",
            "It came at the cost of two servers.",
        ),
        {"role": "engineer"},
        (3, 3, 3),
    )
    assert said is not None
    assert "what it cost" in said


def test_nothing_is_praised_in_a_language_whose_stories_are_not_understood() -> None:
    """A remark is an English sentence about English words (F13)."""
    assert (
        remark(["Trabajo en Sevilla desde hace doce años. " * 4], {"role": "x"}, [5], "es") is None
    )
