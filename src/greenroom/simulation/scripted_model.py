"""A language model with a script, on LiveKit's public classes: text and tool calls, when told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from livekit.agents import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions, llm, utils
from livekit.agents.types import NOT_GIVEN, NotGivenOr


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


Reply: TypeAlias = Sequence[str | Call]
"""Text and tool calls in the order in which they stream."""

Policy: TypeAlias = Callable[[llm.ChatContext, frozenset[str]], Reply]
"""What to reply, given the conversation and the names of the tools at hand."""


class ScriptedModel(llm.LLM[Any]):
    """Replies as `policy` says, `first_token_s` after it was asked."""

    def __init__(self, policy: Policy, *, first_token_s: float = 0.3) -> None:
        super().__init__()
        self.policy = policy
        self.first_token_s = first_token_s
        self.requests = 0

    def chat(
        self,
        *,
        chat_ctx: llm.ChatContext,
        tools: Sequence[llm.Tool] | None = None,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
        tool_choice: NotGivenOr[llm.ToolChoice] = NOT_GIVEN,
        **_: Any,
    ) -> llm.LLMStream:
        self.requests += 1
        offered = [] if tool_choice == "none" else list(tools or ())
        return _ModelStream(self, chat_ctx=chat_ctx, tools=offered, conn_options=conn_options)


class _ModelStream(llm.LLMStream):
    def __init__(self, owner: ScriptedModel, **more: Any) -> None:
        super().__init__(owner, **more)
        self._owner = owner

    async def _run(self) -> None:
        await asyncio.sleep(self._owner.first_token_s)
        names = frozenset(
            tool.info.name for tool in self._tools if isinstance(tool, llm.FunctionTool)
        )
        reply_id = utils.shortuuid("cmpl_")
        for part in self._owner.policy(self._chat_ctx, names):
            self._event_ch.send_nowait(llm.ChatChunk(id=reply_id, delta=_delta(part)))


def _delta(part: str | Call) -> llm.ChoiceDelta:
    if isinstance(part, str):
        return llm.ChoiceDelta(role="assistant", content=part)
    call = llm.FunctionToolCall(
        name=part.name,
        arguments=json.dumps(part.arguments),
        call_id=utils.shortuuid("call_"),
    )
    return llm.ChoiceDelta(role="assistant", tool_calls=[call])
