"""Whole interviews with the local reader: wishes to stop, to skip, to pause and for other words are commands."""

from __future__ import annotations

import pytest
from tests.simulation.conversation import CASHIER, READY, TILLS, held


@pytest.mark.parametrize(
    "wish", ["I need to leave.", "I've got to run, sorry.", "Please let me out."]
)
def test_who_wants_to_leave_is_let_go(wish: str) -> None:
    """A wish to stop, in whatever words, ends the interview at once, and is no fact."""
    found = held("classic", READY, "I'm a teacher and I'm good at calming people.", wish)
    assert found.turn(wish)["kind"] == "command"
    assert found.record["end_reason"] == "candidate_ended"
    assert not any(wish.rstrip(".").lower() in text.lower() for text in found.facts.values())


def test_a_skip_leaves_the_question_and_not_the_stage() -> None:
    """ "Next question please" asks the next one of the same stage (F20)."""
    found = held(
        "software-engineer",
        READY,
        "I'm a developer, five years, and I'm good at testing.",
        "I mostly write tests.",
        "Next question please.",
    )
    at = found.place("Next question please.")
    assert found.messages[at]["kind"] == "command"
    assert found.messages[at + 1]["stage"] == found.messages[at]["stage"]


def test_an_order_to_rephrase_stays_a_command() -> None:
    """ "Could you rephrase that?" orders it."""
    found = held("two-stage", CASHIER, TILLS, "Could you rephrase that?")
    assert found.turn("Could you rephrase that?")["kind"] == "command"


@pytest.mark.parametrize(
    "told", ["", "I listened to her for an hour and then I called the doctor. "]
)
def test_a_wish_for_a_break_pauses(told: str) -> None:
    """In whatever words; what was told before it stays an answer."""
    wish = "Could we have a quick break? Someone at the door."
    found = held("nursing", READY, CASHIER, f"{told}{wish}")
    at = found.place(wish)
    assert found.messages[at]["kind"] == "command"
    if told:
        assert found.messages[at - 1]["kind"] == "answer"
        assert found.messages[at - 1]["text"] == told.strip()
    later = [one["kind"] for one in found.messages[at + 1 :]]
    assert "question" not in later[:1]
