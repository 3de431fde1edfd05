"""A plan's tables written down as TOML, the way the built-in plans look. Comments are not known here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from greenroom.app.errors import UserFault
from greenroom.app.sources.bounds import LONGEST_NAME
from greenroom.app.sources.toml_tables import MAX_SOURCE_BYTES

DEEPEST: Final = 6
"""Tables within tables; a plan has three. What is nested deeper is not a plan's and not written."""
_NARROW: Final = 90
"""Characters of a list that stands on one line."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_TOO_MUCH: Final = f"This is too much for one plan: at most {MAX_SOURCE_BYTES} bytes."


class NotWritable(UserFault):
    """What no TOML can hold, or no plan."""


def written(tables: Mapping[str, Any]) -> str:
    """The TOML of nested tables, lists and plain values, as they come out of JSON; `null` is left out.

    Raises `NotWritable` for what TOML cannot hold.
    """
    lines: list[str] = []
    room = MAX_SOURCE_BYTES
    for line in _table(tables, ()):
        room -= len(line) + 1
        if room < 0:
            raise NotWritable(_TOO_MUCH)
        lines.append(line)
    text = "\n".join(lines).strip("\n") + "\n"
    try:
        if len(text.encode()) > MAX_SOURCE_BYTES:
            raise NotWritable(_TOO_MUCH)
    except UnicodeEncodeError:
        raise NotWritable("This holds half a character, which no file can.") from None
    return text


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Plain values before tables: that is how TOML tells whose they are."""
    _shallow(path)
    inner = {key: value for key, value in table.items() if _holds_tables(value)}
    for key, value in table.items():
        if key not in inner and value is not None:
            yield f"{_key(key)} = {_value(value, (*path, key))}"
    for key, value in inner.items():
        name = ".".join(map(_key, (*path, key)))
        many = isinstance(value, Sequence)
        for one in value if many else (value,):
            yield f"\n[[{name}]]" if many else f"\n[{name}]"
            yield from _table(one, (*path, key))


def _shallow(path: tuple[str, ...]) -> None:
    if len(path) > DEEPEST:
        raise NotWritable(f"{_named(path[:2])}: this is nested too deeply for a plan")


def _named(path: Sequence[str]) -> str:
    return ".".join(part[:LONGEST_NAME] for part in path if part)


def _holds_tables(value: object) -> bool:
    if isinstance(value, Mapping):
        return True
    listed = isinstance(value, list) and len(value) > 0
    return listed and all(isinstance(item, Mapping) for item in value)  # type: ignore[attr-defined]


def _value(value: object, path: tuple[str, ...]) -> str:
    _shallow(path)
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return _text(value)
        case list():
            return _list([_value(item, (*path, "")) for item in value])
        case _:
            raise NotWritable(f"{_named(path)}: a plan cannot contain this")


def _list(items: Sequence[str]) -> str:
    line = f"[{', '.join(items)}]"
    if len(line) <= _NARROW:
        return line
    return "\n".join(("[", *(f"  {item}," for item in items), "]"))


def _text(text: str) -> str:
    """A text of several lines keeps them; any other is one line, escaped as JSON does, which TOML reads."""
    if "\n" not in text:
        return _quoted(text)
    body = "\n".join(_quoted(line)[1:-1] for line in text.split("\n"))
    return f'"""\n{body}"""'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)
