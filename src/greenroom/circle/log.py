"""The log as JSON lines: `{"seq": n, "type": …, …}`. All that an interview needs to go on is in it.

It holds the profiles and what was said: whoever keeps it keeps personal data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from greenroom.circle.events import CallFailed, Entry, Event
from greenroom_turns import codec


class LogError(ValueError):
    """The log cannot be believed; the message says at which line and why."""


def _member(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else codec.plain(value)


_written: Final = codec.encoder(_member)
_READER: Final = codec.Reader(whole=True)


def encode(entry: Entry) -> str:
    """One line, without a newline."""
    kind = type(entry.event).__name__
    return _written({"seq": entry.seq, "type": kind, **codec.plain(entry.event)})


def decode(lines: Iterable[str]) -> list[Entry]:
    """Raises `LogError`. Whether the entries can follow one another is for `fold` to say."""
    return [_entry(line, number) for number, line in enumerate(lines, 1)]


def _entry(line: str, number: int) -> Entry:
    try:
        table = json.loads(line)
        seq = _READER.typed(int, table.pop("seq"))
        if table["type"] == CallFailed.__name__:
            table.setdefault("judgement", None)  # older logs do not have it
        return Entry(seq, _READER.member(Event, table))
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise LogError(
            f"line {number}: no entry of a circle's log ({type(error).__name__})"
        ) from None
