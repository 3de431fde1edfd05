"""How the parts of a journal's lines are written: dataclasses as JSON, members of unions with their type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args

from greenroom.interview import proposals
from greenroom.interview.commands import Command
from greenroom.interview.events import Event
from greenroom.interview.reading import Reading
from greenroom_turns import codec

LEFT_OUT: Final = frozenset(
    {"draft", "question", "mid", "reading", "repeats", "quote", "told", "timer", "cut"}
)
"""Fields of events and proposals that later versions added. Where they say nothing a line is written as before, so
that older journals count as many bytes as they had."""


def encode_entry(seq: int, event: Event, commands: Iterable[Command]) -> str:
    """The line of one step, without a newline."""
    return f'{{"seq":{seq},{_LAST.of(event, tuple(commands))}'


def _tagged(value: Any) -> dict[str, Any]:
    told = {
        key: one
        for key, one in codec.plain(value).items()
        if one is not None or key not in LEFT_OUT
    }
    return {"type": type(value).__name__, **told}


def _member(value: Any) -> dict[str, Any]:
    """A dataclass inside another; members of a union carry their type's name."""
    if type(value) in _PROPOSED:
        return _tagged(value)
    told = codec.plain(value)
    if type(value) is Reading and value.relevance is None:
        del told["relevance"]  # an older journal counts as many bytes as it had
    return told


dumped: Final = codec.encoder(_member)
_PROPOSED = frozenset(get_args(proposals.Proposal))


class _LastStep:
    """What was encoded last: the engine measures a step, and the same step is written right after. It goes by
    the objects themselves, for equal values can be written differently ("1" and "1.0")."""

    def __init__(self) -> None:
        self._kept: tuple[Event, tuple[Command, ...], str] | None = None

    def of(self, event: Event, commands: tuple[Command, ...]) -> str:
        kept = self._kept
        if kept is not None and kept[0] is event and kept[1] is commands:
            return kept[2]
        plain = {"event": _tagged(event), "commands": [_tagged(command) for command in commands]}
        body = dumped(plain)[1:]
        self._kept = event, commands, body
        return body


_LAST: Final = _LastStep()
