"""What `greenroom serve` does beside interviews, for as long as it runs: erase, end, judge."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeAlias

import structlog

from greenroom.app.abandoned_interviews import LOOK_S, AbandonedInterviews
from greenroom.app.erasure import purge_all
from greenroom.app.ports import GreenroomError, LiveRooms, Store
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.bootstrap.deferred_rooms import DeferredRooms

SWEEP_S: Final = 3600
"""How often interviews past their retention time are looked for."""
Clock: TypeAlias = Callable[[], datetime]

log = structlog.get_logger("greenroom.serve")


async def erase_old(store: Store, rooms: LiveRooms, retention_days: int, now: Clock) -> None:
    """Erase what is past its retention time: at the start, and every hour."""
    while True:
        try:
            erased, keys = await purge_all(store, rooms, now(), retention_days)
        except GreenroomError:
            log.exception("purge_failed")
        else:
            log.info("purged", interviews=erased, keys=keys)
        await asyncio.sleep(SWEEP_S)


async def end_abandoned(store: Store, rooms: LiveRooms, now: Clock) -> None:
    """End the interviews whose candidates do not come back."""
    absentees = AbandonedInterviews(store.interviews, rooms, now)
    while True:
        try:
            await absentees.look()
        except GreenroomError:
            log.exception("absentees_not_seen")
        await asyncio.sleep(LOOK_S)


async def make_scorecards(worker: ScorecardWorker, loading: DeferredRooms | None) -> None:
    """Not while speech is `loading`: a judge's model is imported, too, and two threads that import the
    same things at once stop each other."""
    if loading is not None:
        await loading.settled()
    await worker.work()
