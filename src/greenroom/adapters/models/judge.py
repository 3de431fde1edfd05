"""A language model as the judge of one criterion: one request for each reading of it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, Final

from livekit.agents import llm

from greenroom.adapters.models.asking import asking
from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.once import ONCE
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers import Asked
from greenroom.app.upstream import UpstreamCause
from greenroom.assessment.claims import Claim
from greenroom.assessment.question import LONGEST, SCHEMA, Question, Unreadable, claim, question
from greenroom.assessment.rubric import Criterion
from greenroom.assessment.transcript import Transcript

LONGEST_REPLY: Final = 20_000
"""Characters; what is longer is no judgement."""
WHOLE_REPLY_S: Final = 90.0
READINGS: Final = 2
"""As it was said, and in another order."""


def _fence() -> str:
    return f"=== {secrets.token_hex(12)} ==="


class ModelJudge:
    """Implements `ports.Judge` with any LiveKit `LLM`. Nothing is asked twice: a failure costs the
    criterion its score, and says why."""

    longest = LONGEST

    def __init__(
        self,
        model: llm.LLM[Any],
        asked: Asked,
        *,
        provider: str,
        name: str,
        readings: int = READINGS,
        fence: Callable[[], str] = _fence,
    ) -> None:
        """`fence` makes a line that the transcript cannot hold."""
        self._model, self._asked, self._provider = model, asked, provider
        self._fence = fence
        self.name, self.readings = name, readings

    async def judge(self, criterion: Criterion, transcript: Transcript, reading: int) -> Claim:
        asked = question(criterion, transcript, self._fence(), reading)
        reply = await self._reply(asked)
        try:
            return claim(reply, asked)
        except Unreadable as fault:
            raise self._fault(UpstreamCause(fault.args[0])) from None

    async def _reply(self, asked: Question) -> str:
        context = llm.ChatContext.empty()
        context.add_message(role="system", content=asked.instructions)
        context.add_message(role="user", content=asked.data)
        how = asking(self._asked, "judgement", SCHEMA)
        reply = ""
        try:
            async with (
                asyncio.timeout(WHOLE_REPLY_S),
                self._model.chat(chat_ctx=context, conn_options=ONCE, **how) as stream,
            ):
                async for chunk in stream:
                    reply += (chunk.delta.content or "") if chunk.delta is not None else ""
                    if len(reply) > LONGEST_REPLY:
                        break
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises has a cause
            raise fault_of(self._provider, error) from None
        if len(reply) > LONGEST_REPLY:
            raise self._fault(UpstreamCause.MALFORMED)
        return reply

    def _fault(self, cause: UpstreamCause) -> UpstreamFault:
        return UpstreamFault(self._provider, cause, retryable=cause.retryable)
