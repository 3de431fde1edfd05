"""A worker that takes no job leaves it to the others, as a real LiveKit server sees it (O2)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from livekit import api
from livekit.agents import AgentServer, JobContext, JobExecutorType, JobRequest

from greenroom.bootstrap.fitness import Fitness
from greenroom.bootstrap.worker import ASKED_ALWAYS, _taker
from greenroom.observability.metrics import Metrics
from greenroom.testing.livekit import LiveKitProcess
from greenroom.testing.livekit.server import KEY, SECRET

pytestmark = [pytest.mark.rooms, pytest.mark.slow]

AGENT = "somebody"
JOBS = 12
"""The server chooses by chance: that it asks the full worker for none of them first is one in 4096."""
Answer = Callable[[JobRequest], Awaitable[Any]]


@pytest.fixture
def livekit(binary: Path, tmp_path: Path) -> Iterator[LiveKitProcess]:
    process = LiveKitProcess(binary, tmp_path)
    process.start()
    yield process
    process.stop()


@asynccontextmanager
async def worker(
    livekit: LiveKitProcess, answer: Callable[[AgentServer], Answer]
) -> AsyncIterator[None]:
    """Registered. It always says that it has room, as a worker does whose last word of its load is seconds old. What
    LiveKit's library refuses by itself is set as in the product."""

    async def hold(ctx: JobContext) -> None:
        ctx.shutdown()

    server = AgentServer(
        job_executor_type=JobExecutorType.THREAD,
        load_fnc=lambda: 0.0,
        load_threshold=ASKED_ALWAYS,
        num_idle_processes=0,
        ws_url=livekit.url,
        api_key=KEY,
        api_secret=SECRET,
        host="127.0.0.1",
        port=0,
    )
    registered = asyncio.Event()
    server.rtc_session(hold, agent_name=AGENT, on_request=answer(server))
    server.on("worker_registered", lambda *_: registered.set())
    running = asyncio.ensure_future(server.run())
    try:
        await registered.wait()
        yield
    finally:
        await server.aclose()
        await running


async def dispatch(livekit: LiveKitProcess) -> None:
    async with api.LiveKitAPI(livekit.url, KEY, SECRET) as asking:
        for number in range(JOBS):
            wanted = api.CreateAgentDispatchRequest(agent_name=AGENT, room=f"room-{number}")
            await asking.agent_dispatch.create_dispatch(wanted)


@pytest.mark.timeout(120)
async def test_a_worker_is_asked_about_each_job_also_while_others_begin(
    livekit: LiveKitProcess,
) -> None:
    """However many come at once: what is refused without asking waits for the watcher's next dispatch."""
    asked, all_asked = set[str](), asyncio.Event()

    def slow(_: AgentServer) -> Answer:
        async def answer(request: JobRequest) -> None:
            asked.add(request.room.name)
            if len(asked) == JOBS:
                all_asked.set()
            await all_asked.wait()
            await request.reject(terminate=False)

        return answer

    async with worker(livekit, slow):
        await dispatch(livekit)
        async with asyncio.timeout(30):
            await all_asked.wait()


@pytest.mark.timeout(120)
async def test_a_job_that_a_full_worker_rejects_is_offered_to_another(
    livekit: LiveKitProcess,
) -> None:
    """At once, within the same dispatch: a worker's no is no word on the job itself."""
    metrics, asked, all_asked = Metrics(), set[str](), asyncio.Event()

    async def well() -> None:
        await asyncio.sleep(0)

    def full(server: AgentServer) -> Answer:
        fitness = Fitness(well, draining=lambda: False, connected=lambda: True)
        taker: Answer = _taker(server, 0, metrics, fitness)
        return taker

    def other(_: AgentServer) -> Answer:
        async def answer(request: JobRequest) -> None:
            asked.add(request.room.name)
            if len(asked) == JOBS:
                all_asked.set()
            await request.reject(terminate=False)

        return answer

    async with worker(livekit, full), worker(livekit, other):
        await dispatch(livekit)
        async with asyncio.timeout(30):
            await all_asked.wait()
    counted = metrics.not_admitted.labels("worker_full")._value.get()
    print(f"\nrejected by the full worker: {counted:.0f} of {JOBS}")
    assert counted > 0
