"""What the candidate asked the interviewer, told from a record."""

from __future__ import annotations

from typing import Any

import pytest

from greenroom.app.reports.wording import replied
from greenroom.assessment.candidate_questions import candidate_questions
from greenroom.interview.replies import Quote, ReplyFacts, reply
from greenroom_turns.languages import CODES


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


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize(
    ("topic", "facts", "wanted"),
    [
        ("job", {"quote": Quote("job", "Shifts of eight hours.")}, "job"),
        ("job.company", {"quote": Quote("company", "We bake bread.")}, "company"),
        ("job", {"job": False}, "unknown"),
        ("job.company", {}, "unknown"),
        ("process.recording", {"sound_kept": True}, "interview"),
        ("feedback.how_am_i", {}, "verdict"),
    ],
)
def test_what_became_of_a_question(
    language: str, topic: str, facts: dict[str, Any], wanted: str
) -> None:
    """What the interviewer says tells where it came from, in every language that it speaks."""
    said = reply(topic, ReplyFacts(language=language, **facts)).text
    about = topic.partition(".")[0]
    messages = [
        message(0, "candidate", "aside", "Well?", about=about),
        message(1, "interviewer", "reply", said),
    ]
    (asked,) = candidate_questions(messages, language)
    assert asked.origin == wanted
    assert replied({"reply": said, "origin": asked.origin})


def test_a_model_s_own_words_come_from_nowhere() -> None:
    """Of words that are none of ours nothing is claimed."""
    messages = [
        message(0, "candidate", "aside", "Is there a canteen?", about="job"),
        message(1, "interviewer", "reply", "I believe that there is one."),
    ]
    (asked,) = candidate_questions(messages)
    assert asked.origin == replied({"reply": asked.reply, "origin": asked.origin}) == ""


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


@pytest.mark.parametrize("language", CODES)
def test_the_offer_of_another_question_is_no_answer(language: str) -> None:
    """ "Is there anything else you would like to ask?" stood in the report as if it had been the answer."""
    facts = ReplyFacts(language=language, sound_kept=True)
    said, more = (reply(topic, facts).text for topic in ("process.recording", "questions.more"))
    messages = [
        message(0, "candidate", "aside", "Well?", about="process"),
        message(1, "interviewer", "reply", f"{said} {more}"),
    ]
    (asked,) = candidate_questions(messages, language)
    assert (asked.reply, asked.origin) == (said, "interview")


@pytest.mark.parametrize("language", CODES)
def test_what_is_said_to_any_question_is_no_answer_to_one(language: str) -> None:
    """How an interview works is told where the question is not known: it is not told as its answer."""
    messages = [
        message(0, "candidate", "aside", "Well?", about="process"),
        message(1, "interviewer", "reply", reply("process", ReplyFacts(language=language)).text),
    ]
    assert candidate_questions(messages, language)[0].origin == ""
