"""A language model that is asked for one JSON object: by agents, and by judges."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from livekit.agents import llm

from greenroom.adapters.models.asking import asking
from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.once import ONCE
from greenroom.app.providers import Asked

LONGEST_REPLY: Final = 20_000
"""Characters. What is longer is cut, and then it is no JSON: refused like any broken reply."""
WHOLE_REPLY_S: Final = 90.0


@dataclass(frozen=True, slots=True)
class AskedModel:
    """Any LiveKit `LLM`, asked for one JSON object. Whoever made the model closes it."""

    model: llm.LLM[Any]
    asked: Asked
    provider: str

    async def reply(self, system: str, user: str, name: str, schema: Mapping[str, Any]) -> str:
        """The reply as it came. Raises `UpstreamFault`."""
        context = llm.ChatContext.empty()
        context.add_message(role="system", content=system)
        context.add_message(role="user", content=user)
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
