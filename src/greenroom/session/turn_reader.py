"""A turn is read before the engine decides, and a question of a model's is compared with what was asked.

What is found goes into the event, so the journal has it and a replay needs no reader. A reader that is slow,
broken or not there costs a moment: the engine goes by words alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import structlog

from greenroom.app.ports import Reader, ReaderInput
from greenroom.interview.events import AnswerGiven, Event, Replied, SentenceOffered
from greenroom.interview.proposals import AskQuestion, Proposal
from greenroom.interview.reading import Reading
from greenroom.interview.sentences import asks, cleaned
from greenroom.interview.state import InterviewState

PATIENCE_S = 0.5
"""A turn waits for its reading for at most so long."""
SLOW = "timeout"
"""Cause of an incident: the reader did not answer in time."""

T = TypeVar("T")
log = structlog.get_logger(__name__)


class TurnReader:
    """Completes the events of one interview. `failed` is told why the reader failed, the first time."""

    def __init__(self, reader: Reader | None, failed: Callable[[str], None]) -> None:
        self._reader, self._failed = reader, failed
        self._told = False
        self._read: tuple[ReaderInput, Reading | None] | None = None
        """The last turn, and what was found in it: a reply is made ready before the turn is over."""

    async def complete(self, event: Event, state: InterviewState) -> Event:
        """The event with what its reader finds; as it is where there is nothing to read."""
        if self._reader is None or state.rules < 2 or state.index < 0:
            return event
        match event:
            case AnswerGiven(reading=None) if event.text.strip():
                return replace(event, reading=await self._reading(heard_of(event, state)))
            case SentenceOffered(repeats=None) if asks(event.text, state.plan.language):
                return replace(event, repeats=await self._repeats(event.text, state))
            case Replied(proposals=proposals) if any(map(_is_own, proposals)):
                compared = [await self._compared(proposal, state) for proposal in proposals]
                return replace(event, proposals=tuple(compared))
            case _:
                return event

    async def _reading(self, heard: ReaderInput) -> Reading | None:
        if self._reader is None:
            return None
        if self._read is None or self._read[0] != heard or self._read[1] is None:
            self._read = heard, await self._patiently(self._reader.read(heard))
        return self._read[1]

    async def _compared(self, proposal: Proposal, state: InterviewState) -> Proposal:
        if not isinstance(proposal, AskQuestion) or not _is_own(proposal):
            return proposal
        return replace(proposal, repeats=await self._repeats(cleaned(proposal.question), state))

    async def _repeats(self, question: str, state: InterviewState) -> float | None:
        asked = tuple(dict.fromkeys(text for _, text in state.transcript.asked))
        if self._reader is None or not asked:
            return None
        return await self._patiently(self._reader.repeats(question, asked, state.plan.language))

    async def _patiently(self, found: Awaitable[T]) -> T | None:
        """What is found in time; None if the reader is too slow or fails."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await found
        except TimeoutError:
            self._tell(SLOW)
        except Exception as fault:
            cause = type(fault).__name__
            log.exception("reader failed", cause=cause)
            self._tell(cause)
        return None

    def _tell(self, cause: str) -> None:
        log.warning("turn not read", cause=cause)
        if not self._told:
            self._told = True
            self._failed(cause)


def heard_of(event: AnswerGiven, state: InterviewState) -> ReaderInput:
    """The turn as a reader gets it."""
    return ReaderInput(
        event.text.strip(),
        event.question or _pending(state),
        state.plan.language,
    )


def _pending(state: InterviewState) -> str:
    """The words of the question that waits for an answer, as they were asked."""
    if state.prompt is None:
        return ""
    question = state.prompt.question
    asked = (text for key, text in reversed(state.transcript.asked) if key == question.id)
    return next(asked, question.text)


def _is_own(proposal: Proposal) -> bool:
    """A question in the interviewer's own words, that nobody has compared yet."""
    return (
        isinstance(proposal, AskQuestion)
        and proposal.question_id is None
        and proposal.repeats is None
        and bool(proposal.question.strip())
    )
