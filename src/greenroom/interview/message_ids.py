"""Which messages of the page were taken: each is taken once, however often it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from greenroom.interview.events import ActivityNoticed, AnswerGiven, CommandGiven, Event
from greenroom.interview.state import InterviewState

REMEMBERED: Final = 64
"""Ids that are remembered. A page keeps fewer messages that were not acknowledged (`web/static/outbox.js`)."""


def message_id(event: Event) -> str | None:
    """The page's id of the message that brought this event; None if it had none."""
    if isinstance(event, AnswerGiven | CommandGiven | ActivityNoticed):
        return event.mid
    return None


def remembered(state: InterviewState, mid: str | None) -> InterviewState:
    """The state in which this message is taken."""
    if mid is None:
        return state
    return replace(state, taken=(*state.taken, mid)[-REMEMBERED:])


def message_ids(lines: Iterable[str]) -> tuple[str, ...]:
    """The ids that are remembered at the end of a journal, told without stepping through it."""
    marked = (json.loads(line) for line in lines if '"mid":"' in line)
    found = [entry.get("event", {}).get("mid") for entry in marked]
    return tuple(mid for mid in found if mid is not None)[-REMEMBERED:]
