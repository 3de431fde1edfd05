"""Durable jobs: done once, not lost with the process that had them, and with nobody's words (O3)."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update
from tests.adapters.jobs.conftest import PATIENCE_S, QUICK, Jobs, one_lane, until
from tests.circle.test_profile import canaried

from greenroom.adapters.storage import SqlStore
from greenroom.adapters.storage.circle_tables import meeting, meeting_lease
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.agents_without_model import NobodyJudges, RuleAgent
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits
from greenroom.app.circles.holding import Holding, Players
from greenroom.circle.brief import Brief, Circle
from greenroom.circle.events import Entry, Started
from greenroom.circle.rules import Rules
from greenroom.testing.circles import EARLIER, circle_row, meeting_row


async def test_each_job_is_done_once(jobs: Jobs) -> None:
    """However often it is put in."""
    done: list[str] = []

    async def hold(meeting_id: str) -> None:
        done.append(meeting_id)

    async with jobs(hold) as queue:
        for name in ("a", "b", "a"):
            await queue.put(name)
        await until(lambda: set(done) == {"a", "b"})
        await queue.put("a")
        await queue.put_missing(["a", "b", "c"])
        await until(lambda: "c" in done)
    assert sorted(done) == ["a", "b", "c"]


async def test_a_job_that_was_running_goes_on_elsewhere(jobs: Jobs) -> None:
    """A process that stops records nothing of what it had not finished; the next one does it."""
    began, done = asyncio.Event(), asyncio.Event()

    async def endless(_: str) -> None:
        began.set()
        await asyncio.Event().wait()

    async def hold(meeting_id: str) -> None:
        assert meeting_id == "a"
        done.set()

    async with jobs(endless) as queue:
        await queue.put("a")
        await began.wait()
    async with jobs(hold, name="two"):
        async with asyncio.timeout(PATIENCE_S):
            await done.wait()


async def test_a_job_that_fails_is_not_done_again(jobs: Jobs, store: SqlStore) -> None:
    """A fault of ours ends the job; nothing is kept of its words."""
    tried: list[str] = []

    async def hold(meeting_id: str) -> None:
        tried.append(meeting_id)
        raise ValueError("what somebody said")

    async with jobs(hold) as queue:
        await queue.put("a")
        await until(lambda: bool(tried) and queue.running == 0)
        await queue.put("b")
        await until(lambda: len(tried) == 2 and queue.running == 0)
    assert tried == ["a", "b"]
    assert "what somebody said" not in await queued(store)


async def test_what_a_dead_process_held_is_taken_over(jobs: Jobs, store: SqlStore) -> None:
    """When its lease is over, and not before."""
    done = asyncio.Event()

    async def hold(_: str) -> None:
        done.set()

    await store.missions.put("a", "openai")
    await store.missions.claim("dead", 60_000, at_once=4, per_minute=9)
    async with jobs(hold) as queue:
        await queue.look()
        assert not done.is_set()
        await store.missions.renew("dead", ["a"], 0)
        async with asyncio.timeout(PATIENCE_S):
            await done.wait()
        await until(lambda: queue.running == 0)


async def test_a_job_that_another_has_is_left_to_it(jobs: Jobs, store: SqlStore) -> None:
    """A process that was only slow stops, and ends nothing."""
    began = asyncio.Event()

    async def endless(_: str) -> None:
        began.set()
        await asyncio.Event().wait()

    async with jobs(endless) as queue:
        await queue.put("a")
        await began.wait()
        async with store.database.transaction() as connection:
            await connection.execute(update(meeting_lease).values(holder="another"))
        await until(lambda: queue.running == 0)
    row = await store.circles.meeting_by_id("a")
    assert row is not None
    assert row.status == "waiting"


async def test_what_an_older_release_had_queued_is_put_again(jobs: Jobs, store: SqlStore) -> None:
    """Its interviews are rows in no lane, waiting or running: none is lost with that release's own queue."""
    await store.circles.set_status("b", "running")
    await store.circles.set_status("c", "ended", "2026-01-02T10:00:00Z")
    done: list[str] = []

    async def hold(meeting_id: str) -> None:
        done.append(meeting_id)

    async with jobs(hold) as queue:
        await queue.put_missing(["a", "b", "c"])
        await until(lambda: len(done) == 2 and queue.running == 0)
        await queue.look()
    assert sorted(done) == ["a", "b"]


async def queued(store: SqlStore) -> str:
    """Every column of the rows that are the queue."""
    found = [await store.database.rows(select(table)) for table in (meeting, meeting_lease)]
    return str(found)


async def test_nobodys_words_are_in_the_queue(capfd: pytest.CaptureFixture[str]) -> None:
    """After whole interviews between people with a word of their own in every private place, no row of the
    queue and no output holds one, nor a message; the store's log holds them."""
    owner, owners = canaried("owner")
    visitor, visitors = canaried("visitor")
    store = MemoryStore()
    await store.circles.create(circle_row("c"))
    brief = Brief(owner, visitor, Circle("somebody to climb with"), {}, "a mission")
    row = meeting_row("m", "c")
    await store.circles.admit(row, Entry(0, Started("m", brief, Rules())), EARLIER)
    plain = RuleAgent()
    players = Players(plain, plain, NobodyJudges())

    async def pause(_: float) -> None:
        pass

    holding = Holding(store.circles, players, lambda: datetime(2026, 1, 3, tzinfo=UTC), pause)
    async with DurableJobs(
        store.missions, holding, name="a", lane=one_lane, limits=JobLimits(1, 9), pace=QUICK
    ) as queue:
        await queue.put("m")
        async with asyncio.timeout(PATIENCE_S):
            while await store.circles.unfinished():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    kept = await queued(store)
    told = "".join(capfd.readouterr())
    assert "openai" in kept
    for word in (*owners, *visitors, "climb with"):
        assert word not in kept + told
    assert owners[0] in str(await store.circles.written("m"))
