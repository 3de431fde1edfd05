"""Why an interview between agents is over. The list is closed; exactly one is the reason."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class CircleEnd(StrEnum):
    """In the order of precedence: of several at one instant the first is the reason."""

    INFRASTRUCTURE_ERROR = "infrastructure_error"
    CANCELLED = "cancelled"
    BUDGET = "budget"
    OWNER_ERROR = "agent_error:owner"
    VISITOR_ERROR = "agent_error:visitor"
    PARTICIPANT_LEFT = "participant_left"
    TIMEOUT = "timeout"
    OWNER_STOP = "owner_stop"
    VISITOR_STOP = "visitor_stop"
    STALE = "stale"
    MAX_TURNS = "max_turns"

    @property
    def judged(self) -> bool:
        """Whether what was said until then is judged. A fault of ours is never a no."""
        return self not in UNJUDGED

    @property
    def external(self) -> bool:
        """Whether it comes from outside the conversation."""
        return self in EXTERNAL


UNJUDGED = frozenset(
    {
        CircleEnd.INFRASTRUCTURE_ERROR,
        CircleEnd.CANCELLED,
        CircleEnd.BUDGET,
        CircleEnd.OWNER_ERROR,
        CircleEnd.VISITOR_ERROR,
    }
)
EXTERNAL = frozenset(
    {
        CircleEnd.INFRASTRUCTURE_ERROR,
        CircleEnd.CANCELLED,
        CircleEnd.BUDGET,
        CircleEnd.PARTICIPANT_LEFT,
        CircleEnd.TIMEOUT,
    }
)
ORDER = tuple(CircleEnd)


def ranked(reasons: Iterable[CircleEnd]) -> tuple[CircleEnd, ...]:
    """Without repetition, the one that counts first."""
    return tuple(sorted(set(reasons), key=ORDER.index))
