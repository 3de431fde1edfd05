"""When an answer comes to its point, and which parts of a story it has (R2, R3)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.assessment.spoken import ASKED, question, record, said

from greenroom.assessment.coaching import coach
from greenroom.assessment.coaching.relevant import RELEVANT
from greenroom.assessment.coaching.shapes import Known
from greenroom.assessment.delivery import measures

REST = "It was hard for all of us to see it through, and so it went on and on for us all there."
EARLY = f"I rewrote the import. {REST}"
LATE = f"{REST} I rewrote the import."
VAGUE = "That is a very good question and a hard thing to talk about. " * 3
DOUBTFUL = "Well, so that is how it is there, and it is hard to say much more of it than what is known to all."


def told(
    *answers: tuple[str, int], language: str = "en", off: frozenset[int] = frozenset()
) -> dict[str, Any]:
    """The time to the point in stories of so many milliseconds; `off`: messages that a reader found off the question."""
    messages: list[dict[str, Any]] = []
    at = 0
    for text, length in answers:
        asked = question(at, "Tell me about a time when you solved a problem.")
        answer = said("candidate", text, at + 1_000, at + 1_000 + length)
        messages += [asked, answer | {"question_id": asked["question_id"]}]
        at += length + 2_000
    numbered = [message | {"index": index} for index, message in enumerate(messages)]
    whole = record(*numbered)
    coaching = coach(whole, Known(relevance=dict.fromkeys(off, 2 * RELEVANT)), language=language)
    found = measures(whole, language=language, coaching=coaching)["time_to_the_point"]
    return dict(found)


def test_the_point_is_the_first_deed_result_or_amount() -> None:
    """At the eighth of twenty words it is named, in twenty seconds: eight."""
    talk = "Well, that is a nice question. I rewrote the import. "
    rest = "It was hard for all of us to see it through."
    found = told((talk + rest, 20_000))
    assert (found["value"], found["unit"]) == (8, "seconds")
    assert found["sentence"] == "We found the point in 1 longer answer."


def test_a_long_sentence_is_not_waited_for() -> None:
    """The figure stands among the first words, whatever follows it in the same sentence."""
    rest = "and in all that time the days were long and the nights were short and it was good"
    assert told((f"I have fifteen years of it {rest}", 24_000))["value"] <= 6


@pytest.mark.parametrize(
    ("answer", "language", "why"),
    [
        (VAGUE, "en", "We found no action, result or amount in a longer answer."),
        (
            DOUBTFUL,
            "en",
            "No action, result or amount in a longer answer was plain enough to count.",
        ),
        ("I rewrote the import.", "en", "No spoken answer had 20 words or more."),
        (VAGUE, "de", "Actions and results are only recognised in English."),
    ],
)
def test_without_a_point_there_is_no_time_to_it(answer: str, language: str, why: str) -> None:
    """The reason is told instead of a number."""
    found = told((answer, 20_000), language=language)
    assert (found["value"], found["not_scored"]) == (None, why)


def test_only_an_answer_plainly_without_a_point_counts_as_one() -> None:
    """What may have a point is in neither count, and no advice follows from it."""
    plain = told((EARLY, 10_000), (VAGUE, 10_000))
    assert "In 1 other we found no action" in plain["sentence"]
    doubtful = told((EARLY, 10_000), (DOUBTFUL, 10_000))
    assert doubtful["sentence"] == "We found the point in 1 longer answer."


def test_an_answer_to_another_question_counts_for_nothing() -> None:
    """“2 of 3 longer answers” counted one that spoke of home, and so did the advice."""
    found = told((EARLY, 10_000), (VAGUE, 10_000), (LATE, 40_000), off=frozenset({3, 5}))
    assert found["sentence"] == "We found the point in 1 longer answer."


def test_parts_of_a_story_without_cue_words_are_not_said_to_be_missing() -> None:
    """A result that was told in other words was told: we found no cue words, no more."""
    story = "We had thirty returns a week before, and then it was twelve, so the Mondays were quiet again for us."
    found = measures(record(ASKED, said("candidate", f"{story} {story}", 3_000, 30_000)))[
        "story_parts"
    ]
    assert found["sentence"] == "None of them was recognised."


def test_a_task_is_told_in_a_story() -> None:
    """ "My job is a bay of eight beds" was the task of a story, though it introduced somebody."""
    work = "My job is to keep the bay running. I rewrote the plan of the week, and it was hard for all of us there."
    for question_asked, found in (
        ("about yourself.", False),
        ("about a time when it went wrong.", True),
    ):
        asked = question(0, f"Please tell me {question_asked}") | {"index": 0}
        answer = said("candidate", work, 2_000, 20_000) | {"index": 1}
        sentence = measures(record(asked, answer))["story_parts"]["sentence"]
        assert ("task" in sentence.partition(".")[0]) is found
        assert ("task" in sentence.partition("Perhaps told")[2]) is not found


def test_a_second_of_its_kind_is_no_amount() -> None:
    """ "Twice last year that was a second stroke" was the point of an answer, as an amount."""
    assert told((f"That was a second stroke. {LATE}", 30_000))["value"] > 20


def test_who_comes_late_to_the_point_is_told_to_begin_with_it() -> None:
    """ "Say first what you did" stood beside 3 of 3 after three seconds."""
    assert "Say first" not in told((EARLY, 10_000))["sentence"]
    assert "Say first" in told((LATE, 30_000))["sentence"]


def test_a_part_with_a_loose_sign_is_not_said_to_be_missing() -> None:
    """It may have been told in words that we do not know."""
    asked = question(0, "Tell me about a time when you solved a problem.") | {"index": 0}
    story = "I had to find the fault. I rewrote the import. It got quicker after that, though it was a lot of work."
    answer = said("candidate", story, 2_000, 20_000) | {"index": 1}
    told = measures(record(asked, answer))["story_parts"]["sentence"]
    assert "action" in told.partition("Not found")[0]
    lacking = told.partition("Not found")[2].partition("Perhaps told")[0]
    assert "result" not in lacking.replace("result in figures", "")
