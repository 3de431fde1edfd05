"""Whole interviews with the local reader: grief and danger are met, and a condition is neither."""

from __future__ import annotations

import pytest
from tests.simulation.conversation import CASHIER, OWN_PART, held


@pytest.mark.parametrize(
    "told",
    [
        "I was depressed back then and nearly killed myself.",
        "Two years ago I tried to take my own life.",
    ],
)
def test_a_danger_that_is_over_is_met_gently(told: str) -> None:
    """It is thanked for, and a pause or an end offered: it is neither panic nor an answer."""
    found = held("two-stage", CASHIER, told)
    assert found.is_aside(told, "distress")
    assert "pause" in found.to(told)
    assert "Breathe" not in found.to(told)
    assert OWN_PART not in found.to(told)


def test_who_cannot_say_whether_to_pause_is_not_hurried() -> None:
    """ "I don't know" to an offered pause is neither no nor an answer; the offer stands."""
    grief = "My husband died last month."
    found = held("two-stage", CASHIER, grief, "I don't know.", "Yes, please.")
    assert found.is_aside(grief, "distress")
    assert "?" not in found.to("I don't know.")
    assert "pause" in found.to("I don't know.")
    assert found.turn("Yes, please.")["kind"] == "command"


@pytest.mark.parametrize(
    "told",
    [
        "Okay if you could just let me take your arm. It's easier. I'm blind.",
        "Just so you know, I'm deaf in one ear.",
    ],
)
def test_a_condition_is_no_distress_and_no_strength(told: str) -> None:
    """It is met with what helps here, in one reply; it is no fact, and the question stays."""
    found = held("two-stage", "I sell office equipment, five years now.", told)
    assert found.is_aside(told, "trouble")
    assert "sorry" not in found.to(told)
    assert "?" not in found.to(told)
    assert "highlight" not in found.facts


def test_grief_beside_a_yes_is_met() -> None:
    """Somebody who agrees to begin and tells of a death is not led to the introduction without a word."""
    told = "Yes we can start. My father died last week."
    found = held("nursing", told, "No, let's go on.", CASHIER)
    assert found.is_aside(told, "distress")
    assert "sorry" in found.to(told)
    assert "pause" in found.to(told)
    assert "Shall we begin" in found.to("No, let's go on.")
