"""Holding an interview's lease for as long as it is worked on, and not a moment longer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, Self

import structlog

from greenroom.app.ports import AWAY_S, Leases, OperatorFault, Refused
from greenroom.assessment.sentence import Sentence

TTL_MS: Final = 3_000
RENEW_S: Final = 1.0
"""A job that dies is replaced after 2 to 3 s. Two renewals may be late before the lease ends."""
ANSWER_S: Final = AWAY_S + 15.0
"""A renewal may take so long, even past the lease's end: only its answer tells whether another job took it. The store asks a server that is away for `AWAY_S`, and takes up to 11 s to notice one that
vanished. Without it this job writes nothing either, and the watcher takes it out of the room before it
sends another."""
LATE_S: Final = 1.5
"""A renewal that waits longer waits for a server that is away: a worker gathers them for 0.9 s."""

log = structlog.get_logger(__name__)


class LeaseLost(Exception):
    """Somebody else may hold the interview by now: nothing more may be said or written."""


class LeaseKeeper:
    """The lease of one interview. Enter it to take it, leave it to give it back."""

    def __init__(self, leases: Leases, interview_id: str, holder: str) -> None:
        self._leases, self._interview_id, self._holder = leases, interview_id, holder
        self._until = 0.0
        self._asked: float | None = None

    async def __aenter__(self) -> Self:
        """Raises `Refused` when it is somebody else's, `NotFound` when there is no such interview."""
        asked = _now()
        if not await self._leases.take(self._interview_id, self._holder, TTL_MS):
            raise Refused(Sentence("another job holds this interview"))
        self._until = asked + TTL_MS / 1000
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._leases.release(self._interview_id, self._holder)

    @property
    def unanswered(self) -> bool:
        """The store does not answer at the moment. It serves the pages, too: nothing of them may arrive."""
        return self._asked is not None and _now() - self._asked > LATE_S

    async def during(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work` while the lease is ours; cancels it and raises `LeaseLost` when it is not."""
        async with asyncio.TaskGroup() as tasks:
            working = tasks.create_task(work)
            keeping = tasks.create_task(self._keep())
            await asyncio.wait((working, keeping), return_when=asyncio.FIRST_COMPLETED)
            keeping.cancel()
            working.cancel()
        if not keeping.cancelled():
            raise LeaseLost

    async def _keep(self) -> None:
        """Returns when the lease is lost, also when the store does not answer."""
        while True:
            # not so long after the last answer, which may itself have been late
            await asyncio.sleep(self._until - (TTL_MS / 1000 - RENEW_S) - _now())
            asked = _now()
            if asked > self._until:
                late_ms = round((asked - self._until) * 1000)
                log.warning("lease renewed late", interview=self._interview_id, late_ms=late_ms)
            try:
                async with asyncio.timeout(ANSWER_S):
                    if not await self._renewed():
                        return
            except TimeoutError:
                return

    async def _renewed(self) -> bool:
        """Whether the lease is still ours. The store has asked again for as long as it may be worth it."""
        asked = self._asked = _now()
        try:
            held = await self._leases.renew(self._interview_id, self._holder, TTL_MS)
        except OperatorFault as error:
            log.warning("lease not renewed", interview=self._interview_id, exc_info=error)
            return False
        self._asked, self._until = None, asked + TTL_MS / 1000
        return held


def _now() -> float:
    return asyncio.get_running_loop().time()
