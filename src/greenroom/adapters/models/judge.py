"""A language model as the judge of one criterion: one request for each pass over it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from greenroom.adapters.models.json_model import JsonModel
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.claims import Claim
from greenroom.assessment.question import LONGEST, SCHEMA, Unreadable, claim, question
from greenroom.assessment.rubric import Criterion
from greenroom.assessment.transcript import Transcript

JUDGE_PASSES: Final = 2
"""As it was said, and in another order."""


def _fence() -> str:
    return f"=== {secrets.token_hex(12)} ==="


class ModelJudge:
    """Implements `ports.Judge` with any LiveKit `LLM`. Nothing is asked twice: a failure costs the
    criterion its score, and says why."""

    longest = LONGEST

    def __init__(
        self,
        model: JsonModel,
        *,
        name: str,
        judge_passes: int = JUDGE_PASSES,
        fence: Callable[[], str] = _fence,
    ) -> None:
        """`fence` makes a line that the transcript cannot hold."""
        self._model, self._fence = model, fence
        self.name, self.judge_passes = name, judge_passes

    async def judge(self, criterion: Criterion, transcript: Transcript, judge_pass: int) -> Claim:
        asked = question(criterion, transcript, self._fence(), judge_pass)
        reply = await self._model.reply(asked.instructions, asked.data, "judgement", SCHEMA)
        try:
            return claim(reply, asked)
        except Unreadable as fault:
            raise self._fault(UpstreamCause(fault.args[0])) from None

    def _fault(self, cause: UpstreamCause) -> UpstreamFault:
        return UpstreamFault(self._model.provider, cause, retryable=cause.retryable)
