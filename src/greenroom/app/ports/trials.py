"""A plan tried by a simulated candidate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeAlias

TrialCandidate: TypeAlias = Literal["typical", "terse", "rambling"]
"""Answers as most do, in a word, or for minutes."""


class TrialRunner(Protocol):
    """Holds one interview by a plan in virtual time, off the event loop, within limits of its own."""

    async def __call__(self, toml: str, candidate: TrialCandidate) -> Mapping[str, Any]:
        """The record of the whole interview. Raises `Refused` with a sentence when there is none;
        cancelled, it leaves nothing running."""
        ...
