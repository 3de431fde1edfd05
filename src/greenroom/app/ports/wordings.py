"""Answers as candidates want to give them next time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Wordings(Protocol):
    """One for each question of an interview; gone with the interview."""

    async def keep(self, interview_id: str, message: int, text: str | None) -> None:
        """Keep `text` for the question that `message` asked; None: nothing any more. Raises `NotFound`
        when the interview is gone."""
        ...

    async def of_interview(self, interview_id: str) -> Mapping[int, str]:
        """By the message that asked."""
        ...

    async def of_owner(self, owner: str) -> Mapping[tuple[str, int], str]:
        """By interview and message."""
        ...
