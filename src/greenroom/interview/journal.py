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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from greenroom.interview import commands as orders
from greenroom.interview import events as happenings
from greenroom.interview import proposals
from greenroom.interview.background import Requirement
from greenroom.interview.commands import Command
from greenroom.interview.engine import begin, step
from greenroom.interview.events import Event
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.state import InterviewState

JOURNAL_VERSION = 1
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII)
T = TypeVar("T")


class JournalError(ValueError):
    """The journal cannot be believed; the message says at which line and why."""


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


def encode_header(header: Header) -> str:
    """The journal's first line, without a newline."""
    plain = _fields(header)
    if not header.requirements:
        del plain["requirements"]
    if not header.sound:
        del plain["sound"]
    return _dumps({"journal": JOURNAL_VERSION, **plain})


def encode_entry(seq: int, event: Event, commands: Iterable[Command]) -> str:
    """The line of one step, without a newline."""
    entry = {"seq": seq, "event": _tagged(event), "commands": [_tagged(c) for c in commands]}
    return _dumps(entry)


def decode_header(line: str) -> Header:
    raw = _loads(line, 1)
    if raw.pop("journal", None) != JOURNAL_VERSION:
        raise JournalError(f"line 1: not the header of a version {JOURNAL_VERSION} journal")
    try:
        header = _build(Header, raw)
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"line 1: the header is not complete ({error})") from None
    if not header.plan.stages:
        raise JournalError("line 1: the plan has no stages")
    if not _MOMENT.fullmatch(header.started_at):
        raise JournalError("line 1: started_at is no time in ISO 8601 with its zone")
    return header


def read(lines: Iterable[str]) -> tuple[Header, InterviewState, int]:
    """Header, final state and last `seq` of a journal. Raises `JournalError`."""
    numbered = iter(enumerate(lines, start=1))
    first = next(numbered, None)
    if first is None:
        raise JournalError("line 1: the journal is empty")
    header = decode_header(first[1])
    state, seq = begin(header.plan, header.candidate), 0
    for number, line in numbered:
        if not line.strip():
            raise JournalError(f"line {number}: empty")
        raw = _loads(line, number)
        if raw.get("seq") != seq + 1:
            raise JournalError(f"line {number}: entry {raw.get('seq')} where {seq + 1} should be")
        state, seq = _replay(state, raw, number), seq + 1
    return header, state, seq


def events(lines: Iterable[str]) -> Iterator[Event]:
    """The events of a journal that `read` has accepted."""
    for number, line in enumerate(lines, start=1):
        if number > 1:
            yield decode_event(_loads(line, number)["event"])


def _replay(state: InterviewState, raw: Mapping[str, Any], number: int) -> InterviewState:
    try:
        event = decode_event(raw["event"])
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"line {number}: no event that we know ({error})") from None
    if event.at < state.now:
        raise JournalError(f"line {number}: the time goes back, from {state.now} to {event.at} ms")
    try:
        state, commands = step(state, event)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise JournalError(f"line {number}: the engine cannot follow this entry") from None
    if not _says(raw.get("commands"), commands):
        raise JournalError(f"line {number}: the engine decides otherwise than this entry says")
    return state


def _says(written: Any, commands: tuple[Command, ...]) -> bool:
    """Whether an entry holds just these commands."""
    try:
        return tuple(_named(_COMMANDS, command) for command in written) == commands
    except (KeyError, TypeError, ValueError):
        return False


def decode_event(raw: Mapping[str, Any]) -> Event:
    """An event from its tagged form."""
    event: Event = _named(_EVENTS, raw)
    return event


def _named(kinds: Mapping[str, type[Any]], raw: Mapping[str, Any]) -> Any:
    fields_ = dict(raw)
    name = fields_.pop("type")
    kind = kinds.get(name)
    if kind is None:
        raise ValueError(f"unknown type {name!r}")
    return _build(kind, fields_)


def _tagged(value: Any) -> dict[str, Any]:
    return {"type": type(value).__name__, **_fields(value)}


def _member(value: Any) -> dict[str, Any]:
    """A dataclass inside another; members of a union carry their type's name."""
    return _tagged(value) if type(value) in _PROPOSED else _fields(value)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in _names(value.__class__)}


_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_member).encode


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _build(kind: type[T], raw: Any) -> T:
    """A frozen dataclass from its plain form; unknown or missing keys and wrong types are errors."""
    if not isinstance(raw, dict):
        raise TypeError(f"{kind.__name__} is not an object")
    hints = get_type_hints(kind)
    unknown = raw.keys() - hints.keys()
    if unknown:
        raise ValueError(f"unknown key {sorted(unknown)[0]!r} in {kind.__name__}")
    for needed in fields(kind):  # type: ignore[arg-type]  # T is a dataclass
        optional = needed.default is not MISSING or needed.default_factory is not MISSING
        if needed.name not in raw and not optional:
            raise ValueError(f"no key {needed.name!r} in {kind.__name__}")
    return kind(**{key: _value(hints[key], value) for key, value in raw.items()})


def _value(hint: Any, raw: Any) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if raw is None and type(None) in args:
            return None
        if isinstance(raw, dict) and "type" in raw:
            rest = {key: value for key, value in raw.items() if key != "type"}
            return _build(_PROPOSALS[raw["type"]], rest)
        return _value(next(a for a in args if a is not type(None)), raw)
    if origin is Literal:
        if raw not in args:
            raise ValueError(f"{raw!r} is none of {args}")
        return raw
    if origin is tuple:
        return _tuple(args, raw)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(raw)
    if isinstance(hint, type) and is_dataclass(hint):
        return _build(hint, raw)
    return _scalar(hint, raw)


def _tuple(args: tuple[Any, ...], raw: Any) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise TypeError("a list is needed")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_value(args[0], item) for item in raw)
    if len(args) != len(raw):
        raise ValueError(f"{len(args)} items are needed")
    return tuple(_value(hint, item) for hint, item in zip(args, raw, strict=True))


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
_PROPOSED = frozenset(get_args(proposals.Proposal))
_PROPOSALS: dict[str, type[Any]] = {kind.__name__: kind for kind in _PROPOSED}
