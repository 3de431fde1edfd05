"""The judged parts of a report are the rubric's words and the candidate's, and nothing else (R1)."""

from __future__ import annotations

from typing import Any

from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.reporting import report
from greenroom.app.scorecards import rubrics
from greenroom.assessment.claims import Scored, Unscored
from greenroom.assessment.feedback import feedback
from greenroom.assessment.reasons import Reason
from greenroom.assessment.scorecard import Scorecard, unscored
from greenroom.evidence import Quote

STAR = rubrics.load("star")
HOSTILE = "I <script>x</script> [led](javascript:x) the whole import"


def message(index: int, speaker: str, text: str) -> dict[str, Any]:
    return {
        "index": index,
        "speaker": speaker,
        "stage": "S",
        "kind": "answer" if speaker == "candidate" else "question",
        "text": text,
        "started_ms": index * 1000,
        "ended_ms": index * 1000 + 900,
        "interrupted": False,
    }


MESSAGES = [
    message(0, "interviewer", "Who are you?"),
    message(1, "candidate", "I am a nurse."),
    message(2, "interviewer", "What did you do?"),
    message(3, "candidate", HOSTILE),
    message(4, "candidate", "and it took two minutes"),
]
CARD = Scorecard(
    STAR,
    {
        "situation": Unscored(Reason.NOT_OBSERVED),
        "task": Unscored(Reason.JUDGE_FAILED, "timeout"),
        "action": Scored(3, (Quote(3, 0, len(HOSTILE), HOSTILE),)),
        "result": Scored(5, (Quote(4, 7, 23, "took two minutes"), Quote(1, 0, 5, "I am a"))),
    },
)


def record() -> dict[str, Any]:
    return {
        "plan": "p",
        "started_at": "2026-01-01T00:00:00Z",
        "ended_ms": 60_000,
        "candidate": {"name": "Ada"},
        "stages": [],
        "messages": MESSAGES,
    }


def test_a_strength_and_what_to_work_on() -> None:
    """From level 4 on it is a strength; below it the next level's anchor says what is missing."""
    told = feedback(CARD, MESSAGES)
    (strength,), (work,) = told["strengths"], told["improvements"]
    assert strength["text"].startswith("Result, level 5 of 5: ")
    assert STAR.criteria[2].anchors[2] in work["text"]
    assert work["text"].endswith(f"The next level: {STAR.criteria[2].anchors[3]}")
    assert [quote["quote"] for quote in work["quotes"]] == [HOSTILE]


def test_each_question_shows_what_its_answers_bore_out() -> None:
    """Quotes stand under the question that their answer followed."""
    told = feedback(CARD, MESSAGES)["question_feedback"]
    assert [entry["question"] for entry in told] == ["Who are you?", "What did you do?"]
    assert told[0]["feedback"] == "Your words here support: Result (level 5)."
    assert [quote["message"] for quote in told[1]["quotes"]] == [3, 4]


def test_what_is_said_about_a_question_asks_nothing() -> None:
    """A reprompt between question and answer is not the question; where its bare words are known they
    stand without greeting and thanks."""
    reprompt = message(3, "interviewer", "Take your time.") | {"kind": "reprompt"}
    asked = message(2, "interviewer", "Thank you. What did you do?") | {"question_id": "deed"}
    messages = [*MESSAGES[:2], asked, reprompt, message(4, "candidate", "It took two minutes.")]
    card = Scorecard(
        STAR, {**CARD.marks, "action": Scored(3, (Quote(4, 3, 19, "took two minutes"),))}
    )
    told = feedback(card, messages, {"deed": "What did you do?"})["question_feedback"]
    assert [entry["question"] for entry in told] == ["Who are you?", "What did you do?"]


def test_what_has_no_level_says_why() -> None:
    """Each reason once, with the criteria that it concerns and a failure's cause."""
    assert feedback(CARD, MESSAGES)["not_scored"] == [
        "Situation: The judge saw nothing about it in the answers.",
        "Task: The judge failed. Cause: timeout.",
    ]
    bare = unscored(STAR, Reason.TOO_FEW_WORDS)
    told = feedback(bare, MESSAGES)
    assert told["not_scored"] == [
        "Situation, Task, Action, Result: Too little was said to judge it."
    ]
    assert told["strengths"] == told["improvements"] == told["question_feedback"] == []


def test_reports_show_the_scorecard_and_obey_no_words() -> None:
    """Markdown and the report object carry the remarks; what was said stays text."""
    told = report(record(), card=CARD)
    assert told["strengths"] == feedback(CARD, MESSAGES)["strengths"]
    written = markdown(record(), told)
    assert "Question by question" in written
    assert "level 5 of 5" in written
    assert "<script>" not in written
    assert "[led](" not in written
    bare = markdown(record(), report(record()))
    assert "Strengths" not in bare
    assert "Question by question" not in bare  # the rules' remarks stand answer by answer already
