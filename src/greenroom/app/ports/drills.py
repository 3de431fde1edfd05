"""Questions that come again, and when: the drill queue as it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class DrillRow:
    """What is known of one question's repetition. A question without a row was never repeated."""

    interview_id: str
    message: int
    """Index of the interviewer's message in the interview's record that asked the question."""
    card: Mapping[str, Any]
    """The scheduler's own state of it; empty: it has none yet."""
    due: str
    """ISO 8601 in UTC."""
    reviews: int = 0
    dropped: bool = False
    """The owner does not want it again."""


class Drills(Protocol):
    """One for each question; gone with its interview, and so with its owner."""

    async def put(self, row: DrillRow, reviews: int) -> bool:
        """Keep `row`, if there were `reviews` so far. False, and nothing changes, when there were
        others meanwhile. Raises `NotFound` when the interview is gone."""
        ...

    async def find(self, interview_id: str, message: int) -> DrillRow | None: ...
    async def of_owner(self, owner: str) -> Sequence[DrillRow]: ...
