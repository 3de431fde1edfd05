"""Plans of an owner's own, as they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One plan that somebody wrote. It may have faults: what is half written is kept too."""

    id: str
    owner: str
    toml: str
    version: int
    """Counts from 1 with every change."""
    created_at: str
    updated_at: str
    """ISO 8601 in UTC."""


class KeptPlans(Protocol):
    """Plans by owner; another owner's plan is not found."""

    async def put(self, row: PlanRow) -> None:
        """Store a new plan. Raises `Refused` when its id is taken."""
        ...

    async def find(self, plan_id: str, owner: str) -> PlanRow | None: ...
    async def of_owner(self, owner: str) -> Sequence[PlanRow]:
        """The owner's plans, the one changed last first."""
        ...

    async def replace(self, row: PlanRow) -> bool:
        """Put `row` in the place of the version before it. False, and nothing changes, when that is not
        the version that is kept: somebody else was quicker, or the plan is gone."""
        ...

    async def delete(self, plan_id: str, owner: str) -> None:
        """Erase one plan. Done twice, or not this owner's: no error, and nothing happens."""
        ...

    async def delete_all(self, owner: str) -> None:
        """Erase every plan of an owner who is being forgotten."""
        ...

    async def delete_old(self, before: str) -> int:
        """Erase plans that were last changed before this moment; returns how many went."""
        ...
