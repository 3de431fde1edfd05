"""What happened in an interview between agents. Its log is these, in order; the rest is folded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from greenroom.circle.brief import Brief
from greenroom.circle.ends import CircleEnd
from greenroom.circle.rules import Rules

Side: TypeAlias = Literal["owner", "visitor"]
Role: TypeAlias = Literal["owner", "visitor", "judge"]


class Verdict(StrEnum):
    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


class GateCause(StrEnum):
    """Why a yes did not stand. None of these is a no."""

    BAD_QUOTE = "bad_quote"
    """Of the quotes no more than half are in the message that they are said to be from and say
    something, or what shows that a criterion is met is not among those."""
    ONE_SIDED = "one_sided"
    """The evidence is not of both speakers."""
    UNMET = "unmet"
    """By the judge's own account a criterion is not met."""
    NO_LINE = "no_line"
    LINE_LENGTH = "line_length"
    """More than one line, or more than 120 characters."""
    LINE_UNSAFE = "line_unsafe"
    """An address, a number, a handle, a control character or markup in the line."""
    LINE_NAMES = "line_names"
    """A name of one of the two in the line."""
    LINE_COPIES = "line_copies"
    """More than six words in a row of a suspicious passage in the line."""
    SUSPECTED = "suspected"
    """The judge itself suspects an attempt to steer it."""
    STEERED = "steered"
    """Without the suspicious passages it was no yes, or nobody could say."""
    SPLIT = "split"
    """The panel has no majority."""


@dataclass(frozen=True, slots=True)
class Started:
    """The brief and the rules as they are from now on."""

    interview_id: str
    brief: Brief
    rules: Rules
    versions: tuple[tuple[str, str], ...] = ()
    """What was asked with, by name: hashes of prompts, and for a circle on a server its model. The
    fold decides nothing by it."""


@dataclass(frozen=True, slots=True)
class TurnCommitted:
    """A message entered the transcript, exactly as the agent wrote it."""

    speaker: Side
    message: str
    goal: str | None = None
    intent_tag: str | None = None
    stop_suggested: bool = False
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class CallFailed:
    """An agent or a judge gave nothing that can be used."""

    role: Role
    cause: str
    """A `FaultCause`, or an `UpstreamCause` where a provider failed."""
    retryable: bool = True
    upstream: bool = False
    """A provider failed, not the reply: the interview is not the agent's failure."""
    judgement: Judgement | None = None
    """A yes with a slip of form: it is asked for again, and counts if nothing better comes."""


@dataclass(frozen=True, slots=True)
class EndedOutside:
    """Somebody hung up, cancelled, or the time or the money was gone."""

    reason: CircleEnd


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the judge quotes: `id` is `m1` for the first message."""

    id: str
    quote: str


@dataclass(frozen=True, slots=True)
class Criterion:
    id: str
    met: bool
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's reply, in the order in which it is written."""

    reasoning: str
    evidence: tuple[Evidence, ...]
    criteria: tuple[Criterion, ...]
    injection_suspected: bool
    verdict: Verdict
    notification: str | None


@dataclass(frozen=True, slots=True)
class JudgeReplied:
    """One member of the panel, about the transcript or about the transcript without `flags`."""

    member: int
    ablated: bool
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Decided:
    """The verdict, once and for ever. Follows from what is before it; written for who reads."""

    verdict: Verdict
    notification: str | None
    causes: tuple[GateCause, ...] = ()
    injection_suspected: bool = False


@dataclass(frozen=True, slots=True)
class Notified:
    """The push line was taken by its channel."""


Event: TypeAlias = (
    Started | TurnCommitted | CallFailed | EndedOutside | JudgeReplied | Decided | Notified
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; `seq` counts from 0 without a gap."""

    seq: int
    event: Event
