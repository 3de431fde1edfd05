"""Interviews between agents as durable jobs: who is alive holds what waits, within limits.

A job is the row of an interview, and a lease on it. What has been said is in the interview's own log, from
which a job that is done again goes on. A process that was killed renews no lease: another one has the job
when its time is over. If that process was only slow, both write the same log, and its key refuses one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, Never, Self, TypeAlias

import structlog

from greenroom.app.ports import GreenroomError, Missions

TTL_MS: Final = 15_000
"""Of a lease: a process that has not renewed it for so long is believed dead."""
BEAT_S: Final = 3.0
MOST: Final = 64
"""Jobs of one process, of all lanes together, unless one lane may have more."""

log = structlog.get_logger("greenroom.jobs")

Hold: TypeAlias = Callable[[str], Awaitable[None]]
"""Does one job, from wherever it stands. Is called again after a crash, with the same id."""

Lane: TypeAlias = Callable[[str], Awaitable[str]]
"""Whose limits hold for a job, when it is put in: a name that tells nothing of who it is about."""


@dataclass(frozen=True, slots=True)
class JobLimits:
    """For the jobs of one lane, over all processes together."""

    at_once: int
    per_minute: int


@dataclass(frozen=True, slots=True)
class Pace:
    """How often this process looks for jobs that others put in, and renews its leases."""

    look_s: float = 1.0
    beat_s: float = BEAT_S
    ttl_ms: int = TTL_MS


class DurableJobs:
    """Implements `ports.MissionQueue`. An async context: inside it this process takes jobs."""

    def __init__(
        self,
        missions: Missions,
        hold: Hold,
        *,
        name: str,
        lane: Lane,
        limits: JobLimits,
        pace: Pace | None = None,
    ) -> None:
        """`name` is this process's among all that use the store."""
        self._missions, self._hold = missions, hold
        self._name, self._lane, self._limits = name, lane, limits
        self._pace = pace or Pace()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._look = asyncio.Event()
        self._living: list[asyncio.Task[Never]] = []

    async def __aenter__(self) -> Self:
        """What an earlier process of this name held is taken up at once. Raises `OperatorFault`."""
        await self._missions.give_back(self._name)
        loop = asyncio.get_running_loop()
        self._living = [loop.create_task(work) for work in (self._take_jobs(), self._keep_leases())]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Jobs that run go on elsewhere, or at the next start."""
        await _ended(self._living)
        await _ended(list(self._tasks.values()))
        try:
            await self._missions.give_back(self._name)
        except GreenroomError as error:
            log.warning("jobs_not_given_back", reason=type(error).__name__)

    async def put(self, meeting_id: str) -> None:
        """Raises `OperatorFault` when the store fails."""
        await self._missions.put(meeting_id, await self._lane(meeting_id))
        self._look.set()

    async def put_missing(self, meeting_ids: Iterable[str]) -> None:
        """Those that are in no lane: whoever admitted them was killed right then."""
        for meeting_id in meeting_ids:
            await self.put(meeting_id)

    @property
    def running(self) -> int:
        """Jobs of this process."""
        return len(self._tasks)

    async def _take_jobs(self) -> Never:
        """At once what was put in here, or may begin because a job of this process ended."""
        while True:
            self._look.clear()
            try:
                await self._claim()
            except Exception as error:  # noqa: BLE001 - the next look tries again
                log.warning("claim_failed", reason=type(error).__name__)
            try:
                async with asyncio.timeout(self._pace.look_s):
                    await self._look.wait()
            except TimeoutError:
                pass

    async def _claim(self) -> None:
        """One after the other: what kills this process has others beside it that got on, or had not begun."""
        at_once, per_minute = self._limits.at_once, self._limits.per_minute
        while self.running < max(MOST, at_once):
            meeting_id = await self._missions.claim(
                self._name, self._pace.ttl_ms, at_once=at_once, per_minute=per_minute
            )
            if meeting_id is None:
                return
            if meeting_id not in self._tasks:  # or it was too slow to renew, and has it again
                task = asyncio.get_running_loop().create_task(self._do(meeting_id))
                self._tasks[meeting_id] = task
                task.add_done_callback(partial(self._left, meeting_id))

    def _left(self, meeting_id: str, _done: asyncio.Task[None]) -> None:
        del self._tasks[meeting_id]
        self._look.set()

    async def _do(self, meeting_id: str) -> None:
        """`Hold` ends what it can; whatever else it raises is a fault of ours, and ends the job, too."""
        try:
            await self._hold(meeting_id)
        except Exception:
            log.exception("job_failed", meeting=meeting_id)
        try:
            await self._missions.end(meeting_id, self._name)
        except Exception as error:  # noqa: BLE001 - its lease ends, and another finds it over
            log.warning("job_not_ended", meeting=meeting_id, reason=type(error).__name__)

    async def _keep_leases(self) -> Never:
        """A job whose lease another has is left to that one."""
        while True:
            await asyncio.sleep(self._pace.beat_s)
            held = list(self._tasks)
            if not held:
                continue
            try:
                ours = await self._missions.renew(self._name, held, self._pace.ttl_ms)
            except Exception as error:  # noqa: BLE001 - the next beat tries again
                log.warning("leases_not_renewed", reason=type(error).__name__)
                continue
            for meeting_id in set(held).difference(ours) & self._tasks.keys():
                log.warning("job_lost", meeting=meeting_id)
                self._tasks[meeting_id].cancel()


async def _ended(tasks: list[asyncio.Task[Never]] | list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
