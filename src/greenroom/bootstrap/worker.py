"""`greenroom worker`: holds interviews in LiveKit rooms, one process for each.

A worker registers with the LiveKit server under a name, so that only dispatches of ours reach it. The
job process takes everything from the store, by the interview's id. Its models are loaded before it is
forked, once for all (`shared_models`), and two processes always wait.
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, aclosing, asynccontextmanager, closing, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import structlog
from livekit.agents import AgentServer, JobContext, JobExecutorType, JobProcess, JobRequest

from greenroom import settings as configuration
from greenroom.adapters.rooms.names import AGENT, PROBE
from greenroom.adapters.rooms.relay import relayed, relaying
from greenroom.adapters.storage import open_store
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.clock import utc_now
from greenroom.bootstrap.fitness import Fitness, database_fits
from greenroom.bootstrap.freeze_gc import freeze
from greenroom.bootstrap.kept_secrets import check_sealing
from greenroom.bootstrap.output import configure_output, say
from greenroom.data_directory import prepare_data
from greenroom.observability import worker_metrics
from greenroom.observability.metrics import Metrics
from greenroom.settings import Settings

IDLE: Final = 2
"""Processes that wait, so that a job begins at once."""
DRAIN_S: Final = 2 * 3600
"""How long a worker that was asked to stop waits for its interviews."""
ASKED_ALWAYS: Final = math.inf
"""Load from which LiveKit's library refuses jobs before `_taker` is asked: none. It guesses what jobs weigh that begin, and
an empty worker refused the third of those that came at once. A load of 1 keeps the server from asking."""
FOREVER: Final = 1_000_000
"""Tries to reach a LiveKit server that is away."""
RELAY: Final = "WORKER_RELAY"
"""Where jobs find their worker: what the worker tells them. Not named like a setting, which it is not."""
NOT_LOADED: Final = "LIVEKIT_AGENTS_PRELOAD_LOCAL_INFERENCE"
"""LiveKit's name for whether it loads its own models for all jobs: 224 MB that no interview uses."""
CONNECTIONS: Final = 1
"""To PostgreSQL, of a worker: what all its jobs ask takes a few milliseconds, and what takes longer is passed over another."""
SHARED: Final = (
    "greenroom.adapters.rooms.job",
    "greenroom.adapters.speech.local_speech",
    "greenroom.adapters.understanding.composition",
    "greenroom.bootstrap.equipment",
    "greenroom.bootstrap.shared_models",
)
"""Imported once, in the process that job processes are forked from. The last one loads the models."""

log = structlog.get_logger("greenroom.worker")


def main(host: str, port: int, metrics_port: int | None) -> int:
    """Work until SIGTERM or SIGINT, then finish what is running; a second one does not wait."""
    settings = configuration.load()
    livekit = configuration.livekit()
    if livekit is None:
        raise OperatorFault(
            "a worker needs a LiveKit server: set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET"
        )
    configure_output(settings)
    prepare_data(settings)
    os.environ.setdefault(NOT_LOADED, "0")
    reached: list[bool] = []
    """Not empty once the LiveKit server knows this worker."""
    fitness = Fitness(
        look=partial(database_fits, settings.store),
        draining=lambda: server.draining,
        connected=lambda: bool(reached),
    )
    server = AgentServer(
        job_executor_type=JobExecutorType.PROCESS,
        setup_fnc=prepare,
        load_fnc=_load_of(settings.at_most, worker_metrics.add_up, lambda: fitness.unwilling),
        load_threshold=ASKED_ALWAYS,
        num_idle_processes=min(IDLE, settings.at_most),
        preload_modules=[*SHARED],
        initialize_process_timeout=120.0,
        shutdown_process_timeout=30.0,
        drain_timeout=DRAIN_S,
        max_retry=FOREVER,
        ws_url=livekit.url,
        api_key=livekit.api_key,
        api_secret=livekit.api_secret.get_secret_value(),
        host=host,
        port=port,
    )
    metrics = Metrics()
    server.rtc_session(
        hold, agent_name=AGENT, on_request=_taker(server, settings.at_most, metrics, fitness)
    )
    server.on("worker_registered", lambda *_: reached.append(True))
    with ExitStack() as left:
        counted = worker_metrics.folder()
        if metrics_port is not None and counted is not None:
            left.callback(worker_metrics.forget)
            gathered = worker_metrics.Gathered(
                counted, lambda: len(server.active_jobs), settings.at_most
            )
            at = left.enter_context(
                worker_metrics.served(host, metrics_port, gathered, lambda: fitness.why_not)
            )
            say(f"metrics on http://{host}:{at}/metrics")
        asyncio.run(_work(server, settings, fitness))
    return 0


