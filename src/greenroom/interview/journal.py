"""The journal: every event with the commands it caused. The truth; everything else is a fold of it.

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
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from greenroom.interview import commands as orders
from greenroom.interview import events as happenings
from greenroom.interview import proposals
from greenroom.interview.background import Requirement
from greenroom.interview.bounds import Bounds
from greenroom.interview.circumstances import UNKNOWN, Circumstances
from greenroom.interview.commands import Command
from greenroom.interview.encoding import dumped, encode_entry, plain_fields
from greenroom.interview.engine import begin, step, timer_at
from greenroom.interview.events import DeadlineReached, Event
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.state import RULES, InterviewState

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
T = TypeVar("T")


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
    plain = plain_fields(header)
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
        header = _build(Header, raw)
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
        return tuple(_named(_COMMANDS, command, strict=True) for command in written) == commands
    except (KeyError, TypeError, ValueError):
        return False


def decode_event(raw: Mapping[str, Any]) -> Event:
    """An event from its tagged form. A key that a later release has added is left out: where it changed what
    follows, the commands that were written down with it show that."""
    event: Event = _named(_EVENTS, raw, strict=False)
    return event


def _named(kinds: Mapping[str, type[Any]], raw: Mapping[str, Any], *, strict: bool) -> Any:
    fields_ = dict(raw)
    name = fields_.pop("type")
    kind = kinds.get(name)
    if kind is None:
        raise ValueError(f"unknown type {name!r}")
    return _build(kind, fields_, strict=strict)


def _build(kind: type[T], raw: Any, *, strict: bool = True) -> T:
    """A frozen dataclass from its plain form; missing keys and wrong types are errors, and so are, where
    it is `strict`, unknown keys."""
    if not isinstance(raw, dict):
        raise TypeError(f"{kind.__name__} is not an object")
    hints, needed = _form(cast("Any", kind))
    known = {key: value for key, value in raw.items() if key in hints}
    if strict and len(known) != len(raw):
        unknown = sorted(raw.keys() - hints.keys())
        raise ValueError(f"unknown key {unknown[0]!r} in {kind.__name__}")
    missing = next((name for name in needed if name not in raw), None)
    if missing is not None:
        raise ValueError(f"no key {missing!r} in {kind.__name__}")
    return kind(**{key: _value(hints[key], value, strict) for key, value in known.items()})


@cache
def _form(kind: type[Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The types of a dataclass's fields, and the fields that have no default."""
    bare = (f for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)
    return get_type_hints(kind), tuple(field.name for field in bare)


def _value(hint: Any, raw: Any, strict: bool) -> Any:
    if type(raw) is hint and hint is not str:
        return raw
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if raw is None and type(None) in args:
            return None
        if isinstance(raw, dict) and "type" in raw:
            rest = {key: value for key, value in raw.items() if key != "type"}
            return _build(_PROPOSALS[raw["type"]], rest, strict=strict)
        return _value(next(a for a in args if a is not type(None)), raw, strict)
    if origin is Literal:
        if raw not in args:
            raise ValueError(f"{raw!r} is none of {args}")
        return raw
    if origin is tuple:
        return _tuple(args, raw, strict)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(raw)
    if isinstance(hint, type) and is_dataclass(hint):
        return _build(hint, raw, strict=strict)
    return _scalar(hint, raw)


def _tuple(args: tuple[Any, ...], raw: Any, strict: bool) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise TypeError("a list is needed")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_value(args[0], item, strict) for item in raw)
    if len(args) != len(raw):
        raise ValueError(f"{len(args)} items are needed")
    return tuple(_value(hint, item, strict) for hint, item in zip(args, raw, strict=True))


def _scalar(hint: Any, raw: Any) -> Any:
    if hint is float and isinstance(raw, int) and not isinstance(raw, bool):
        return float(raw)
    if type(raw) is not hint:
        raise TypeError(f"{raw!r} is no {hint.__name__}")
    if isinstance(raw, str):
        raw.encode()  # half a surrogate pair is no text, and nobody could write it down again
    return raw


def _loads(line: str, number: int) -> dict[str, Any]:
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        raise JournalError(f"line {number}: torn or not JSON") from None
    if not isinstance(raw, dict):
        raise JournalError(f"line {number}: not an object")
    return raw


_EVENTS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(happenings.Event)}
_COMMANDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(orders.Command)}
_PROPOSALS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(proposals.Proposal)}
