"""`app.ports.MissionQueue` on DBOS: a job is an opaque id, and whoever is alive does it.

DBOS keeps which jobs wait, who has them, and how many may run; it never sees what a job is about. Its
tables, logs and errors hold ids alone: a job is given nothing else, returns a word, and whatever it
raises stays in our own log. What has been said is in the interview's own log, from which a job that
is done again goes on. So a job is one workflow without steps: two checkpoints could disagree.

DBOS is one for a process. A process that was killed leaves its jobs marked as running; the others
see by `Executors` that it is gone, and put its jobs back into the queue.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Self, TypeAlias

import structlog
from dbos import DBOS, DBOSConfig

from greenroom.app.ports import Executors, GreenroomError, OperatorFault

QUEUE: Final = "missions"
MISSION: Final = "mission"
VERSION: Final = "1"
"""Of what a job is. Raise it only when processes of the old version could not do a new one's jobs."""
TTL_MS: Final = 15_000
"""A process that has not been heard of for so long is believed dead."""
THREADS: Final = 64
"""Jobs of one process at most, of all lanes together, unless one lane may have more. Each waits in a
thread of its own, so with fewer of them slow jobs of some lanes would hold the others up."""
BEAT_S: Final = 3.0
DROPPED: Final = frozenset({"ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"})
"""How a job stands that the queue would not do any more."""
SWEEP: Final = "sweep"
"""What a process holds while it gives dead processes' jobs back."""

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
    """How often this process looks at the queue, and says that it is alive."""

    look_s: float = 1.0
    beat_s: float = BEAT_S
    ttl_ms: int = TTL_MS


class _Left(BaseException):
    """This process stops: the job is not done, and nothing may be recorded of it. No `Exception`,
    for DBOS records those as the job's end."""


class _Current:
    """What DBOS's one registered function calls: DBOS is one for a process, and so is this."""

    jobs: DurableJobs | None = None


@DBOS.workflow(name=MISSION)
def _mission(meeting_id: str) -> str:
    """In a thread of DBOS, which waits while the work is done in our loop: the connections to our
    database belong to that."""
    jobs = _Current.jobs
    if jobs is None:
        raise _Left
    return jobs.done(meeting_id)


