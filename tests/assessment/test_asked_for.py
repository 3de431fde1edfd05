"""An answer is coached on what its question asked for."""

from __future__ import annotations

import re

import pytest
from tests.assessment.answered import DEED, STORY, followed_up, only

from greenroom.assessment.coaching.shapes import Asking, Aspect, State, Withheld

PROJECT = "Tell me about a time when you were proud of your work."
PRICE = "What did you have to give up to make it work?"
DRIVE = (
    "I stopped the bus and called the control room, and I told everybody what I knew of the road."
)


def test_a_result_that_came_later_is_not_missing() -> None:
    """The first answer is told to bring it, not that there was none."""
    end = "In the end customers were happy, and the wait fell by ten days."
    first, second = followed_up((STORY, DEED), ("And how did it turn out?", end))
    assert first.step is not None
    assert first.step.rule == "result-sooner"
    assert second.asking is Asking.OUTCOME


def test_what_was_given_up_has_no_result_to_show() -> None:
    """A driver who was asked for the price was told that a result was missing in it."""
    _, price = followed_up((PROJECT, DRIVE), (PRICE, "I gave up the timetable."))
    assert price.asking is Asking.PRICE
    assert not {"find-result", "find-number", "find-price"} & set(price.steps)


@pytest.mark.parametrize(
    "question",
    [
        PRICE,
        "What had to wait while you were busy with that?",
        "What did it cost, or what did you leave undone for it?",
        "Where did you have to choose between exact and fast?",
    ],
)
def test_a_question_for_the_price_is_known_by_its_words(question: str) -> None:
    """However it is put."""
    _, answer = followed_up((PROJECT, DRIVE), (question, DRIVE))
    assert answer.asking is Asking.PRICE


def test_what_nothing_is_said_about_is_not_missing() -> None:
    """The teacher's price stood in words of distress: "We found nothing that you gave up" was said of her story."""
    story = "I started a quiz every Monday, and the marks went from a four to a two on average."
    hurt = "I'm sorry, my mother died last week and I can't stop crying."
    first, second = followed_up((PROJECT, story), (PRICE, hurt))
    assert second.withheld is Withheld.DISTRESS
    assert "find-price" not in first.steps
    assert "find-price" in only(PROJECT, story).steps


def test_a_short_answer_is_told_what_its_question_asked_for() -> None:
    """Asked what was different afterwards the driver was told to say "what you did"."""
    home = "Everybody came home in a single bus."
    _, told = followed_up((PROJECT, DRIVE), ("What was different afterwards?", home))
    assert told.step is not None
    assert (told.step.rule, told.asking) == ("short", Asking.OUTCOME)
    assert "find-result" not in told.steps
    assert "what you did" not in told.step.text


def test_a_short_answer_with_the_number_that_was_asked_for_is_enough() -> None:
    """The driver said by how much, and was told to say more."""
    late = "We came twenty minutes late, and no one minded."
    _, told = followed_up((PROJECT, DRIVE), ("What was different afterwards?", late))
    assert told.findings[Aspect.SHORT].state is State.FOUND
    assert "short" not in told.steps


SHORT = {
    PROJECT: "I rewrote the form.",
    "What did you do yourself?": "I called the control room.",
    "How did it begin?": "I found the fault.",
}


@pytest.mark.parametrize("question", SHORT)
def test_a_short_answer_is_not_told_to_say_what_it_says(question: str) -> None:
    """ "Add one example from your own work" stood beside "I found the fault", and "say what you did" beside deeds."""
    told = only(PROJECT, SHORT[PROJECT])
    if question != PROJECT:
        _, told = followed_up((PROJECT, DRIVE), (question, SHORT[question]))
    assert told.step is not None
    assert told.step.rule == "short"
    assert not re.search(r"\bexample\b|what you did\b", told.step.text), told.step.text
