"""How many jobs a worker takes."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from livekit.agents import JobRequest
from livekit.agents.job import JobAcceptArguments
from livekit.protocol import agent

from greenroom.bootstrap.fitness import Fitness
from greenroom.bootstrap.worker import _taker
from greenroom.observability.metrics import Metrics


class Offers:
    """Jobs that the LiveKit server offers; one that is accepted has a process a moment later."""

    def __init__(self) -> None:
        self.active_jobs: list[SimpleNamespace] = []
        self.draining = False
        self.refused: list[str] = []

    def request(self, name: str) -> JobRequest:
        job = agent.Job(id=name)

        async def accept(_: JobAcceptArguments) -> None:
            await asyncio.sleep(0)
            self.active_jobs.append(SimpleNamespace(job=job))

        async def reject(_terminate: bool) -> None:
            self.refused.append(name)

        return JobRequest(job=job, on_reject=reject, on_accept=accept)


async def test_jobs_that_come_at_once_are_no_more_than_it_holds() -> None:
    """One that is accepted and has no process yet counts; one that ended does not."""

    async def well() -> None:
        await asyncio.sleep(0)

    offers = Offers()
    fitness = Fitness(well, lambda: False, lambda: True)
    take = _taker(offers, 2, Metrics(), fitness)  # type: ignore[arg-type]
    await asyncio.gather(*(take(offers.request(f"j{number}")) for number in range(5)))
    assert [one.job.id for one in offers.active_jobs] == ["j0", "j1"]
    assert sorted(offers.refused) == ["j2", "j3", "j4"]
    offers.active_jobs.pop()
    await take(offers.request("j5"))
    assert [one.job.id for one in offers.active_jobs] == ["j0", "j5"]
