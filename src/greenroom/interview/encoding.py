"""How the parts of a journal's lines are written: dataclasses as JSON, members of unions with their type."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from typing import Any, Final, get_args

from greenroom.interview import proposals
from greenroom.interview.commands import Command
from greenroom.interview.events import Event

LEFT_OUT: Final = frozenset({"draft", "question", "mid", "reading", "repeats", "quote", "told"})
"""Fields of events and proposals that later versions added. Where they say nothing a line is written as before, so
that older journals count as many bytes as they had."""


def encode_entry(seq: int, event: Event, commands: Iterable[Command]) -> str:
    """The line of one step, without a newline."""
    return dumped({"seq": seq, "event": _tagged(event), "commands": [_tagged(c) for c in commands]})


def plain_fields(value: Any) -> dict[str, Any]:
    """A dataclass as a dictionary of its fields, one level deep."""
    return {name: getattr(value, name) for name in _names(value.__class__)}


def _tagged(value: Any) -> dict[str, Any]:
    plain = plain_fields(value)
    told = {key: one for key, one in plain.items() if one is not None or key not in LEFT_OUT}
    return {"type": type(value).__name__, **told}


def _member(value: Any) -> dict[str, Any]:
    """A dataclass inside another; members of a union carry their type's name."""
    return _tagged(value) if type(value) in _PROPOSED else plain_fields(value)


dumped = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_member).encode


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


_PROPOSED = frozenset(get_args(proposals.Proposal))
