"""Interviews that ask one question of an earlier one again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class RetryRow:
    """Which question of which interview an interview asks again."""

    interview_id: str
    of_interview: str
    message: int
    """Index of the interviewer's message in the record of `of_interview` that asked it first."""


class Retries(Protocol):
    """One for each interview that is a retry; gone with either of the two interviews."""

    async def put(self, row: RetryRow) -> None:
        """Raises `NotFound` when one of the interviews is gone."""
        ...

    async def find(self, interview_id: str) -> RetryRow | None: ...
    async def of_interview(self, interview_id: str) -> Sequence[RetryRow]:
        """The retries of this interview's questions, by question."""
        ...

    async def of_owner(self, owner: str) -> Sequence[RetryRow]: ...
