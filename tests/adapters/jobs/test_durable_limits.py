"""Durable jobs run within limits: so many at once, in a lane, a minute, over all processes."""

from __future__ import annotations

import asyncio

from tests.adapters.jobs.conftest import Jobs, until

from greenroom.adapters.storage import SqlStore
from greenroom.app.circles.durable_jobs import JobLimits


async def test_so_many_at_once(jobs: Jobs) -> None:
    """Never more than the limit says, and all of them in the end."""
    running: set[str] = set()
    most, done, full = 0, 0, asyncio.Event()

    async def hold(meeting_id: str) -> None:
        nonlocal most, done
        running.add(meeting_id)
        most = max(most, len(running))
        if most == 2:
            full.set()
        await full.wait()
        await asyncio.sleep(0.05)
        running.remove(meeting_id)
        done += 1

    async with jobs(hold, limits=JobLimits(2, 1_000)) as queue:
        for number in range(7):
            await queue.put(f"m{number}")
        await until(lambda: done == 7)
    assert most == 2


async def test_a_lane_holds_no_other_up(jobs: Jobs) -> None:
    """Jobs of one lane that are not done, as many as it may have, leave the others' alone: each lane has
    the limits for itself."""
    done: list[str] = []

    async def hold(meeting_id: str) -> None:
        if meeting_id.startswith("slow"):
            await asyncio.Event().wait()
        done.append(meeting_id)

    async def lane(meeting_id: str) -> str:
        return meeting_id.partition(" ")[0]

    async with jobs(hold, limits=JobLimits(2, 2), lane=lane) as queue:
        for number in range(3):
            await queue.put(f"slow {number}")
        await until(lambda: queue.running == 2)
        await queue.put_missing(["slow 0", "quick 0", "quick 1", "other 0"])
        await until(lambda: len(done) == 3 and queue.running == 2)
    assert set(done) == {"quick 0", "quick 1", "other 0"}


async def test_so_many_a_minute(jobs: Jobs) -> None:
    """What is over the rate waits."""
    done: list[str] = []

    async def hold(meeting_id: str) -> None:
        done.append(meeting_id)

    async with jobs(hold, limits=JobLimits(4, 3)) as queue:
        for number in range(5):
            await queue.put(f"m{number}")
        await until(lambda: len(done) == 3)
        await queue.look()
        assert len(done) == 3


async def test_limits_hold_over_two_processes(jobs: Jobs) -> None:
    """Both claim at once, and again whenever one of theirs ends: together they hold no more than one would, and
    no job twice."""
    running: set[str] = set()
    done: list[str] = []
    most, full = 0, asyncio.Event()

    async def hold(meeting_id: str) -> None:
        nonlocal most
        assert meeting_id not in running
        running.add(meeting_id)
        most = max(most, len(running))
        if most == 3:
            full.set()
        await full.wait()
        await asyncio.sleep(0.02)
        running.remove(meeting_id)
        done.append(meeting_id)

    limits = JobLimits(3, 10)
    async with jobs(hold, limits=limits) as one, jobs(hold, name="two", limits=limits) as two:
        for number in range(6):
            await asyncio.gather(one.put(f"m{number}"), two.put(f"m{11 - number}"))
        await until(lambda: len(done) == 10)
        await asyncio.gather(one.look(), two.look())
    assert len(done) == len(set(done)) == 10
    assert most == 3


async def test_an_interview_that_is_erased_frees_no_place(jobs: Jobs, store: SqlStore) -> None:
    """As long as whoever holds it has not noticed, it counts."""
    began: list[str] = []

    async def hold(meeting_id: str) -> None:
        began.append(meeting_id)
        await asyncio.Event().wait()

    async with jobs(hold, limits=JobLimits(1, 1_000)) as queue:
        await queue.put("a")
        await until(lambda: began == ["a"])
        await store.circles.delete_meeting("a")
        await queue.put("b")
        await queue.look()
        assert began == ["a"]
