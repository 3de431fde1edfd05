"""Language models as the agents and the judge of an interview between agents."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from livekit.agents import llm

from greenroom.adapters.models.asking import asking
from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.once import ONCE
from greenroom.app.providers import Asked
from greenroom.circle import prompts
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.prompts import JUDGE_SCHEMA, TURN_SCHEMA, Prompt
from greenroom.circle.rules import Rules

LONGEST_REPLY: Final = 20_000
"""Characters. What is longer is cut, and then it is no JSON: refused like any broken reply."""
WHOLE_REPLY_S: Final = 90.0


@dataclass(frozen=True, slots=True)
class AskedModel:
    """Any LiveKit `LLM`, asked for one JSON object. Whoever made the model closes it."""

    model: llm.LLM[Any]
    asked: Asked
    provider: str

    async def reply(self, prompt: Prompt, name: str, schema: Mapping[str, Any]) -> str:
        """The reply as it came. Raises `UpstreamFault`."""
        context = llm.ChatContext.empty()
        context.add_message(role="system", content=prompt.system)
        context.add_message(role="user", content=prompt.user)
        text = ""
        try:
            async with (
                asyncio.timeout(WHOLE_REPLY_S),
                self.model.chat(
                    chat_ctx=context, conn_options=ONCE, **asking(self.asked, name, schema)
                ) as stream,
            ):
                async for chunk in stream:
                    text += (chunk.delta.content or "") if chunk.delta is not None else ""
                    if len(text) > LONGEST_REPLY:
                        break
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises has a cause
            raise fault_of(self.provider, error) from None
        return text[:LONGEST_REPLY]


class ModelAgent:
    """Implements `ports.CircleAgent`."""

    def __init__(self, model: AskedModel) -> None:
        self._model = model

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        prompt = prompts.for_agent(call.given, rules, call.faults)
        return await self._model.reply(prompt, "message", TURN_SCHEMA)


def _nonce() -> str:
    return secrets.token_hex(12)


class ModelCircleJudge:
    """Implements `ports.CircleJudge`. Every request has a nonce of its own."""

    def __init__(self, model: AskedModel, nonce: Callable[[], str] = _nonce) -> None:
        self._model, self._nonce = model, nonce

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        prompt = prompts.for_judge(ask.given, rules, self._nonce(), ask.faults)
        return await self._model.reply(prompt, "judgement", JUDGE_SCHEMA)
