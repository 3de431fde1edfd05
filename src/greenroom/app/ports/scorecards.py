"""Scorecards that were asked for, and those that are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class ScorecardRow:
    """One interview's scorecard: a request until `card` is there."""

    interview_id: str
    rubric: str
    """Name of a built-in rubric."""
    key: str
    """Id of the owner's sealed key whose model judges; empty: the operator's model."""
    asked_at: str
    """ISO 8601 in UTC; tells one request from the next."""
    card: Mapping[str, Any] | None = None
    """What `app.scorecards.requests.packed` made of the scorecard; None: it is not made yet."""


class Scorecards(Protocol):
    """One for each interview, gone with it."""

    async def ask(self, row: ScorecardRow) -> None:
        """Keep a request, in the place of an earlier one and its card. Raises `NotFound` when there is
        no such interview."""
        ...

    async def find(self, interview_id: str) -> ScorecardRow | None: ...
    async def asked(self) -> Sequence[ScorecardRow]:
        """Requests without a card, the oldest first."""
        ...

    async def keep(self, interview_id: str, asked_at: str, card: Mapping[str, Any]) -> bool:
        """Put the card to its request. False, and nothing changes, when that request is gone,
        replaced or answered."""
        ...
