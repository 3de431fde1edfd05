"""Counters in memory and in a real Redis, each with a clock that a test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tests.support.redis_server import RedisProcess

from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.adapters.counters.redis import RedisCounters
from greenroom.app.ports import Counters

PATIENT_S = 30.0
"""A busy machine is no outage."""
SECRET = b"a secret for tests alone, long enough"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisProcess]:
    found = RedisProcess(tmp_path)
    found.start()
    yield found
    found.stop()


@dataclass
class Processes:
    """Counters of several processes over one Redis."""

    server: RedisProcess
    clock: Clock
    made: list[RedisCounters] = field(default_factory=list)

    def another(self, secret: bytes = SECRET, wait_s: float = PATIENT_S) -> RedisCounters:
        counters = RedisCounters(self.server.url, secret, clock=self.clock, wait_s=wait_s)
        self.made.append(counters)
        return self.made[-1]


@pytest.fixture
async def processes(server: RedisProcess, clock: Clock) -> AsyncIterator[Processes]:
    found = Processes(server, clock)
    yield found
    for one in found.made:
        await one.aclose()


@dataclass
class Subject:
    counters: Counters
    later: Callable[[int], Awaitable[None]]
    """So many seconds pass."""


@pytest.fixture(params=["memory", "redis"])
def subject(request: pytest.FixtureRequest, clock: Clock) -> Subject:
    if request.param == "memory":

        async def pass_by(seconds: int) -> None:
            clock.now += seconds

        return Subject(MemoryCounters(clock), pass_by)
    processes: Processes = request.getfixturevalue("processes")

    async def expire(seconds: int) -> None:
        async with Redis.from_url(processes.server.url) as redis:
            for key in await redis.keys():
                await redis.pexpire(key, await redis.pttl(key) - 1_000 * seconds)

    return Subject(processes.another(), expire)
