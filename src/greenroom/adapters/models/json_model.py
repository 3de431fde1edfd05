"""A language model that is asked for one JSON object: by agents, and by judges."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from livekit.agents import llm

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.no_retries import NO_RETRIES
from greenroom.adapters.models.reply_format import reply_format_options
from greenroom.app.ports import Allowance, Amount, UpstreamFault
from greenroom.app.providers.catalogue import ReplyFormat
from greenroom.app.providers.upstream import UpstreamCause

LONGEST_REPLY: Final = 20_000
"""Characters. What is longer is cut, and then it is no JSON: refused like any broken reply."""
WHOLE_REPLY_S: Final = 90.0
SIGNS_PER_TOKEN: Final = 3
"""Characters, rather fewer than there are: what a request may take is set aside before it."""


@dataclass(frozen=True, slots=True)
class JsonModel:
    """Any LiveKit `LLM`, asked for one JSON object. Whoever made the model closes it."""

    model: llm.LLM[Any]
    asked: ReplyFormat
    provider: str
    allowance: Allowance | None = None
    """None: nothing is counted."""

    async def reply(self, system: str, user: str, name: str, schema: Mapping[str, Any]) -> str:
        """The reply as it came. Raises `UpstreamFault`, also when the allowance is used up."""
        exchange = _Exchange(self, system, user)
        if self.allowance is None:
            return await exchange.reply(name, schema)
        reservation = await self.allowance.reserve(exchange.at_most)
        if reservation is None:
            raise UpstreamFault(self.provider, UpstreamCause.BUDGET, retryable=False)
        try:
            return await exchange.reply(name, schema)
        finally:
            await self.allowance.settle(reservation, exchange.spent)


@dataclass(slots=True)
class _Exchange:
    """One request and its reply."""

    asked: JsonModel
    system: str
    user: str
    text: str = ""
    usage: llm.CompletionUsage | None = None

    async def reply(self, name: str, schema: Mapping[str, Any]) -> str:
        context = llm.ChatContext.empty()
        context.add_message(role="system", content=self.system)
        context.add_message(role="user", content=self.user)
        how = reply_format_options(self.asked.asked, name, schema)
        try:
            async with (
                asyncio.timeout(WHOLE_REPLY_S),
                self.asked.model.chat(chat_ctx=context, conn_options=NO_RETRIES, **how) as stream,
            ):
                async for chunk in stream:
                    self.usage = chunk.usage or self.usage
                    self.text += (chunk.delta.content or "") if chunk.delta is not None else ""
                    if len(self.text) > LONGEST_REPLY:
                        break
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises has a cause
            raise fault_of(self.asked.provider, error) from None
        return self.text[:LONGEST_REPLY]

    @property
    def at_most(self) -> Amount:
        return Amount(self._length // SIGNS_PER_TOKEN, LONGEST_REPLY // SIGNS_PER_TOKEN)

    @property
    def spent(self) -> Amount:
        """What the provider says, or an estimate where it broke off before it could."""
        if self.usage is not None:
            return Amount(self.usage.prompt_tokens, self.usage.completion_tokens)
        if not self.text:
            return Amount()
        return Amount(self._length // SIGNS_PER_TOKEN, len(self.text) // SIGNS_PER_TOKEN)

    @property
    def _length(self) -> int:
        return len(self.system) + len(self.user)
