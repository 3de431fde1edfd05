"""Whole interviews with the local reader: asides are met in their own terms, and are no answers."""

from __future__ import annotations

import pytest
from tests.simulation.conversation import CASHIER, DRILL, READY, TILLS, held


@pytest.mark.parametrize("refusal", ["I'd rather not say.", "I'd prefer to keep that to myself."])
def test_a_refusal_is_no_strength(refusal: str) -> None:
    """The question is left without a reason asked for; nothing of it is a fact."""
    found = held("two-stage", "I am a nurse, eight years now.", refusal)
    assert found.is_aside(refusal, "decline")
    assert "highlight" not in found.facts
    assert "strength" not in found.to(refusal)


def test_a_wrong_name_is_put_right_for_good() -> None:
    """The right name is used from the next sentence on, and the wrong one never again."""
    found = held(
        "two-stage",
        "My name is not Robin, it's Alex, and I'm a teacher.",
        "Please call me Alex.",
    )
    assert "Alex" in found.ours[1]
    assert not any("Robin" in text for text in found.ours[1:])
    assert found.is_aside("Please call me Alex.", "correct")


@pytest.mark.parametrize(
    "asked",
    ["What kind of projects is your team working on?", "How big is the team that I would join?"],
)
def test_a_question_at_the_end_of_an_answer_is_met(asked: str) -> None:
    """Without papers the interviewer says that it does not know; the answer counts all the same."""
    answer = f"I moved our shop to a new till system. {asked}"
    found = held("two-stage", CASHIER, answer)
    assert found.turn(answer)["depth"] is not None
    assert any(
        part in found.to(answer)
        for part in ("do not know", "know too little", "cannot tell", "no answer")
    )


def test_another_language_is_neither_an_answer_nor_a_loop() -> None:
    """It is said which language is understood, in other words each time; at the third time an end is
    offered. A word of thanks in it is no answer either."""
    said = (
        "Hola, me llamo Ana y trabajo como enfermera en un hospital.",
        "No hablo mucho inglés, lo siento.",
        "¿Podemos hacerlo en español?",
        "Gracias.",
    )
    found = held("two-stage", *said)
    assert all(found.is_aside(one, "language") for one in said)
    assert all("English" in found.to(one) for one in said)
    assert len({found.to(one) for one in said}) == len(said)
    assert "stop" in found.to(said[2])
    assert found.facts == {}


@pytest.mark.parametrize(
    "asked", ["What do you mean by that, exactly?", "I don't understand the question."]
)
def test_a_question_back_is_an_aside(asked: str) -> None:
    """It is met by other words for the question."""
    found = held("two-stage", CASHIER, TILLS, asked)
    assert found.is_aside(asked, "clarify")
    assert "Which of it did you do yourself?" in found.to(asked)


LINES = [
    ("Are you a real person?", "process", "program"),
    ("Am I talking to a machine right now?", "process", "program"),
    ("How long does this take?", "process", "minutes"),
    ("How many questions are left?", "process", "question"),
    ("Can you hear me?", "trouble", ""),
    ("Can you give me an example?", "clarify", ""),
    ("Like what, for instance?", "clarify", ""),
    ("Should I talk about work or school?", "clarify", "school"),
    ("Does a thing from university count?", "clarify", "school"),
    ("Can I start over?", "restart", ""),
    ("Was that okay?", "feedback", ""),
    ("What does the company do?", "job", "company"),
    ("Can you speak slower please?", "trouble", "again|once more"),
    ("I am really nervous.", "distress", ""),
    ("I have never had a job.", "no_example", "school"),
    ("Sorry, my dog is barking, one second.", "trouble", "waiting"),
    ("Hang on, somebody is at the door.", "trouble", "waiting"),
    ("Sorry, I lost my train of thought, let me start again.", "trouble", ""),
]


@pytest.mark.parametrize(("line", "about", "word"), LINES)
def test_an_aside_is_met_in_its_own_terms(line: str, about: str, word: str) -> None:
    """The reply is to it, neither a drill nor the plan's next question; the pending one stays, and the
    answer to it counts."""
    answer = "I wrote the plan for it and trained the four others."
    found = held("two-stage", CASHIER, TILLS, line, answer)
    assert found.is_aside(line, about)
    reply = found.messages[found.place(line) + 1]
    assert reply["kind"] == "reply"
    assert DRILL not in reply["text"]
    assert any(one in reply["text"].lower() for one in word.lower().split("|"))
    assert not reply["text"].startswith(("No,", "Yes,")) or about == "trouble"
    assert reply["question_id"] == "own-role"
    assert found.turn(answer)["depth"] is not None


@pytest.mark.parametrize(
    "asks", ["what would my caseload be", "How many people would I be working with?"]
)
def test_a_question_about_the_job_is_not_put_in_other_words(asks: str) -> None:
    """Nobody who asks about the job is told that we should be clearer."""
    found = held("nursing", READY, CASHIER, asks)
    assert found.is_aside(asks, "job")
    assert "clearer" not in found.to(asks)


def test_how_long_it_takes_is_about_the_interview() -> None:
    """Where no step of hiring is named, it is the interview that takes long."""
    asks = "Sure, ready when you are. How long will it take, by the way?"
    found = held("teaching", asks)
    assert any("left" in said or "at most" in said or "depends" in said for said in found.ours)
    assert not any("people who offer" in said or "hear" in said for said in found.ours[1:3])
