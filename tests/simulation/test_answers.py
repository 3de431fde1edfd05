"""Whole interviews with the local reader: what is asked after thin answers, full ones and none."""

from __future__ import annotations

import pytest
from tests.simulation.conversation import CASHIER, DRILL, READY, held

from greenroom.interview.first_job import takes_a_job_for_granted


@pytest.mark.parametrize(
    "told",
    [
        "I am not as experienced as my colleagues, and customers get unfriendly.",
        "I did manage to complete all of my assignments without sacrificing quality.",
        "The till went down for two hours and everybody was shouting.",
    ],
)
def test_nothing_is_praised_that_was_not_told(told: str) -> None:
    """A weakness is no trade-off, a phrase no price, an outage no result; who knows no more is not drilled."""
    found = held("two-stage", CASHIER, told, "I don't know.", "I have no idea.")
    said = " ".join(found.ours)
    assert "trade-off" not in said
    assert "price of a decision" not in said
    assert "in numbers" not in said
    assert DRILL not in said
    assert found.is_aside("I don't know.", "no_example")
    assert found.is_aside("I have no idea.", "no_example")


@pytest.mark.parametrize(
    "vague",
    [
        "I'm not sure about exact numbers, it just felt successful.",
        "I don't remember the figures, but people were glad.",
    ],
)
def test_who_has_no_number_is_not_asked_for_one(vague: str) -> None:
    """The next question does not wish for what the candidate just said to lack, and nothing is praised."""
    found = held("two-stage", CASHIER, "I mean, we all worked on it. It was a team thing.", vague)
    assert "number" not in found.to(vague)
    assert "figure" not in found.to(vague)
    assert not any("real detail" in text or "concrete" in text for text in found.ours)


def test_a_full_story_is_not_asked_for_again() -> None:
    """What happened, what was done, and the measured end: then the good-bye."""
    found = held(
        "two-stage",
        "I'm an engineer and I'm good at debugging.",
        "Our nightly import kept failing, so I took it on. I traced it to a lock in the migration, "
        "rewrote that step, and the failures dropped from eighteen percent to two.",
    )
    assert found.messages[-1]["kind"] == "closing"
    assert not any(DRILL in text for text in found.ours)


def test_who_never_worked_is_asked_for_nothing_that_takes_a_job() -> None:
    """Said once, it holds: no question and no bridge takes a job for granted; nothing is a fact or a depth."""
    said = (
        "I've never worked.",
        "I don't really have any work experience yet.",
        "I have never had a job, as I said.",
    )
    found = held("classic", READY, "I just finished school.", *said, *said, *said)
    later = found.messages[found.messages.index(found.turn("I just finished school.")) + 3 :]
    ours = [one["text"] for one in later if one["speaker"] == "interviewer"]
    assert [text for text in ours if takes_a_job_for_granted(text)] == []
    assert not any(DRILL in text or "tools" in text for text in ours)
    assert all(found.is_aside(one, "no_example") for one in said)
    assert len(set(ours)) == len(ours)
    assert found.record["end_reason"] == "completed"


@pytest.mark.parametrize(
    "said", ["I think that's all I have on that.", "There is nothing more to say."]
)
def test_who_has_said_all_is_not_kept(said: str) -> None:
    """Each time the question is left; no words come back, and nothing untrue is said about it."""
    intro = "I work at a bank as a clerk and I'm good at careful records."
    found = held("classic", READY, intro, *[said] * 6)
    assert found.is_aside(said, "already_said")
    assert found.record["end_reason"] == "completed"
    assert len(set(found.ours)) == len(found.ours)
    assert not any("I have all of it" in text for text in found.ours)


@pytest.mark.parametrize(
    "yes",
    [
        "Hi, yes, I can hear you well, and I am ready.",
        "Hello, yes, the sound is fine here, I think.",
        "Yeah, I hear you loud and clear.",
    ],
)
def test_a_yes_answers_a_yes_no_question(yes: str) -> None:
    """Whatever else it holds: nothing else is offered, and the interview goes on."""
    found = held("classic", yes)
    assert found.turn(yes)["kind"] == "answer"
    assert found.to(yes).endswith("Please tell me a little about yourself.")
