"""Quotes that hold words which the candidate corrected, marked as such wherever a report quotes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def marked(value: Any, messages: Iterable[Mapping[str, Any]]) -> Any:
    """The same with `corrected` at every quote that holds words of a correction."""
    places = {m["index"]: m["corrected"] for m in messages if m.get("corrected")}
    return _marked(value, places) if places else value


def _marked(value: Any, places: Mapping[int, Any]) -> Any:
    if isinstance(value, Mapping):
        found = {key: _marked(inner, places) for key, inner in value.items()}
        if {"message", "start", "end"} <= found.keys() and any(
            one["start"] < found["end"] and found["start"] < max(one["end"], one["start"] + 1)
            for one in places.get(found["message"], ())
        ):
            found["corrected"] = True
        return found
    if isinstance(value, list | tuple):
        return [_marked(inner, places) for inner in value]
    return value
