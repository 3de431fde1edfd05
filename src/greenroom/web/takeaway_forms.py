"""What an owner gets who takes everything away."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from greenroom.app.ports import PlanRow
from greenroom.web.forms import InterviewSoFar, OpenLink
from greenroom.web.key_forms import SavedKey, Used
from greenroom.web.preparation.forms import Preparation


class KeptInterview(InterviewSoFar):
    papers: Preparation
    """What was handed in; empty once the interview is over."""
    scorecard: dict[str, Any] | None
    """As it was made, its rubric included."""
    links: list[OpenLink]
    sound: list[tuple[int, int]]
    """The stretches of the interview whose sound is kept. The sound is not in here: it is heard at
    `/api/interviews/{id}/sound`."""


class KeptPlan(BaseModel):
    """A plan of the owner's own."""

    id: str
    version: int
    toml: str
    created_at: str
    updated_at: str

    @classmethod
    def of(cls, row: PlanRow) -> dict[str, Any]:
        return {name: getattr(row, name) for name in cls.model_fields}


class Takeaway(BaseModel):
    """Everything that is kept of one owner."""

    interviews: list[KeptInterview]
    keys: list[SavedKey]
    """Without the keys themselves."""
    circles: list[dict[str, Any]]
    """Each with its conversations, as their owner sees them."""
    plans: list[KeptPlan]
    retries: list[dict[str, Any]]
    """Which interview asks which question of which other again."""
    wordings: list[dict[str, Any]]
    """How questions are to be answered next time."""
    drills: list[dict[str, Any]]
    """When a question comes again, and the scheduler's state of it."""
    used: Used
