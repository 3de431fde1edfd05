"""What models do, the operator's, a candidate's own or those on this machine: propose, read, judge, speak for somebody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from greenroom.app.ports.kept_interviews import InterviewRow
from greenroom.assessment.claims import Claim
from greenroom.assessment.rewording.checked import Proposed
from greenroom.assessment.rubric import Criterion
from greenroom.assessment.stronger import Piece
from greenroom.assessment.transcript import Transcript
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.rules import Rules
from greenroom.interview.brief import Brief
from greenroom.interview.proposals import Note, Proposal
from greenroom.interview.reading import Reading


@dataclass(frozen=True, slots=True)
class Notes:
    """What is only to be written down; it decides nothing."""

    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class StreamedReply:
    """A reply that is still being written. What decides is known, the words are not."""

    proposals: tuple[Proposal, ...]
    """An assessment and a move; an `AskQuestion` without its question."""
    rest: AsyncIterator[str | Notes]
    """The words, one whole sentence at a time, then the notes. Raises where the provider fails; what
    came before that stands."""


Reply: TypeAlias = tuple[Proposal, ...] | StreamedReply


class Interviewer(Protocol):
    """Proposes the reply to one answer. May be slow, wrong or gone: the engine copes."""

    async def reply(self, brief: Brief) -> Reply:
        """Whole, or as soon as what decides is known. Cancelled when the answer goes on."""
        ...


@dataclass(frozen=True, slots=True)
class ReaderInput:
    """A turn as a reader gets it."""

    text: str
    """Stripped, never empty. Spoken words may lack capitals and punctuation."""
    question: str
    """The question that was pending, as it was asked; "" if none was."""
    language: str = "en"


class Reader(Protocol):
    """Reads a turn. May be slow or broken: the session waits for it only a moment, and the engine goes by
    words alone without it."""

    async def read(self, heard: ReaderInput) -> Reading | None:
        """None: it does not read this language."""
        ...

    async def repeats(self, question: str, asked: Sequence[str], language: str) -> float | None:
        """How sure it is, from 0 to 1, that a question asks what one of `asked` did, in whatever words.
        None: it does not read this language, or nothing was asked."""
        ...


class Judge(Protocol):
    """Judges one criterion at a time, and knows nothing of the others. Nothing it says is believed
    before its quotes were found."""

    @property
    def name(self) -> str:
        """For the scorecard: which judge this is, without a key or an address."""
        ...

    @property
    def judge_passes(self) -> int:
        """How often each criterion is judged, to see whether the judge agrees with itself."""
        ...

    @property
    def longest(self) -> int | None:
        """Characters of a transcript that it can be given at once; None: any number."""
        ...

    async def judge(
        self, criterion: Criterion, transcript: Transcript, judge_pass: int
    ) -> Claim | None:
        """`judge_pass` counts from 0; odd ones are given the answers in another order. None: this
        criterion was left out. Raises `UpstreamFault`."""
        ...


class Writer(Protocol):
    """Asked once for each wording. Nothing it says is shown before code has checked every word."""

    @property
    def name(self) -> str:
        """For the page: which writer this is, without a key or an address."""
        ...

    async def propose(self, asked: str, said: Sequence[Piece], language: str) -> Sequence[Proposed]:
        """A wording made of what was `said` to the question `asked`. Raises `UpstreamFault`."""
        ...


class Writers(Protocol):
    """Makes the writer of an interview's wordings."""

    def of(self, row: InterviewRow, key: str) -> AbstractAsyncContextManager[Writer]:
        """A writer within the interview's budget; `key` as in `ScorecardRow`. Raises `UpstreamFault`
        on entering when the model cannot be had."""
        ...


class PaperModel(Protocol):
    """Asked for one JSON object. What it says is checked against the papers, word by word."""

    async def reply(self, system: str, user: str, name: str, schema: Mapping[str, Any]) -> str:
        """The reply as it came. Raises `UpstreamFault`."""
        ...


PaperModels: TypeAlias = Callable[[InterviewRow], AbstractAsyncContextManager[PaperModel | None]]
"""The model that an interview's candidate chose; None: they chose none, or it cannot be had."""


class CircleAgent(Protocol):
    """Speaks for one side: a model, a script, a human."""

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        """The reply as it came, one JSON object; whether it is the contract is judged elsewhere.

        Raises `UpstreamFault` where a provider failed, `ReplyFault` where there is no reply."""
        ...


class CircleJudge(Protocol):
    """Judges a transcript, and knows nothing but that and the objective."""

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        """As `CircleAgent.reply`."""
        ...


class PushChannel(Protocol):
    """Tells the owner."""

    async def push(self, line: str, *, key: str) -> None:
        """Once for each `key`, however often it is called."""
        ...