class DurableJobs:
    """An async context: inside it this process takes jobs."""

    def __init__(
        self,
        where: Path | str,
        executors: Executors,
        hold: Hold,
        *,
        name: str,
        lane: Lane,
        limits: JobLimits,
        pace: Pace | None = None,
    ) -> None:
        """`where` is a SQLite file, or the address of a PostgreSQL database in which DBOS gets a
        schema of its own, `dbos`. `name` is this process's among all that use it."""
        self._where, self._executors, self._hold = where, executors, hold
        self._name, self._lane, self._limits = name, lane, limits
        self._pace = pace or Pace()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[str]] = {}
        self._living: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Raises `OperatorFault` when the queue cannot be opened."""
        if _Current.jobs is not None:
            raise OperatorFault("this process has a queue of jobs already")
        self._loop, _Current.jobs = asyncio.get_running_loop(), self
        try:
            await self._executors.beat(self._name, self._pace.ttl_ms)
            await asyncio.to_thread(self._launch)
        except BaseException as error:
            await self._leave()
            if isinstance(error, GreenroomError) or not isinstance(error, Exception):
                raise
            raise OperatorFault(
                f"the queue of jobs cannot be opened ({type(error).__name__}); is its database in "
                "order? greenroom doctor tells"
            ) from None
        self._living = self._loop.create_task(self._live())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._living is not None:
            self._living.cancel()
            await asyncio.wait((self._living,))
        await self._leave()

    async def put(self, meeting_id: str) -> None:
        """Raises `OperatorFault` when the queue's database fails."""
        lane = await self._lane(meeting_id)
        try:
            # not DBOS's own async call: that changes the loop's thread pool
            await asyncio.to_thread(_put, meeting_id, lane)
        except Exception as error:  # noqa: BLE001 - what DBOS raises is no contract
            raise OperatorFault(f"the queue of jobs failed ({type(error).__name__})") from None

    async def put_missing(self, meeting_ids: Collection[str]) -> None:
        """Those of which the queue knows nothing: whoever admitted them was killed right then. And those
        that it dropped: how often they are tried is for `Hold` to say."""
        if meeting_ids:
            known = await asyncio.to_thread(_known, meeting_ids)
            dropped = [name for name, status in known.items() if status in DROPPED]
            if dropped:
                await asyncio.to_thread(DBOS.resume_workflows, dropped, queue_name=QUEUE)
            for meeting_id in meeting_ids:
                if meeting_id not in known:
                    await self.put(meeting_id)

    async def tidy(self, before: datetime) -> None:
        """Forget jobs that were done before this moment."""
        await asyncio.to_thread(_forget_done, before.isoformat())

    @property
    def running(self) -> int:
        """Jobs of this process."""
        return len(self._tasks)

    def done(self, meeting_id: str) -> str:
        """Have the job done, and wait for it. Called in a thread of DBOS."""
        if self._loop is None or self._loop.is_closed():
            raise _Left
        try:
            return asyncio.run_coroutine_threadsafe(self._begun(meeting_id), self._loop).result()
        except (CancelledError, RuntimeError):
            raise _Left from None

    async def _begun(self, meeting_id: str) -> str:
        """Once at a time: others may have given the job back, when this process was only slow."""
        task = self._tasks.get(meeting_id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._do(meeting_id))
            self._tasks[meeting_id] = task
            task.add_done_callback(lambda _: self._tasks.pop(meeting_id, None))
        return await asyncio.shield(task)

    async def _do(self, meeting_id: str) -> str:
        """`Hold` ends what it can; whatever else it raises is a fault of ours, told by type."""
        try:
            await self._hold(meeting_id)
        except Exception as error:
            log.exception("job_failed", meeting=meeting_id)
            return type(error).__name__
        return "done"

    async def _live(self) -> None:
        """Say that this process is alive, and give dead ones' jobs back."""
        while True:
            await asyncio.sleep(self._pace.beat_s)
            try:
                if not await self._executors.beat(self._name, self._pace.ttl_ms):
                    log.warning("thought_dead", executor=self._name)
                await self._sweep()
            except Exception as error:  # noqa: BLE001 - the next beat tries again
                log.warning("beat_failed", reason=type(error).__name__)

    async def _sweep(self) -> None:
        """One process at a time: of two, the second could put back what the first has handed on."""
        if not await self._executors.take(SWEEP, self._pace.ttl_ms):
            return
        try:
            alive = await self._executors.alive()
            given_back = await asyncio.to_thread(_give_back, alive)
        finally:
            await self._executors.leave(SWEEP)
        if given_back:
            log.info("jobs_given_back", jobs=given_back)

    async def _leave(self) -> None:
        """Jobs that run stay marked as running, and go on elsewhere, or at the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(DBOS.destroy)
        _Current.jobs = None
        await self._executors.leave(self._name)

    def _launch(self) -> None:
        _quiet()
        DBOS(config=self._config())
        DBOS.listen_queues([QUEUE])
        DBOS.launch()
        DBOS.register_queue(
            QUEUE,
            worker_concurrency=self._threads,
            partition_concurrency=self._limits.at_once,
            partition_limiter={"limit": self._limits.per_minute, "period": 60.0},
            polling_interval_sec=self._pace.look_s,
            on_conflict="always_update",
        )

    def _config(self) -> DBOSConfig:
        file = isinstance(self._where, Path)
        return {
            "name": "greenroom",
            "system_database_url": f"sqlite:///{self._where}" if file else str(self._where),
            "application_version": VERSION,
            "executor_id": self._name,
            "sys_db_pool_size": 4,
            "max_executor_threads": self._threads + 4,
            "use_listen_notify": False,
            "log_level": "WARNING",
            "enable_otlp": False,
        }

    @property
    def _threads(self) -> int:
        return max(THREADS, self._limits.at_once)


def _put(meeting_id: str, lane: str) -> None:
    DBOS.enqueue_workflow_with_options(
        {
            "queue_name": QUEUE,
            "workflow_name": MISSION,
            "workflow_id": meeting_id,
            "app_version": VERSION,
            "queue_partition_key": lane,
        },
        meeting_id,
    )


def _known(meeting_ids: Iterable[str]) -> dict[str, str]:
    """With how each of them stands."""
    found = DBOS.list_workflows(workflow_ids=list(meeting_ids), load_input=False, load_output=False)
    return {status.workflow_id: status.status for status in found}


def _give_back(alive: Collection[str]) -> int:
    """Of processes that are not alive."""
    found = DBOS.list_workflows(status="PENDING", load_input=False, load_output=False)
    lost = [status.workflow_id for status in found if status.executor_id not in alive]
    if lost:
        DBOS.resume_workflows(lost, queue_name=QUEUE)
    return len(lost)


def _forget_done(before: str) -> None:
    found = DBOS.list_workflows(
        status="SUCCESS", completed_before=before, load_input=False, load_output=False
    )
    DBOS.delete_workflows([status.workflow_id for status in found])


def _quiet() -> None:
    """DBOS writes to the terminal by itself unless its logger has a handler: let it speak through
    ours."""
    logger = logging.getLogger("dbos")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    logger.propagate = True
