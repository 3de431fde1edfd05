"""A language model that proposes a wording of an answer: one request, and nothing is asked twice."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from greenroom.adapters.models.json_model import JsonModel
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.question import Unreadable
from greenroom.assessment.rewording.asked import SCHEMA, proposal, question
from greenroom.assessment.rewording.checked import Proposed
from greenroom.assessment.stronger import Piece


def _fence() -> str:
    return f"=== {secrets.token_hex(12)} ==="


class ModelWriter:
    """Implements `ports.Writer` with any LiveKit `LLM`."""

    def __init__(self, model: JsonModel, *, name: str, fence: Callable[[], str] = _fence) -> None:
        """`fence` makes a line that nobody who was interviewed can know."""
        self._model, self._fence, self.name = model, fence, name

    async def propose(self, asked: str, said: Sequence[Piece], language: str) -> Sequence[Proposed]:
        wanted = question(asked, said, language, self._fence())
        reply = await self._model.reply(wanted.instructions, wanted.data, "wording", SCHEMA)
        try:
            return proposal(reply, wanted)
        except Unreadable as fault:
            cause = UpstreamCause(fault.args[0])
            raise UpstreamFault(self._model.provider, cause, retryable=cause.retryable) from None
