"""Erases interviews: a single one on request, old ones when their retention time is over. Nothing of them is
kept."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Protocol

from greenroom.app.ports import Circles, Folders, Interviews, KeptPlans, Keys, Store, Usage
from greenroom.app.providers.budgets import OWNER_SPAN
from greenroom.app.timestamps import stamped

KEY_DAYS: Final = 400
"""The longest time that browsers keep the owner's cookie. After that nobody can use the key."""
FOLDER_DAYS: Final = 7
"""Papers are handed in shortly before the interview, whose end deletes them. Older ones belong to interviews
that never took place."""


class Ends(Protocol):
    """Can stop a running interview; `LiveRooms` is one."""

    async def end(self, interview_id: str) -> None: ...


async def erase(interviews: Interviews, rooms: Ends, interview_id: str) -> None:
    """Stop the interview if it runs, then delete it and everything that refers to it."""
    await rooms.end(interview_id)
    await interviews.delete(interview_id)


async def erase_owner(store: Store, rooms: Ends, owner: str) -> int:
    """Erase an owner's interviews, keys, plans, circles and usage; returns how many interviews went."""
    interviews = await store.interviews.of_owner(owner)
    for row in interviews:
        await erase(store.interviews, rooms, row.id)
    await store.keys.delete_all(owner)
    await store.plans.delete_all(owner)
    for circle in await store.circles.of_owner(owner):
        await store.circles.delete(circle.id)
    await store.usage.delete_all(owner)  # last: nothing that is gone can use any more
    return len(interviews)


async def purge_all(
    store: Store, rooms: Ends, now: datetime, retention_days: int
) -> tuple[int, int]:
    """Erase whatever is past its retention time; returns how many interviews and keys went."""
    erased = await purge(store.interviews, rooms, now, retention_days)
    await purge_circles(store.circles, now, retention_days)
    await purge_folders(store.folders, now)
    keys = await purge_keys(store.keys, now)
    await purge_plans(store.plans, now)
    await purge_usage(store.usage, now)
    return erased, keys


async def purge(interviews: Interviews, rooms: Ends, now: datetime, retention_days: int) -> int:
    """Erase what is older than the retention time; returns how many interviews went."""
    before = stamped(now - timedelta(days=retention_days))
    expired = await interviews.expired(before)
    for row in expired:
        await erase(interviews, rooms, row.id)
    return len(expired)


async def purge_circles(circles: Circles, now: datetime, retention_days: int) -> int:
    """Erase conversations of circles that ended so long ago, and circles that closed then; returns how
    many conversations went by themselves."""
    before = stamped(now - timedelta(days=retention_days))
    closed, meetings = await circles.expired(before)
    for circle_id in closed:
        await circles.delete(circle_id)
    for meeting_id in meetings:
        await circles.delete_meeting(meeting_id)
    return len(meetings)


async def purge_folders(folders: Folders, now: datetime) -> int:
    """Erase what was handed in so long ago for interviews that did not come to an end; returns how
    many folders went."""
    before = stamped(now - timedelta(days=FOLDER_DAYS))
    return await folders.purge(before)


async def purge_keys(keys: Keys, now: datetime) -> int:
    """Erase keys that were entered so long ago; returns how many went."""
    before = stamped(now - timedelta(days=KEY_DAYS))
    old = [row for row in await keys.all() if row.created_at < before]
    for row in old:
        await keys.delete(row.id, row.owner)
    return len(old)


async def purge_plans(plans: KeptPlans, now: datetime) -> int:
    """Erase plans that nobody has changed for so long; returns how many went."""
    before = now - timedelta(days=KEY_DAYS)
    return await plans.delete_old(stamped(before))


async def purge_usage(usage: Usage, now: datetime) -> int:
    """Delete what erased interviews used before the longest budget window. Returns the number of rows."""
    return await usage.delete_old(stamped(now - OWNER_SPAN))
