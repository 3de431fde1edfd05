"""Interviews between agents as durable jobs: in `serve`, and in processes that do nothing else."""

from __future__ import annotations

import asyncio
import secrets
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import structlog

from greenroom import settings as configuration
from greenroom.adapters.storage import open_store
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits
from greenroom.app.circles.holding import Holding
from greenroom.app.ports import GreenroomError, OperatorFault, Store
from greenroom.app.providers.keys import KeyRing
from greenroom.app.timestamps import stamped
from greenroom.bootstrap.circle_players import CirclePlayers
from greenroom.bootstrap.clock import utc_now
from greenroom.bootstrap.kept_secrets import check_sealing
from greenroom.bootstrap.keys import key_ring
from greenroom.bootstrap.output import say
from greenroom.data_directory import prepare_data
from greenroom.observability.logs import configure
from greenroom.settings import Settings

ONLY: Final = "serve"
"""The one process that has a data directory takes up its own jobs at once when it begins again."""
LOOK_AGAIN_S: Final = 30.0
"""How often interviews are looked for that were admitted and never came into the queue."""

log = structlog.get_logger("greenroom.jobs")


class DeferredMissions:
    """Implements `ports.MissionQueue` before and after there is one. What is put in before waits in
    the store, and is found when the queue opens."""

    def __init__(self) -> None:
        self._jobs: DurableJobs | None = None

    def open(self, jobs: DurableJobs | None) -> None:
        self._jobs = jobs

    async def put(self, meeting_id: str) -> None:
        if self._jobs is not None:
            await self._jobs.put(meeting_id)


async def at_once() -> None:
    """Nothing has to be waited for."""


async def hold_missions(
    settings: Settings,
    store: Store,
    ring: KeyRing,
    late: DeferredMissions,
    ready: Callable[[], Awaitable[None]] = at_once,
) -> None:
    """Hold what is admitted, until cancelled. Whatever breaks here, the pages stay. `ready` returns
    when models may be imported."""
    try:
        async with missions(settings, store, ring, ready) as jobs:
            late.open(jobs)
            try:
                await _look_after(store, jobs)
            finally:
                late.open(None)
    except Exception as error:
        log.exception("missions_failed")
        reason = str(error) if isinstance(error, GreenroomError) else type(error).__name__
        say(f"no interviews between agents: {reason}")


@asynccontextmanager
async def missions(
    settings: Settings,
    store: Store,
    ring: KeyRing,
    ready: Callable[[], Awaitable[None]] = at_once,
) -> AsyncIterator[DurableJobs]:
    """Jobs that are done by this process. Raises `OperatorFault`."""
    shared = settings.database.get_secret_value()
    players = CirclePlayers(settings, store, ring, now=utc_now, ready=ready)
    jobs = DurableJobs(
        store.missions,
        Holding(store.circles, players, utc_now, asyncio.sleep),
        name=f"exe_{secrets.token_hex(8)}" if shared else ONLY,
        lane=players.lane,
        limits=JobLimits(settings.missions_at_once, settings.missions_per_minute),
    )
    async with jobs:
        yield jobs


def work() -> int:
    """Hold interviews between agents until SIGINT or SIGTERM; others go on with what is not over."""
    settings = configuration.load()
    if not settings.database.get_secret_value():
        raise OperatorFault(
            "processes that share interviews need PostgreSQL: set GREENROOM_DATABASE; with SQLite "
            "greenroom serve holds them"
        )
    if not settings.key_encryption_key.get_secret_value():
        raise OperatorFault(
            "interviews of circles may use keys that their owners saved with greenroom serve, and this "
            "process could open none of them: set GREENROOM_KEY_ENCRYPTION_KEY here and there to the "
            "same (docs/how-to/keys.md)"
        )
    configure(settings.log_level, personal=False)
    prepare_data(settings)
    asyncio.run(_work(settings))
    return 0


async def _work(settings: Settings) -> None:
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    store = await open_store(settings.store)
    try:
        await check_sealing(settings, store)
        ring = key_ring(settings, store)
        async with missions(settings, store, ring) as jobs, asyncio.TaskGroup() as tasks:
            say("holding interviews between agents (Ctrl-C ends)")
            looking = tasks.create_task(_look_after(store, jobs))
            await asked.wait()
            looking.cancel()
    finally:
        await store.aclose()


async def _look_after(store: Store, jobs: DurableJobs) -> None:
    while True:
        try:
            unfinished = await store.circles.unfinished()
            await jobs.put_missing([row.id for row in unfinished if row.lane is None])
            await store.circles.end_cooldowns(stamped(utc_now()))
        except GreenroomError:
            log.exception("missions_not_looked_for")
        await asyncio.sleep(LOOK_AGAIN_S)
