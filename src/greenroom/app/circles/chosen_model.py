"""Whose model holds a conversation: what its circle had chosen when the visitor was admitted.

That stands in the first line of the log, so a choice that the owner makes afterwards holds for those
who enter then, and a process that takes a conversation over asks nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from greenroom.app.ports import CircleRow
from greenroom.app.providers.catalogue import Part
from greenroom.circle.events import Entry, Started

MODEL: Final = "model"
"""Among `Started.versions`."""


def noted(circle: CircleRow) -> tuple[str, str]:
    """For the first line of a log; an empty word where no model speaks."""
    return MODEL, circle.keys.get(Part.LLM.value, "")


def chosen(entries: Sequence[Entry]) -> Mapping[str, str] | None:
    """As `CircleRow.keys` was then; None: an older Greenroom began this log, and did not note it."""
    start = entries[0].event if entries else None
    told = dict(start.versions).get(MODEL) if isinstance(start, Started) else None
    if told is None:
        return None
    return {Part.LLM.value: told} if told else {}


def as_admitted(circle: CircleRow, entries: Sequence[Entry]) -> CircleRow:
    """The circle as it is for this conversation."""
    keys = chosen(entries)
    return circle if keys is None else replace(circle, keys=keys)
