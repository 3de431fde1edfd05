"""The log as JSON lines: `{"seq": n, "type": …, …}`. All that an interview needs to go on is in it.

It holds the profiles and what was said: whoever keeps it keeps personal data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from greenroom.circle import events
from greenroom.circle.events import Entry


class LogError(ValueError):
    """The log cannot be believed; the message says at which line and why."""


KINDS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in get_args(events.Event)}
ADDED: Mapping[Any, frozenset[str]] = {events.CallFailed: frozenset({"judgement"})}
"""Fields that older logs do not have."""


def encode(entry: Entry) -> str:
    """One line, without a newline."""
    tagged = {"seq": entry.seq, "type": type(entry.event).__name__, **_plain(entry.event)}
    return json.dumps(tagged, ensure_ascii=False, separators=(",", ":"))


def decode(lines: Iterable[str]) -> list[Entry]:
    """Raises `LogError`. Whether the entries can follow one another is for `fold` to say."""
    return [_entry(line, number) for number, line in enumerate(lines, 1)]


def _entry(line: str, number: int) -> Entry:
    try:
        table = json.loads(line)
        seq, kind = table.pop("seq"), KINDS[table.pop("type")]
        return Entry(_value(int, seq), _value(kind, table))
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise LogError(
            f"line {number}: no entry of a circle's log ({type(error).__name__})"
        ) from None


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return value


def _value(hint: Any, raw: Any) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return raw
    if origin in (Union, UnionType):
        return None if raw is None else _value(args[0], raw)
    if origin is tuple:
        return _tuple(args, raw)
    if origin is Literal:
        return args[args.index(raw)]
    if is_dataclass(hint):
        return _built(hint, raw)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(raw)
    if isinstance(raw, origin or hint) and not (hint is int and isinstance(raw, bool)):
        return raw
    raise TypeError(f"{raw!r} is no {hint}")


def _tuple(args: tuple[Any, ...], raw: Any) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise TypeError("a list is needed")
    hints = args[:1] * len(raw) if args[-1] is Ellipsis else args
    return tuple(_value(hint, one) for hint, one in zip(hints, raw, strict=True))


def _built(kind: Any, raw: Any) -> Any:
    hints = get_type_hints(kind)
    missing = hints.keys() - raw.keys()
    if raw.keys() - hints.keys() or missing - ADDED.get(kind, frozenset()):
        raise ValueError(f"other keys than those of {kind.__name__}")
    return kind(**{name: _value(hints[name], value) for name, value in raw.items()})
