"""Counters of several processes in one Redis: what they share, what Redis learns, and what happens without it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
import structlog
from redis.asyncio import Redis
from starlette.requests import HTTPConnection
from structlog.typing import EventDict
from tests.adapters.counters.conftest import PATIENT_S, SECRET, Clock, Processes
from tests.support.redis_server import RedisProcess

from greenroom.adapters.counters.redis import PAUSE_S, WAIT_S, RedisCounters
from greenroom.app.ports import Counters, Refused
from greenroom.web.owners import new_owner
from greenroom.web.rate_limits import FRESH_S, RateLimits

ADDRESS = "192.0.2.7"


def caller(host: str = ADDRESS) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1), "headers": []})


def rates(counters: Counters, clock: Clock, people: int = 10) -> RateLimits:
    return RateLimits(
        counters,
        interviews_per_minute=20,
        requests_per_minute=100,
        documents_per_minute=120,
        people_per_address=people,
        clock=clock,
    )


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    with structlog.testing.capture_logs() as records:
        yield records


def events(logged: list[EventDict]) -> list[str]:
    return [record["event"] for record in logged]


async def test_processes_count_together(processes: Processes) -> None:
    """What one counts the other goes on with; who has another secret counts apart."""
    one, other = processes.another(), processes.another()
    assert [await one.add("a", 60), await other.add("a", 60)] == [1, 2]
    assert await processes.another(b"another secret, as long as that one").add("a", 60) == 1
    await one.clear("a")
    assert await other.add("a", 60) == 1


async def test_an_owner_known_to_one_process_is_known_to_all(processes: Processes) -> None:
    """It does not count as new, by its address, in the process to which it comes later."""
    clock, known = processes.clock, new_owner()
    await rates(processes.another(), clock, people=1).count("request", caller(), known)
    clock.now += FRESH_S
    there = rates(processes.another(), clock, people=1)
    for _ in range(9):
        await there.count("request", caller(), new_owner())
    with pytest.raises(Refused):
        await there.count("request", caller(), new_owner())
    await there.count("request", caller(), known)


async def test_one_wording_at_a_time_in_all_processes(processes: Processes) -> None:
    """While one is under way another process refuses; then it does not."""
    one = rates(processes.another(), processes.clock)
    other = rates(processes.another(), processes.clock)
    owner = new_owner()
    async with one.wording(caller(), owner):
        with pytest.raises(Refused) as refused:
            async with other.wording(caller(), owner):
                pass
        assert refused.value.status == 409
    async with other.wording(caller(), owner):
        pass


async def test_redis_learns_no_owner_and_no_address(processes: Processes) -> None:
    """Neither keys nor values hold them; every key goes by itself."""
    limits, owner = rates(processes.another(), processes.clock, people=100), new_owner()
    await limits.count("request", caller(), owner)
    await limits.count("request", caller(), None)
    await limits.count_shared(caller())
    await limits.count_mail(caller(), owner)
    async with limits.wording(caller(), owner), Redis.from_url(processes.server.url) as redis:
        keys = await redis.keys()
        told = b" ".join([*keys, *[await redis.get(key) for key in keys]])
        lives = [await redis.ttl(key) for key in keys]
    assert len(keys) >= 8
    assert all(key.startswith(b"greenroom:") for key in keys)
    assert ADDRESS.encode() not in told
    assert owner.encode() not in told
    assert min(lives) > 0


async def test_a_redis_that_dies(processes: Processes, logged: list[EventDict]) -> None:
    """Requests are counted in memory from then on, and together again once it is back. One line each time."""
    one, other = processes.another(), processes.another()
    assert [await one.add("a", 60), await other.add("a", 60)] == [1, 2]
    processes.server.stop()
    assert [await one.add("a", 60) for _ in range(3)] == [1, 2, 3]
    assert await one.first_seen("b", 7.0) == 7.0
    assert events(logged) == ["redis_away"]
    processes.server.start()
    assert await one.add("a", 60) == 4, "it is not asked again at once"
    processes.clock.now += PAUSE_S
    assert [await one.add("a", 60), await other.add("a", 60)] == [1, 2]
    assert events(logged) == ["redis_away", "redis_back"]


async def test_a_redis_that_does_not_answer(processes: Processes, logged: list[EventDict]) -> None:
    """Nobody waits for it for long, however many ask; after the pause one caller tries, and no other."""
    counters = processes.another(wait_s=WAIT_S)
    processes.server.freeze()
    found = await asyncio.gather(*(counters.add("a", 60) for _ in range(100)))
    assert sorted(found) == list(range(1, 101))
    processes.clock.now += PAUSE_S
    trying = asyncio.ensure_future(counters.add("a", 60))
    await asyncio.sleep(0)
    assert await counters.add("a", 60) == 101
    assert not trying.done()
    assert await trying == 102
    processes.server.stop()
    assert events(logged) == ["redis_away"]


async def test_a_wording_over_an_outage(processes: Processes) -> None:
    """One that began while Redis was away holds nobody up once it is over."""
    clock, owner = processes.clock, new_owner()
    limits = rates(processes.another(), clock)
    processes.server.stop()
    async with limits.wording(caller(), owner):
        processes.server.start()
        clock.now += PAUSE_S
    processes.server.stop()
    async with limits.wording(caller(), owner):
        pass


async def test_a_password(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> None:
    """With the right one it counts; with a wrong one it counts in memory. It is in no record."""
    server = RedisProcess(tmp_path_factory.mktemp("redis"), "--requirepass", "p/w?of tests")
    server.start()
    written = server.url.replace("//", "//:{}@")
    right = RedisCounters(
        written.format("p%2Fw%3Fof%20tests"), SECRET, clock=clock, wait_s=PATIENT_S
    )
    wrong = RedisCounters(written.format("wr0ng"), SECRET, clock=clock, wait_s=PATIENT_S)
    try:
        with structlog.testing.capture_logs() as records:
            assert await right.check()
            assert not await wrong.check()
            assert await wrong.add("a", 60) == 1
        assert [await right.add("a", 60), await right.add("a", 60)] == [1, 2]
        assert events(records) == ["redis_away"]
        assert "wr0ng" not in repr(records) + str(records[0]["exc_info"])
    finally:
        await right.aclose()
        await wrong.aclose()
        server.stop()


async def test_nothing_is_left_running(processes: Processes) -> None:
    """After it is closed: no task, although many asked at once."""
    counters = processes.another()
    await asyncio.gather(*(counters.add("a", 60) for _ in range(100)))
    await counters.aclose()
    assert asyncio.all_tasks() == {asyncio.current_task()}
