"""A language model that calls tools, watched: one request at a time, paid for, and bounded.

LiveKit's own tool loop asks it (`session/tools.py`), and that loop ends a turn without a word for
whatever goes wrong. So nothing is raised here: what fails is told with its cause, what is broken is
left out, and the plan's own question follows. Text is held back to its end: it is never spoken as
it streams, and only whole it can be judged.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any, Final

import pydantic
from livekit.agents import llm
from livekit.agents.llm.utils import validated_arguments

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.interviewer import LONGEST_REPLY, SIGNS_PER_TOKEN
from greenroom.adapters.models.no_retries import NO_RETRIES
from greenroom.app.ports import Allowance, Amount, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.interview.prompts import WITH_TOOLS
from greenroom.interview.sentences import asks, echoes
from greenroom.interview.thoughts import without_thoughts

SILENCE_S: Final = 6.0
"""Between two pieces of a reply. A call comes as one piece, when it is whole."""


class ToolCaller(llm.LLM[Any]):
    """`model` for a LiveKit session. Whoever made the model closes it."""

    def __init__(
        self,
        model: llm.LLM[Any],
        provider: str,
        *,
        allowance: Allowance | None = None,
        tell: Callable[[UpstreamCause], None],
    ) -> None:
        """`tell` is called once for each reply that failed. Without an `allowance` nothing is counted."""
        super().__init__()
        self._model, self._provider = model, provider
        self._allowance, self._tell = allowance, tell

    @property
    def model(self) -> str:
        return self._model.model

    @property
    def provider(self) -> str:
        return self._provider

    def chat(
        self, *, chat_ctx: llm.ChatContext, tools: Sequence[llm.Tool] | None = None, **asked: Any
    ) -> Any:
        """A stream of chunks, to be entered. It never raises what a provider did."""
        return self._entered(chat_ctx, list(tools or ()), asked)

    @asynccontextmanager
    async def _entered(
        self, context: llm.ChatContext, tools: list[llm.Tool], asked: dict[str, Any]
    ) -> AsyncIterator[AsyncIterator[llm.ChatChunk]]:
        async with aclosing(self._replied(context, tools, asked)) as chunks:
            yield chunks

    async def _replied(
        self, context: llm.ChatContext, tools: list[llm.Tool], asked: dict[str, Any]
    ) -> AsyncGenerator[llm.ChatChunk]:
        length = sum(len(message.text_content or "") for message in context.messages())
        reservation = None
        if self._allowance is not None:
            reservation = await self._allowance.reserve(
                Amount(length // SIGNS_PER_TOKEN, LONGEST_REPLY)
            )
            if reservation is None:
                self._tell(UpstreamCause.BUDGET)
                return
        reply = _Reply(tools)
        try:
            async with aclosing(self._chunks(context, tools, asked)) as chunks:
                async for chunk in chunks:
                    yield reply.passed(chunk)
            yield reply.text_of_all()
        except UpstreamFault as fault:
            self._tell(UpstreamCause(fault.cause))
        except _Broken as broken:
            self._tell(broken.cause)
        finally:
            if self._allowance is not None and reservation is not None:
                await self._allowance.settle(reservation, reply.spent(length))

    async def _chunks(
        self, context: llm.ChatContext, tools: list[llm.Tool], asked: dict[str, Any]
    ) -> AsyncGenerator[llm.ChatChunk]:
        wanted = asked | {"conn_options": NO_RETRIES}
        try:
            async with self._model.chat(chat_ctx=context, tools=tools, **wanted) as stream:
                while True:
                    async with asyncio.timeout(SILENCE_S):
                        chunk = await anext(stream, None)
                    if chunk is None:
                        return
                    yield chunk
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises has a cause
            raise fault_of(self._provider, error) from None


class _Broken(Exception):
    def __init__(self, cause: UpstreamCause) -> None:
        super().__init__(cause)
        self.cause = cause


class _Reply:
    """What came of one reply: its calls one by one, its text at the end."""

    def __init__(self, tools: Sequence[llm.Tool]) -> None:
        self._tools = {tool.info.name: tool for tool in tools if isinstance(tool, llm.FunctionTool)}
        self._text, self._written, self._called = "", 0, False
        self._id = ""
        self._usage: llm.CompletionUsage | None = None

    def passed(self, chunk: llm.ChatChunk) -> llm.ChatChunk:
        """The chunk without its text. Raises `_Broken` for a call that cannot be carried out."""
        self._id, self._usage = chunk.id, chunk.usage or self._usage
        delta = chunk.delta
        if delta is None:
            return chunk
        self._text += delta.content or ""
        self._written += len(delta.content or "")
        for call in delta.tool_calls:
            self._written += len(call.arguments)
            self._check(call)
            self._called = True
        return chunk.model_copy(update={"delta": delta.model_copy(update={"content": None})})

    def text_of_all(self) -> llm.ChatChunk:
        """The text, which counts when there was no call. Raises `_Broken` when it asks nothing."""
        text = without_thoughts(self._text).strip()
        if self._called:
            text = ""
        elif not text:
            raise _Broken(UpstreamCause.EMPTY)
        elif echoes(text, WITH_TOOLS):
            raise _Broken(UpstreamCause.PROMPT_ECHO)
        elif text[0] in "{[" or not asks(text.splitlines()[-1], "en"):
            raise _Broken(UpstreamCause.WRONG_SCHEMA)
        delta = llm.ChoiceDelta(role="assistant", content=text or None)
        return llm.ChatChunk(id=self._id, delta=delta)

    def spent(self, length: int) -> Amount:
        """What the provider says, or an estimate where it broke off before it could."""
        if self._usage is not None:
            return Amount(self._usage.prompt_tokens, self._usage.completion_tokens)
        if not self._written:
            return Amount()
        return Amount(length // SIGNS_PER_TOKEN, self._written // SIGNS_PER_TOKEN)

    def _check(self, call: llm.FunctionToolCall) -> None:
        tool = self._tools.get(call.name)
        if tool is None:
            raise _Broken(UpstreamCause.WRONG_SCHEMA)
        try:
            # LiveKit would mend what is no JSON, that is, guess what was meant
            given = validated_arguments(tool, json.loads(call.arguments or "{}"))
        except (json.JSONDecodeError, RecursionError):
            raise _Broken(UpstreamCause.MALFORMED) from None
        except (pydantic.ValidationError, ValueError, TypeError, AttributeError):
            raise _Broken(UpstreamCause.WRONG_SCHEMA) from None
        words = " ".join(value for value in given.values() if isinstance(value, str))
        if echoes(words, WITH_TOOLS):
            raise _Broken(UpstreamCause.PROMPT_ECHO)
