"""What an answer is judged by: criteria with a described anchor for each level, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LEVELS: Final = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that is judged, by itself."""

    id: str
    title: str
    question: str
    """What the judge is asked."""
    anchors: tuple[str, ...]
    """What a performance on each of `LEVELS` looks like, from the lowest."""


@dataclass(frozen=True, slots=True)
class Rubric:
    id: str
    title: str
    description: str
    criteria: tuple[Criterion, ...]
    digest: str
    """Twelve hexadecimal digits of the SHA-256 of its source: the same rubric has the same."""
