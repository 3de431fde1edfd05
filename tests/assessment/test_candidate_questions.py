"""What the candidate asked the interviewer, told from a record."""

from __future__ import annotations

from typing import Any

from greenroom.assessment.candidate_questions import candidate_questions


def message(index: int, speaker: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {"index": index, "speaker": speaker, "kind": kind, "text": text, **more}


def test_questions_with_their_replies() -> None:
    """An aside that asks for something is listed with the reply that came before the candidate spoke again."""
    asked = candidate_questions(
        [
            message(0, "interviewer", "question", "What did you do?"),
            message(1, "candidate", "aside", "Is this recorded?", about="process"),
            message(2, "interviewer", "reply", "No sound is kept."),
            message(3, "candidate", "answer", "I counted the stock."),
            message(4, "candidate", "aside", "What is the pay?", about="job"),
            message(5, "candidate", "ack", "hm"),
            message(6, "interviewer", "reply", "I do not know that."),
        ]
    )
    assert [(one.message, one.text, one.reply) for one in asked] == [
        (1, "Is this recorded?", "No sound is kept."),
        (4, "What is the pay?", ""),
    ]


def test_what_is_no_question_is_not_listed() -> None:
    """A request for other words, a refusal and an answer ask the interviewer nothing about the job."""
    assert (
        candidate_questions(
            [
                message(0, "candidate", "aside", "What do you mean?", about="clarify"),
                message(1, "candidate", "aside", "I'd rather not say.", about="decline"),
                message(2, "candidate", "answer", "What is a till? Well, it is where people pay."),
            ]
        )
        == ()
    )
