"""Frozen dataclasses as JSON, and back: the one codec of journals and logs. Pure.

A member of a union is written with its type's name beside its fields, by whoever knows the union; it is
read by that name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


def plain(value: Any) -> dict[str, Any]:
    """A dataclass as a dictionary of its fields, one level deep."""
    return {name: getattr(value, name) for name in _names(value.__class__)}


def encoder(member: Callable[[Any], Any] = plain) -> Callable[[Any], str]:
    """What writes a value on one line. `member` says how a dataclass inside it is written."""
    return json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=member).encode


@dataclass(frozen=True, slots=True)
class Reader:
    """Makes dataclasses of plain values. Raises `KeyError`, `TypeError` or `ValueError` for what does not fit."""

    unknown: bool = False
    """Keys that no field has are left out, and no error."""
    whole: bool = False
    """A key is an error where it is missing, although its field has a default."""

    def built(self, kind: type[T], raw: Any) -> T:
        if not isinstance(raw, dict):
            raise TypeError(f"{kind.__name__} is not an object")
        hints, needed = _form(cast("Any", kind))
        known = {key: value for key, value in raw.items() if key in hints}
        if not self.unknown and len(known) != len(raw):
            unknown = sorted(raw.keys() - hints.keys())
            raise ValueError(f"unknown key {unknown[0]!r} in {kind.__name__}")
        missing = next(
            (name for name in (hints if self.whole else needed) if name not in raw), None
        )
        if missing is not None:
            raise ValueError(f"no key {missing!r} in {kind.__name__}")
        return kind(**{key: self.typed(hints[key], value) for key, value in known.items()})

    def member(self, union: Any, raw: Mapping[str, Any]) -> Any:
        """A member of a union of dataclasses, by the name of its type."""
        rest = dict(raw)
        name = rest.pop("type")
        kind = _members(union).get(name)
        if kind is None:
            raise ValueError(f"unknown type {name!r}")
        return self.built(kind, rest)

    def typed(self, hint: Any, raw: Any) -> Any:
        """A value of a field."""
        if type(raw) is hint and hint is not str:
            return raw
        origin, args = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self._of_union(hint, args, raw)
        if origin is Literal:
            if raw not in args:
                raise ValueError(f"{raw!r} is none of {args}")
            return raw
        if origin is tuple:
            return self._tuple(args, raw)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return hint(raw)
        if isinstance(hint, type) and is_dataclass(hint):
            return self.built(hint, raw)
        return _scalar(origin or hint, raw)

    def _of_union(self, hint: Any, args: tuple[Any, ...], raw: Any) -> Any:
        if raw is None and NoneType in args:
            return None
        kinds = [kind for kind in args if kind is not NoneType]
        if len(kinds) > 1 and isinstance(raw, dict) and "type" in raw:
            return self.member(hint, raw)
        return self.typed(kinds[0], raw)

    def _tuple(self, args: tuple[Any, ...], raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise TypeError("a list is needed")
        hints = args[:1] * len(raw) if args[-1] is Ellipsis else args
        if len(hints) != len(raw):
            raise ValueError(f"{len(hints)} items are needed")
        return tuple(self.typed(hint, item) for hint, item in zip(hints, raw, strict=True))


def _scalar(kind: Any, raw: Any) -> Any:
    if kind is Any or (kind is Mapping and isinstance(raw, dict)):
        return raw
    if kind is float and isinstance(raw, int) and not isinstance(raw, bool):
        return float(raw)
    if type(raw) is not kind:
        raise TypeError(f"{raw!r} is no {kind.__name__}")
    if isinstance(raw, str):
        raw.encode()  # half a surrogate pair is no text, and nobody could write it down again
    return raw


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _form(kind: type[Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The types of a dataclass's fields, and the fields that have no default."""
    bare = (f for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)
    return get_type_hints(kind), tuple(field.name for field in bare)


@cache
def _members(union: Any) -> dict[str, type[Any]]:
    return {kind.__name__: kind for kind in get_args(union)}
