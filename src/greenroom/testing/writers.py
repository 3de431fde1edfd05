"""Writers whose wordings are written down beforehand, in a model's own JSON, read as a model's is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from greenroom.app.ports import InterviewRow, UpstreamFault, Writer
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.question import Unreadable
from greenroom.assessment.rewording.asked import proposal, question
from greenroom.assessment.rewording.checked import Proposed
from greenroom.assessment.stronger import Piece


class ScriptedWriters:
    """Implements `ports.Writers` and `ports.Writer`: one reply for every request."""

    name = "script"

    def __init__(self, reply: str = "") -> None:
        self.reply = reply
        self.asked: list[str] = []
        """The interviews that wordings were made for."""

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Writer]:
        self.asked.append(row.id)
        yield self

    async def propose(self, asked: str, said: Sequence[Piece], language: str) -> Sequence[Proposed]:
        try:
            return proposal(self.reply, question(asked, said, language, "=== script ==="))
        except Unreadable as fault:
            cause = UpstreamCause(fault.args[0])
            raise UpstreamFault(self.name, cause, retryable=cause.retryable) from None
