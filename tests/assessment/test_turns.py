"""What counts as an answer, as a wait for it, and as talking over (R2, R3)."""

from __future__ import annotations

from tests.assessment.spoken import ASKED, THIRTY, question, record, said

from greenroom.assessment.delivery import measures


def test_what_was_said_to_a_greeting_is_no_answer_that_is_counted() -> None:
    """It is heard and measured, but nobody would count it among their answers."""
    greeting = said("interviewer", "Hello. Shall we begin?", 0, 1_000, "greeting")
    ready = said("candidate", "Yes, let us begin.", 1_500, 2_500)
    asked = said("interviewer", "Who are you?", 3_000, 4_000, "question")
    found = measures(record(greeting, ready, asked, said("candidate", THIRTY, 5_000, 20_000)))
    assert found["answers"]["value"] == 1
    assert "have 30 words" in found["answers"]["sentence"]


def test_a_bare_no_is_an_answer_where_we_do_not_read_the_language() -> None:
    """ "Is" and "not" are words of other languages too."""
    pairs = record(ASKED, said("candidate", "No.", 3_000, 4_000))
    assert measures(pairs, language="de")["answers"]["value"] == 1
    assert not measures(pairs)["answers"]["value"]


def test_a_continued_answer_is_one() -> None:
    """Two questions were answered in five pieces, and told as five answers: pieces without anything
    between, after a reminder, and after words of ours that the candidate talked through."""
    words = "we moved the ledger in eleven weeks"
    talk = [
        question(0),
        said("candidate", words, 2_000, 4_000),
        said("candidate", words, 5_000, 7_000),
        said("interviewer", "Take your time.", 17_000, 18_000, "reprompt"),
        said("candidate", words, 19_000, 21_000),
        question(30_000),
        said("candidate", words, 32_000, 34_000),
        question(36_000) | {"interrupted": True},
        said("candidate", words, 36_600, 39_000),
    ]
    found = measures(record(*talk))
    assert (found["answers"]["value"], found["answers"]["unit"]) == (2, "answers")
    assert found["answer_length"]["value"] == 6  # the median of 7 and 4.4


def test_a_typed_late_rest_belongs_to_its_question() -> None:
    """An answer that names the question under which it was begun is part of that answer."""
    talk = [
        question(0),
        said("candidate", "one", 2_000, 4_000),
        question(6_000),
        said("candidate", "two", 9_000, 9_000) | {"question_id": "q0"},
        said("candidate", "three", 10_000, 12_000),
    ]
    assert measures(record(*talk))["answers"]["value"] == 2


def test_time_asked_for_is_no_latency() -> None:
    """Who asks for a minute and takes forty seconds did not hesitate for forty seconds; the notice and
    the reminder in between change nothing."""
    words = "we moved the ledger in eleven weeks"
    quick = [question(0), said("candidate", words, 3_000, 6_000)]
    slow = [
        question(10_000),
        said("candidate", "Give me a minute.", 12_000, 13_000, "thinking"),
        said("interviewer", "Of course.", 14_000, 15_000, "notice"),
        said("candidate", words, 55_000, 60_000),
    ]
    found = measures(record(*quick, *slow))["response_latency"]
    assert found["value"] == 2.0
    assert "1 answer is not counted: you had asked for time." in found["sentence"]
    alone = measures(record(*slow))["response_latency"]
    assert alone["value"] is None
    assert "asked for time" in alone["not_scored"]
    reminded = said("interviewer", "Ready when you are.", 40_000, 41_000, "reprompt")
    assert measures(record(*slow[:3], reminded, slow[3]))["response_latency"]["value"] is None


def test_who_is_talked_over_is_not_at_fault() -> None:
    """The interviewer began while the candidate spoke, and so early that the answer went on: both are
    told as our fault. A candidate who breaks into a question that was well under way is not counted."""
    words = "we moved the ledger in eleven weeks"
    talk = [
        question(0),
        said("candidate", words, 2_000, 9_000),
        question(8_000),
        said("candidate", words, 10_000, 14_000),
        question(15_500) | {"interrupted": True},
        said("candidate", words, 16_100, 20_000),
        said("interviewer", "A long question " * 6, 24_000, 30_000, "question")
        | {"interrupted": True, "question_id": "q"},
        said("candidate", words, 29_000, 33_000),
    ]
    found = measures(record(*talk))["overlap"]
    assert found["value"] == 2
    assert "our fault, not yours" in found["sentence"]
    none = measures(record(talk[0], talk[1]))["overlap"]
    assert none["value"] == 0
    assert "fault" not in none["sentence"]
