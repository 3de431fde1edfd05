"""Whose a circle is, and who may follow one of its interviews.

The circle's capability, or its owner's cookie, opens all of it. The entry token reports entries and
opens nothing. The token that an entry's answer holds opens that one interview, as the visitor's side
sees it. Whoever has none of these is told that there is nothing here.
"""

from __future__ import annotations

import re
import secrets

from starlette.requests import HTTPConnection

from greenroom.app.circles.entries import opens
from greenroom.app.circles.watching import Watcher
from greenroom.app.ports import CircleRow, MissionRow, NotFound
from greenroom.web.credentials import capability_of
from greenroom.web.owners import ID_PATTERN, owner_of
from greenroom.web.services import services_of

NOTHING = "there is nothing at this address"


async def circle_opened(
    connection: HTTPConnection, circle_id: str, *, entering: bool = False
) -> CircleRow:
    """The circle, if the caller may have it, or may report an entry to it; else `NotFound`."""
    row = await _found(connection, circle_id)
    token = capability_of(connection)
    if token is None:
        fits = _owns(connection, row)
    else:
        fits = opens(row.capability_hash, token) or (entering and opens(row.entry_hash, token))
    if not fits:
        raise NotFound(NOTHING)
    return row


async def meeting_opened(
    connection: HTTPConnection, circle_id: str, number: int
) -> tuple[CircleRow, MissionRow, Watcher]:
    """An interview of a circle, and as whom the caller may follow it; else `NotFound`."""
    row = await _found(connection, circle_id)
    meeting = await services_of(connection).store.circles.meeting(row.id, number)
    if meeting is None:
        raise NotFound(NOTHING)
    token = capability_of(connection)
    if token is None:
        watcher: Watcher | None = "owner" if _owns(connection, row) else None
    elif opens(row.capability_hash, token):
        watcher = "owner"
    else:
        watcher = "visitor" if opens(meeting.capability_hash, token) else None
    if watcher is None:
        raise NotFound(NOTHING)
    return row, meeting, watcher


async def _found(connection: HTTPConnection, circle_id: str) -> CircleRow:
    known = re.fullmatch(ID_PATTERN, circle_id)
    row = await services_of(connection).store.circles.find(circle_id) if known else None
    if row is None:
        raise NotFound(NOTHING)
    return row


def _owns(connection: HTTPConnection, row: CircleRow) -> bool:
    owner = owner_of(connection)
    return owner is not None and secrets.compare_digest(owner, row.owner)
