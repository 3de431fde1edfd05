"""Who plays what in a batch of simulated interviews: the plan and scripts, or a model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Roles:
    """Which parts a model has."""

    interviewer: str = "plan"
    """`plan` or `llm`."""
    candidate: str = "none"
    """`llm` when a scenario's candidate is a character."""
    judge: str = "none"
    """`none` or `llm`."""
    cassette: Path | None = None
    replay: bool = False

    @property
    def any_model(self) -> bool:
        return "llm" in (self.interviewer, self.candidate, self.judge)
