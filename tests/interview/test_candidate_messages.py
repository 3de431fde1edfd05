"""What is written down of the candidate's words."""

from __future__ import annotations

import pytest

from greenroom.interview.candidate_messages import is_doubted
from greenroom.interview.events import AnswerGiven


@pytest.mark.parametrize(
    ("mean", "least", "doubted"),
    [
        (0.95, None, False),
        (0.95, 0.9, False),
        (0.6, None, True),
        (0.82, 0.3, True),
        (None, None, False),
        (0.0, 0.0, False),
    ],
)
def test_a_misheard_piece_of_a_long_turn_is_doubted(
    mean: float | None, least: float | None, doubted: bool
) -> None:
    """One piece in a long turn was misheard at 0.3, the turn's mean was 0.82, and it was said back."""
    event = AnswerGiven(
        2_000, "a nasal gas trick tube", 0, 1_000, confidence=mean, least_sure=least
    )
    assert is_doubted(event) is doubted
    typed = AnswerGiven(2_000, "words", 0, 1_000, typed=True, confidence=mean, least_sure=least)
    assert not is_doubted(typed)
