"""The log as JSON lines: `{"seq": n, "type": …, …}`. All that an interview needs to go on is in it.

It holds the profiles and what was said: whoever keeps it keeps personal data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from greenroom.circle import events
from greenroom.circle.events import Entry
from greenroom.interview.decoding import Reading, build
from greenroom.interview.encoding import dumped, plain_fields


class LogError(ValueError):
    """The log cannot be believed; the message says at which line and why."""


KINDS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in get_args(events.Event)}
ADDED: Mapping[Any, frozenset[str]] = {events.CallFailed: frozenset({"judgement"})}
"""Fields that older logs do not have."""
READING: Final = Reading(added=ADDED)


def encode(entry: Entry) -> str:
    """One line, without a newline."""
    tagged = {"seq": entry.seq, "type": type(entry.event).__name__, **plain_fields(entry.event)}
    return dumped(tagged)


def decode(lines: Iterable[str]) -> list[Entry]:
    """Raises `LogError`. Whether the entries can follow one another is for `fold` to say."""
    return [_entry(line, number) for number, line in enumerate(lines, 1)]


def _entry(line: str, number: int) -> Entry:
    try:
        table = json.loads(line)
        seq, kind = table.pop("seq"), KINDS[table.pop("type")]
        return Entry(_whole(seq), build(kind, table, READING))
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise LogError(
            f"line {number}: no entry of a circle's log ({type(error).__name__})"
        ) from None


def _whole(raw: Any) -> int:
    if type(raw) is not int:
        raise TypeError(f"{raw!r} is no number")
    return raw
