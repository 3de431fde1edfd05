"""What a model is told about the role and by the candidate's papers, beyond the plan."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Background:
    """Data for the prompt of a model. Empty is fine. The documents are personal data."""

    focus: tuple[str, ...] = ()
    """What to look at for this role (F16)."""
    expectations: tuple[str, ...] = ()
    """What is expected at this level (F16)."""
    resume: str = ""
    job: str = ""
