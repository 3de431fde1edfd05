"""Forgetting interviews: one on request, the old ones by themselves. Nothing of them stays behind."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Protocol

from greenroom.app.ports import Interviews, Keys, Store

KEY_DAYS: Final = 400
"""As long as browsers keep the owner's cookie at most: after that it may be nobody's key."""


class Ends(Protocol):
    """Can stop a running interview; `LiveRooms` is one."""

    async def end(self, interview_id: str) -> None: ...


async def erase(interviews: Interviews, rooms: Ends, interview_id: str) -> None:
    """Stop the interview if it runs, then delete it and everything that refers to it."""
    await rooms.end(interview_id)
    await interviews.delete(interview_id)


async def erase_owner(store: Store, rooms: Ends, owner: str) -> int:
    """Erase an owner's interviews and keys; returns how many interviews went."""
    interviews = await store.interviews.of_owner(owner)
    for row in interviews:
        await erase(store.interviews, rooms, row.id)
    await store.keys.delete_all(owner)
    return len(interviews)


async def purge(interviews: Interviews, rooms: Ends, now: datetime, retention_days: int) -> int:
    """Erase what is older than the retention time; returns how many interviews went."""
    before = (now - timedelta(days=retention_days)).isoformat(timespec="milliseconds")
    expired = await interviews.expired(before)
    for row in expired:
        await erase(interviews, rooms, row.id)
    return len(expired)


async def purge_keys(keys: Keys, now: datetime) -> int:
    """Erase keys that were entered so long ago; returns how many went."""
    before = (now - timedelta(days=KEY_DAYS)).isoformat(timespec="milliseconds")
    old = [row for row in await keys.all() if row.created_at < before]
    for row in old:
        await keys.delete(row.id, row.owner)
    return len(old)
