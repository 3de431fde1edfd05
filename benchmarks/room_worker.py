"""A worker for the bots: the product's jobs, their speech replaced.

    python -m benchmarks.room_worker process|thread      LIVEKIT_* and BENCH_DATABASE in the environment

Says `registered` on standard output once it is; ends when its standard input does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import structlog
from livekit.agents import AgentServer, JobContext, JobExecutorType, JobProcess

from benchmarks.embedded_server import REPLY_S, NoProposals
from benchmarks.parts import modelless_voice
from greenroom.adapters.rooms import job
from greenroom.adapters.rooms.names import AGENT
from greenroom.adapters.rooms.relay import relayed, relaying
from greenroom.adapters.storage import open_store
from greenroom.app.ports import InterviewRow
from greenroom.bootstrap.worker import ASKED_ALWAYS, CONNECTIONS
from greenroom.interview.plan import InterviewPlan
from greenroom.session.equipment import Equipment

HERTZ = 330.0


def prepare(process: JobProcess) -> None:
    logging.getLogger("livekit").setLevel(logging.CRITICAL)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


async def hold(ctx: JobContext) -> None:
    store = await open_store(_database(), connections=0)

    @asynccontextmanager
    async def equip(_row: InterviewRow, _plan: InterviewPlan) -> AsyncIterator[Equipment]:
        yield Equipment(modelless_voice(REPLY_S, hertz=HERTZ), NoProposals())

    async with relayed(Path(os.environ["BENCH_RELAY"]), store.leases) as relay:
        await job.hold(ctx, job.JobServices(store, equip, lambda: datetime.now(UTC), relay=relay))
    await store.aclose()


def _database() -> Path | str:
    named = os.environ["BENCH_DATABASE"]
    return named if "://" in named else Path(named)


async def _work() -> None:
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as folder:
        os.environ["BENCH_RELAY"] = f"{folder}/relay"
        store = await open_store(_database(), connections=CONNECTIONS)
        async with relaying(store, Path(folder, "relay")):
            await _serve()
        await store.aclose()


async def _serve() -> None:
    server = AgentServer(
        job_executor_type=JobExecutorType(sys.argv[1]),
        setup_fnc=prepare,
        load_fnc=lambda: 0.0,
        load_threshold=ASKED_ALWAYS,
        num_idle_processes=1,
        preload_modules=["benchmarks.room_worker"],
        initialize_process_timeout=120.0,
        host="127.0.0.1",
        port=0,
    )
    server.rtc_session(hold, agent_name=AGENT)
    server.on("worker_registered", lambda *_: print("registered", flush=True))
    working = asyncio.ensure_future(server.run())
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await server.aclose()
    await working


if __name__ == "__main__":
    logging.getLogger("livekit").setLevel(logging.CRITICAL)
    asyncio.run(_work())
