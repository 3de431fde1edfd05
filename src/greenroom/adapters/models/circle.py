"""Language models as the agents and the judge of an interview between agents."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from greenroom.adapters.models.json_model import JsonModel
from greenroom.circle import prompts
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.prompts import JUDGE_SCHEMA, TURN_SCHEMA
from greenroom.circle.rules import Rules


class ModelAgent:
    """Implements `ports.CircleAgent`."""

    def __init__(self, model: JsonModel) -> None:
        self._model = model

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        prompt = await asyncio.to_thread(prompts.for_agent, call.given, rules, call.faults)
        return await self._model.reply(prompt.system, prompt.user, "message", TURN_SCHEMA)


def _nonce() -> str:
    return secrets.token_hex(12)


class ModelCircleJudge:
    """Implements `ports.CircleJudge`. Every request has a nonce of its own."""

    def __init__(self, model: JsonModel, nonce: Callable[[], str] = _nonce) -> None:
        self._model, self._nonce = model, nonce

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        nonce = self._nonce()
        prompt = await asyncio.to_thread(prompts.for_judge, ask.given, rules, nonce, ask.faults)
        return await self._model.reply(prompt.system, prompt.user, "judgement", JUDGE_SCHEMA)
