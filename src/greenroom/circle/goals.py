"""What the owner's agent is to do in its n-th message."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias


class TurnGoal(StrEnum):
    OPEN = "open_and_ask_one_focused_question"
    OBJECTIVE = "clarify_objective"
    AVAILABILITY = "clarify_availability"
    DECIDE = "decide_and_close"


GoalPolicy: TypeAlias = Callable[[int, int], TurnGoal]
"""From the owner's turn (from 1) and the most turns of a side to the goal."""


def schedule(turn: int, max_per_side: int) -> TurnGoal:
    """Open first, decide last, availability before that; in between the objective."""
    if turn == 1:
        return TurnGoal.OPEN
    if turn >= max_per_side:
        return TurnGoal.DECIDE
    if turn == max_per_side - 1:
        return TurnGoal.AVAILABILITY
    return TurnGoal.OBJECTIVE
