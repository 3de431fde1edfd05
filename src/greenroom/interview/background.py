"""What an interviewer is told about the role and by the candidate's papers, beyond the plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

HighlightKind: TypeAlias = Literal["role", "project", "number", "skill"]
RequirementKind: TypeAlias = Literal["required", "preferred"]
Source: TypeAlias = Literal["job", "company"]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A piece of a document that the candidate wants to be asked about. Personal data."""

    kind: HighlightKind
    text: str
    """The document's own words."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that a job description asks for."""

    id: str
    kind: RequirementKind
    text: str
    """The description's own words."""
    terms: tuple[str, ...]
    """The words by which one can tell that an answer is about it."""
    stage: str
    """The stage that asks about it."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a paper that answer a question about the job."""

    source: Source
    text: str
    """As they stand there."""


@dataclass(frozen=True, slots=True)
class Background:
    """Data for an interviewer, never instructions. Empty is fine. The papers are personal data."""

    focus: tuple[str, ...] = ()
    """What to look at for this role (F16)."""
    expectations: tuple[str, ...] = ()
    """What is expected at this level (F16)."""
    highlights: tuple[Highlight, ...] = ()
    """Only those that the candidate confirmed."""
    highlight_stages: frozenset[str] = frozenset()
    """The stages that ask for experience, and so about highlights."""
    requirements: tuple[Requirement, ...] = ()
    job: str = ""
    """The job's description."""
    company: str = ""
    """What was found out about the company."""

    def highlights_in(self, stage: str) -> tuple[Highlight, ...]:
        return self.highlights if stage in self.highlight_stages else ()

    def requirements_in(self, stage: str) -> tuple[Requirement, ...]:
        return tuple(one for one in self.requirements if one.stage == stage)
