"""What is taken as an answer to the question for a strength."""

from __future__ import annotations

import pytest
from tests.assessment.answered import record

from greenroom.assessment.coaching.answer import Answer
from greenroom.assessment.coaching.facts import facts
from greenroom.assessment.coaching.shapes import Aspect

ASKED = "What would you call your greatest strength?"


@pytest.mark.parametrize(
    ("said", "understood", "shown"),
    [
        ("I like technology, basically.", "technology", []),
        (
            "I like technology, basically, and I'm a fast learner.",
            "technology",
            ["I'm a fast learner"],
        ),
        (
            "I keep calm when people shout.",
            "keep calm when people shout",
            ["I keep calm when people shout"],
        ),
        ("I work through the list.", "work through the list", ["I work through the list"]),
        ("I love the work and I can't say.", "work", []),
    ],
)
def test_what_somebody_likes_is_no_strength(said: str, understood: str, shown: list[str]) -> None:
    """ "I like technology, basically" was praised as the answer, and the fast learner beside it was not."""
    answers = [m for m in record((ASKED, said))["messages"] if m["kind"] == "answer"]
    found = facts(Answer(answers, (), {}), understood, ASKED)[Aspect.NAMED]
    assert [quote.text for quote in found.quotes] == shown