async def _work(server: AgentServer, settings: Settings, fitness: Fitness) -> None:
    # brings its tables up to date, once and not in each job
    async with aclosing(await open_store(settings.store)) as store:
        await check_sealing(settings, store)
    async with relaying_jobs(settings):
        await _until_asked(server, fitness)


@asynccontextmanager
async def relaying_jobs(settings: Settings) -> AsyncIterator[None]:
    """One store for what all jobs ask again and again. Where there are no Unix sockets each asks itself."""
    if not hasattr(asyncio, "start_unix_server"):
        yield
        return
    with TemporaryDirectory(prefix="greenroom-worker-") as folder:
        at = Path(folder, "relay")
        store = await open_store(settings.store, connections=CONNECTIONS)
        async with aclosing(store), relaying(store, at):
            os.environ[RELAY] = str(at)  # jobs inherit it
            yield


async def _until_asked(server: AgentServer, fitness: Fitness) -> None:
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    working = loop.create_task(server.run())
    server.on("worker_registered", lambda *_: say("registered; interviews can be held"))

    def stop() -> None:
        if asked.is_set():
            working.cancel()
        asked.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    ending = loop.create_task(_end(server, asked))
    looking = loop.create_task(fitness.keep_looking())
    try:
        await asyncio.wait((working, ending), return_when=asyncio.FIRST_COMPLETED)
    finally:
        ending.cancel()
        looking.cancel()
        await server.aclose()
    if not working.cancelled():
        await working


async def _end(server: AgentServer, asked: asyncio.Event) -> None:
    await asked.wait()
    say(f"finishing {len(server.active_jobs)} interviews; once more: stop now")
    await server.drain()


def prepare(process: JobProcess) -> None:
    """Before a job process has a job: have the models, and forget what no job needs."""
    from greenroom.bootstrap.shared_models import models

    os.environ.pop("LIVEKIT_API_SECRET", None)
    settings = configuration.load()
    configure_output(settings)
    process.userdata["settings"], process.userdata["models"] = settings, models(settings)
    freeze()


async def hold(ctx: JobContext) -> None:
    """One interview, in a process of its own."""
    from greenroom.adapters.rooms import job
    from greenroom.bootstrap.interview_services import interview_services

    if ctx.job.metadata == PROBE:  # the doctor only wants to know whether somebody is there
        ctx.shutdown("probe")
        return
    settings: Settings = ctx.proc.userdata["settings"]
    models = ctx.proc.userdata["models"]
    at = os.environ.get(RELAY)
    with closing(models):
        store = await open_store(settings.store, connections=1 if at is None else 0)
        line = nullcontext() if at is None else relayed(Path(at), store.leases)
        async with (
            aclosing(store),
            interview_services(settings, store) as services,
            line as relay,
        ):
            await job.hold(
                ctx,
                job.JobServices(
                    store=store,
                    equip=services.equip(models),
                    papers=services.preparation.background,
                    circumstances=services.circumstances,
                    now=utc_now,
                    watch=services.observer,
                    relay=relay,
                ),
            )


def _load_of(capacity: int, asked: Callable[[], None], why_not: Callable[[], str | None]) -> Any:
    """The machine's load says little about interviews, and would refuse them beside other work. `asked`
    is called each time, every few seconds. A worker that cannot work is full."""

    def load(server: AgentServer) -> float:
        asked()
        if why_not() is not None:
            return 1.0
        return min(1.0, len(server.active_jobs) / capacity)

    return load


def _taker(server: AgentServer, capacity: int, metrics: Metrics, fitness: Fitness) -> Any:
    """Load is reported now and then: two jobs that come at once could be one too many. Those that were
    accepted and have no process yet count."""
    taking: set[str] = set()

    async def take(request: JobRequest) -> None:
        held = {one.job.id for one in server.active_jobs} | taking
        if len(held - {request.id}) >= capacity:
            await _reject(request, "worker_full", metrics)
            return
        taking.add(request.id)
        try:
            why = await fitness.renew()
            if why is None:
                await request.accept()
                return
        finally:
            taking.discard(request.id)
        cause = "worker_draining" if server.draining else "worker_unfit"
        log.warning("job_not_taken", cause=cause, why=why)
        await _reject(request, cause, metrics)

    return take


async def _reject(request: JobRequest, cause: str, metrics: Metrics) -> None:
    metrics.not_admitted.labels(cause).inc()
    await request.reject(terminate=False)  # else no other worker is asked
