"""A language model as the interviewer: one request for each answer, read while it is written.

What the model may do with the floor is none of its business here: the engine judges the move before
the first word, and every sentence before it is spoken. Here is what can go wrong on the way: each
failure becomes an `UpstreamFault`, after which the rules take the turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final

from livekit.agents import llm

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.no_retries import NO_RETRIES
from greenroom.adapters.models.reply_format import reply_format_options
from greenroom.app.ports import Allowance, Amount, Notes, StreamedReply, UpstreamFault
from greenroom.app.providers.catalogue import ReplyFormat
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.interview.background import Background
from greenroom.interview.brief import Brief
from greenroom.interview.prompts import OBJECT, SCHEMA, TEXT, Prompt, prompt
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    MeetAside,
    Proposal,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.reply_parts import AllSaid, Heading, Part, Remarks, Words
from greenroom.interview.reply_reader import ReplyReader
from greenroom.interview.sentences import Splitter, echoes

FIRST_TOKEN_S: Final = 3.0
NEXT_TOKEN_S: Final = 3.0
"""Silence of the model that is not waited out: who is interviewed waits, too."""
SIGNS_PER_TOKEN: Final = 3
"""Characters, rather fewer than there are: what a request may take is set aside before it."""
LONGEST_REPLY: Final = 1_000
"""Tokens."""


class ModelInterviewer:
    """Implements `ports.Interviewer` with one request of any LiveKit `LLM` for each answer.

    Not for `ReplyFormat.TOOLS`: there the model itself is given to `LiveInterview`.
    """

    def __init__(
        self,
        model: llm.LLM[Any],
        asked: ReplyFormat,
        *,
        provider: str,
        background: Background | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        """`provider` is its name in `app.providers.known`. Without an `allowance` nothing is counted."""
        if asked is ReplyFormat.TOOLS:
            raise ValueError("a model that calls tools is given to LiveInterview itself")
        self._model, self._asked, self._provider = model, asked, provider
        self._background, self._allowance = background or Background(), allowance

    async def reply(self, brief: Brief) -> StreamedReply:
        """Once the model has decided. Raises `UpstreamFault`, also when the allowance is used up."""
        form = TEXT if self._asked is ReplyFormat.HEADER_LINE else OBJECT
        parts = self._paid(prompt(brief, self._background, form))
        heading = await anext(parts)
        if not isinstance(heading, Heading):
            raise TypeError("a reply begins with what decides")
        return StreamedReply(_proposals(heading), _rest(heading, parts))

    async def aclose(self) -> None:
        """Close the model."""
        await self._model.aclose()

    async def _paid(self, told: Prompt) -> AsyncGenerator[Heading | str | Remarks]:
        """The parts of the reply, within the allowance."""
        exchange = _Exchange(self._model, self._asked, self._provider, told)
        reservation = None
        if self._allowance is not None:
            reservation = await self._allowance.reserve(exchange.at_most)
            if reservation is None:
                raise UpstreamFault(self._provider, UpstreamCause.BUDGET, retryable=False)
        try:
            async with aclosing(exchange.parts()) as parts:
                async for part in parts:
                    yield part
        finally:
            if self._allowance is not None and reservation is not None:
                await self._allowance.settle(reservation, exchange.spent)


@dataclass(slots=True)
class _Exchange:
    """One request and its reply."""

    model: llm.LLM[Any]
    asked: ReplyFormat
    provider: str
    told: Prompt
    written: int = 0
    """Characters of the reply."""
    usage: llm.CompletionUsage | None = None

    @property
    def at_most(self) -> Amount:
        return Amount(self._length // SIGNS_PER_TOKEN, LONGEST_REPLY)

    @property
    def spent(self) -> Amount:
        """What the provider says, or an estimate where it broke off before it could."""
        if self.usage is not None:
            return Amount(self.usage.prompt_tokens, self.usage.completion_tokens)
        if not self.written:
            return Amount()
        return Amount(self._length // SIGNS_PER_TOKEN, self.written // SIGNS_PER_TOKEN)

    @property
    def _length(self) -> int:
        return len(self.told.system) + len(self.told.moment)

    async def parts(self) -> AsyncGenerator[Heading | str | Remarks]:
        """What decides, the words in whole sentences, the remarks."""
        reader, splitter, asks, said = ReplyReader(), Splitter(), False, False
        async with aclosing(self._text()) as texts:
            async for text in texts:
                for part in reader.feed(text) if text is not None else reader.end():
                    asks = asks or (isinstance(part, Heading) and part.move == "ask")
                    for piece in _pieces(part, splitter):
                        said = said or isinstance(piece, str)
                        self._check(piece)
                        yield piece
                if reader.fault is not None:
                    raise self._fault(UpstreamCause(reader.fault))
        if asks and not said:
            raise self._fault(UpstreamCause.EMPTY)

    async def _text(self) -> AsyncGenerator[str | None]:
        """The reply as it comes, and None at its end. It is read to its end, where the usage stands."""
        context = llm.ChatContext.empty()
        context.add_message(role="system", content=self.told.system)
        context.add_message(role="user", content=self.told.moment)
        how = reply_format_options(self.asked, "reply", SCHEMA)
        try:
            async with self.model.chat(chat_ctx=context, conn_options=NO_RETRIES, **how) as stream:
                limit_s = FIRST_TOKEN_S
                while True:
                    async with asyncio.timeout(limit_s):
                        chunk = await anext(stream, None)
                    if chunk is None:
                        break
                    self.usage = chunk.usage or self.usage
                    text = chunk.delta.content if chunk.delta is not None else None
                    if text:
                        limit_s = NEXT_TOKEN_S
                        self.written += len(text)
                        yield text
        except Exception as error:  # noqa: BLE001 - whatever a plugin raises has a cause
            raise fault_of(self.provider, error) from None
        yield None

    def _check(self, piece: Heading | str | Remarks) -> None:
        """No word of our rules is spoken or written down."""
        words = piece.summary if isinstance(piece, Remarks) else piece
        if isinstance(words, str) and echoes(words, self.told.rules):
            raise self._fault(UpstreamCause.PROMPT_ECHO)

    def _fault(self, cause: UpstreamCause) -> UpstreamFault:
        return UpstreamFault(self.provider, cause, retryable=cause.retryable)


def _pieces(part: Part, splitter: Splitter) -> list[Heading | str | Remarks]:
    match part:
        case Words(text=text):
            return [*splitter.feed(text)]
        case AllSaid():
            return [*splitter.end()]
        case Heading() | Remarks():
            return [part]


def _proposals(heading: Heading) -> tuple[Proposal, ...]:
    aside = () if heading.about is None else (MeetAside(heading.about, ""),)
    if heading.depth is None:
        return aside
    assessed = AssessResponse(heading.depth)
    if heading.move == "advance":
        return assessed, *aside, TransitionStage("goals met")
    return assessed, *aside, AskQuestion("", heading.question_id)


async def _rest(
    heading: Heading, parts: AsyncIterator[Heading | str | Remarks]
) -> AsyncGenerator[str | Notes]:
    async for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Remarks) and heading.depth is not None:
            yield Notes(
                (
                    AssessResponse(heading.depth, part.points),
                    RecordResponse(part.summary, part.facts, part.told),
                )
            )
