"""The journal: every event with the commands it caused. All other data about an interview is computed from it.

A journal is JSON lines. The first is the header; each further one is
`{"seq": n, "event": {"type": …}, "commands": [{"type": …}, …]}` with `seq` from 1 without a gap.
Reading one steps the engine through the events again and compares the commands, so a journal that
was torn, reordered, edited into other decisions or written by other rules is refused, never guessed at.
Nothing is signed: words that change no decision can be edited unseen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from greenroom.interview.background import Requirement
from greenroom.interview.bounds import Bounds
from greenroom.interview.circumstances import UNKNOWN, Circumstances
from greenroom.interview.commands import Command
from greenroom.interview.encoding import dumped, encode_entry
from greenroom.interview.engine import begin, step, timer_at
from greenroom.interview.events import DeadlineReached, Event
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.state import RULES, InterviewState
from greenroom_turns import codec

__all__ = [
    "Header",
    "JournalError",
    "decode_event",
    "decode_header",
    "encode_entry",
    "encode_header",
]

JOURNAL_VERSION = 1
_MOMENT = re.compile(
    r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d"
    r"(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
FEBRUARY = 2
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
FIRST_YEAR, LAST_YEAR = 2, 9998
_OURS, _LATER = codec.Reader(), codec.Reader(unknown=True)


class JournalError(ValueError):
    """The journal cannot be believed; the message says at which line and why."""


@dataclass(frozen=True, slots=True)
class Consent:
    """To what the candidate agreed before the interview, and when."""

    version: str
    """Of the words that were shown."""
    language: str
    """Of those words, BCP 47."""
    at: str
    """ISO 8601, UTC."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is known before the first event. Holds personal data."""

    interview_id: str
    started_at: str
    """ISO 8601, UTC."""
    mode: Literal["embedded", "livekit", "terminal", "simulated"]
    candidate: Candidate
    plan: InterviewPlan
    requirements: tuple[Requirement, ...] = ()
    """What the job asks for, and which stage asks about it; left out where there is nothing."""
    sound: bool = False
    """The candidate allowed that the sound of the answers is kept; left out where not."""
    consent: Consent | None = None
    """Left out where nobody was asked: in a terminal, in a simulation, and in earlier versions."""
    bounds: Bounds | None = None
    """How much may be written down; left out where nothing bounds it, as in older journals."""
    unhurried: bool = False
    """The candidate asked for no time limits; left out where not."""
    circumstances: Circumstances | None = None
    """Left out where nothing is known of them."""
    rules: int = RULES
    """The rules of the engine that it began under; left out where they are the first ones."""


def encode_header(header: Header) -> str:
    """The journal's first line, without a newline."""
    plain = codec.plain(header)
    for name in ("requirements", "sound", "consent", "bounds", "unhurried", "circumstances"):
        if not plain[name]:
            del plain[name]
    if header.rules == 1:
        del plain["rules"]
    return dumped({"journal": JOURNAL_VERSION, **plain})


def decode_header(line: str) -> Header:
    raw = _loads(line, 1)
    if raw.pop("journal", None) != JOURNAL_VERSION:
        raise JournalError(f"line 1: not the header of a version {JOURNAL_VERSION} journal")
    raw.setdefault("rules", 1)
    try:
        header = _OURS.built(Header, raw)
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"line 1: the header is not complete ({error})") from None
    if not header.plan.stages:
        raise JournalError("line 1: the plan has no stages")
    if not 1 <= header.rules <= RULES:
        raise JournalError(f"line 1: rules {header.rules}, and this program knows 1 to {RULES}")
    if not is_moment(header.started_at):
        raise JournalError("line 1: started_at is no time in ISO 8601 with its zone")
    return header


def is_moment(written: str) -> bool:
    """Whether it is a time with its zone, of a day that there is, in the years 2 to 9998: then it is one
    in every other zone, too."""
    found = _MOMENT.fullmatch(written)
    if found is None:
        return False
    year, month, day = (int(found[name]) for name in ("year", "month", "day"))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = 29 if month == FEBRUARY and leap else DAYS[month - 1]
    return FIRST_YEAR <= year <= LAST_YEAR and 1 <= day <= days


def opening_state(header: Header) -> InterviewState:
    """The state before anybody has come, under the terms of this header."""
    return begin(
        header.plan,
        header.candidate,
        header.bounds,
        unhurried=header.unhurried,
        circumstances=header.circumstances or UNKNOWN,
        rules=header.rules,
    )


def read(
    lines: Iterable[str], seen: Callable[[Event], None] = lambda _: None
) -> tuple[Header, InterviewState, int]:
    """Header, final state and last `seq` of a journal; `seen` is told each event. Raises `JournalError`."""
    numbered = iter(enumerate(lines, start=1))
    first = next(numbered, None)
    if first is None:
        raise JournalError("line 1: the journal is empty")
    header = decode_header(first[1])
    state, seq = opening_state(header), 0
    for number, line in numbered:
        if not line.strip():
            raise JournalError(f"line {number}: empty")
        raw = _loads(line, number)
        if raw.get("seq") != seq + 1:
            raise JournalError(f"line {number}: entry {raw.get('seq')} where {seq + 1} should be")
        event = _event(raw, number)
        seen(event)
        state, seq = _replay(state, event, raw, number), seq + 1
    return header, state, seq


def _event(raw: Mapping[str, Any], number: int) -> Event:
    try:
        return decode_event(raw["event"])
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"line {number}: no event that we know ({error})") from None


def _replay(
    state: InterviewState, event: Event, raw: Mapping[str, Any], number: int
) -> InterviewState:
    if event.at < state.now:
        raise JournalError(f"line {number}: the time goes back, from {state.now} to {event.at} ms")
    try:
        told = event.timer if isinstance(event, DeadlineReached) else None
        true = told is None or told == timer_at(state, event.at)
        state, commands = step(state, event)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise JournalError(f"line {number}: the engine cannot follow this entry") from None
    if not true:
        raise JournalError(f"line {number}: another timer falls due than this entry says")
    if not _says(raw.get("commands"), commands):
        raise JournalError(f"line {number}: the engine decides otherwise than this entry says")
    return state


def _says(written: Any, commands: tuple[Command, ...]) -> bool:
    """Whether an entry holds just these commands."""
    try:
        return tuple(_OURS.member(Command, command) for command in written) == commands
    except (KeyError, TypeError, ValueError):
        return False


def decode_event(raw: Mapping[str, Any]) -> Event:
    """An event from its tagged form. A key that a later release has added is left out: where it changed what
    follows, the commands that were written down with it show that."""
    event: Event = _LATER.member(Event, raw)
    return event


def _loads(line: str, number: int) -> dict[str, Any]:
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        raise JournalError(f"line {number}: torn or not JSON") from None
    if not isinstance(raw, dict):
        raise JournalError(f"line {number}: not an object")
    return raw
