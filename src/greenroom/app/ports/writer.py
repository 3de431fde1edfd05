"""Who proposes a wording of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from greenroom.app.ports.interviews import InterviewRow
from greenroom.assessment.rewording.checked import Proposed
from greenroom.assessment.stronger import Piece


class Writer(Protocol):
    """Asked once for each wording. Nothing it says is shown before code has checked every word."""

    @property
    def name(self) -> str:
        """For the page: which writer this is, without a key or an address."""
        ...

    async def propose(self, asked: str, said: Sequence[Piece], language: str) -> Sequence[Proposed]:
        """A wording made of what was `said` to the question `asked`. Raises `UpstreamFault`."""
        ...


class Writers(Protocol):
    """Makes the writer of an interview's wordings."""

    def of(self, row: InterviewRow, key: str) -> AbstractAsyncContextManager[Writer]:
        """A writer within the interview's budget; `key` as in `ScorecardRow`. Raises `UpstreamFault`
        on entering when the model cannot be had."""
        ...
