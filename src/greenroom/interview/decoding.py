"""Dataclasses from plain JSON, by the types of their fields: how journals and logs are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from greenroom.interview import proposals

T = TypeVar("T")

PROPOSALS: Final[dict[str, type[Any]]] = {
    kind.__name__: kind for kind in get_args(proposals.Proposal)
}


@dataclass(frozen=True, slots=True)
class Reading:
    """Which keys an object may have."""

    more: bool = False
    """Keys that nobody knows are left out."""
    added: Mapping[Any, frozenset[str]] | None = None
    """The keys, by type, that may be missing; None: those of fields that have a default."""


STRICT: Final = Reading()
LENIENT: Final = Reading(more=True)


def build(kind: type[T], raw: Any, reading: Reading = STRICT) -> T:
    """A frozen dataclass from its plain form; missing keys and wrong types are errors, and so are unknown
    keys, unless the reading leaves them out."""
    if not isinstance(raw, dict):
        raise TypeError(f"{kind.__name__} is not an object")
    hints, needed = _form(cast("Any", kind))
    known = {key: value for key, value in raw.items() if key in hints}
    if not reading.more and len(known) != len(raw):
        unknown = sorted(raw.keys() - hints.keys())
        raise ValueError(f"unknown key {unknown[0]!r} in {kind.__name__}")
    if reading.added is not None:
        needed = tuple(hints.keys() - reading.added.get(kind, frozenset()))
    missing = next((name for name in needed if name not in raw), None)
    if missing is not None:
        raise ValueError(f"no key {missing!r} in {kind.__name__}")
    return kind(**{key: _value(hints[key], value, reading) for key, value in known.items()})


@cache
def _form(kind: type[Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The types of a dataclass's fields, and the fields that have no default."""
    bare = (f for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)
    return get_type_hints(kind), tuple(field.name for field in bare)


def _value(hint: Any, raw: Any, reading: Reading) -> Any:
    if type(raw) is hint and hint is not str:
        return raw
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if raw is None and type(None) in args:
            return None
        if isinstance(raw, dict) and "type" in raw:
            rest = {key: value for key, value in raw.items() if key != "type"}
            return build(PROPOSALS[raw["type"]], rest, reading)
        return _value(next(a for a in args if a is not type(None)), raw, reading)
    if origin is Literal:
        if raw not in args:
            raise ValueError(f"{raw!r} is none of {args}")
        return raw
    if origin is tuple:
        return _tuple(args, raw, reading)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(raw)
    if isinstance(hint, type) and is_dataclass(hint):
        return build(hint, raw, reading)
    return _scalar(hint, origin, raw)


def _tuple(args: tuple[Any, ...], raw: Any, reading: Reading) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise TypeError("a list is needed")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_value(args[0], item, reading) for item in raw)
    if len(args) != len(raw):
        raise ValueError(f"{len(args)} items are needed")
    return tuple(_value(hint, item, reading) for hint, item in zip(args, raw, strict=True))


def _scalar(hint: Any, origin: Any, raw: Any) -> Any:
    if hint is Any or (origin is not None and isinstance(raw, origin)):
        return raw
    if hint is float and isinstance(raw, int) and not isinstance(raw, bool):
        return float(raw)
    if type(raw) is not hint:
        raise TypeError(f"{raw!r} is no {hint.__name__}")
    if isinstance(raw, str):
        raw.encode()  # half a surrogate pair is no text, and nobody could write it down again
    return raw
