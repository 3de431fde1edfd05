"""Links by which a candidate shows a report to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Link:
    """One link to one report. The token that opens it is not kept: `digest` is its SHA-256."""

    id: str
    digest: str
    interview_id: str
    created_at: str
    expires_at: str
    """ISO 8601 in UTC, both."""
    parts: tuple[str, ...]
    """What it shows; by the names of `app.reports.sharing.Part`."""


class Links(Protocol):
    """Share links. They go with their interview."""

    async def add(self, link: Link) -> None:
        """Raises `NotFound` when there is no such interview, `Refused` when the digest is known."""
        ...

    async def of_interview(self, interview_id: str) -> Sequence[Link]:
        """The oldest first, expired ones too."""
        ...

    async def find(self, digest: str) -> Link | None: ...
    async def delete(self, interview_id: str, link_id: str) -> bool:
        """False when this interview has no such link."""
        ...

    async def expire(self, before: str) -> None:
        """Delete links whose time was over before this moment."""
        ...
