"""Durable jobs on DBOS: done once, within limits, and not lost with the process that had them (O3)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.circle.test_profile import canaried

from greenroom.adapters.jobs import DurableJobs, JobLimits, Pace
from greenroom.adapters.jobs.durable import Lane
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.holding import Holding, Players
from greenroom.app.circles.plain import NobodyJudges, PlainAgent
from greenroom.app.ports import OperatorFault
from greenroom.circle.brief import Brief, Circle
from greenroom.circle.events import Entry, Started
from greenroom.circle.rules import Rules
from greenroom.testing.circles import EARLIER, circle_row, meeting_row
from greenroom.testing.postgresql import PostgresServer, postgres_server

QUICK = Pace(look_s=0.05, beat_s=0.1, ttl_ms=60_000)
PATIENCE_S = 60.0

Jobs = Callable[..., Any]


async def one_lane(_: str) -> str:
    return "openai"


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "jobs.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def jobs(place: Path | str) -> Jobs:
    """Jobs at that place; processes that share it share one memory of who is alive."""
    executors = MemoryStore().executors

    @asynccontextmanager
    async def opened(
        hold: Callable[[str], Awaitable[None]],
        name: str = "one",
        limits: JobLimits | None = None,
        lane: Lane = one_lane,
    ) -> AsyncIterator[DurableJobs]:
        made = DurableJobs(
            place,
            executors,
            hold,
            name=name,
            lane=lane,
            limits=limits or JobLimits(4, 1_000),
            pace=QUICK,
        )
        async with made:
            yield made

    return opened


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():  # noqa: ASYNC110 - DBOS works in threads of its own
            await asyncio.sleep(0.02)


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


async def test_so_many_at_once(jobs: Jobs) -> None:
    """Never more than the limit says, and all of them in the end."""
    running: set[str] = set()
    most, done = 0, 0

    async def hold(meeting_id: str) -> None:
        nonlocal most, done
        running.add(meeting_id)
        most = max(most, len(running))
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
        await asyncio.sleep(20 * QUICK.look_s)
        assert len(done) == 3


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


async def test_a_job_that_fails_is_not_done_again(jobs: Jobs, place: Path | str) -> None:
    """A fault of ours ends the job; DBOS keeps its type and none of its words."""
    tried: list[str] = []

    async def hold(meeting_id: str) -> None:
        tried.append(meeting_id)
        raise ValueError("what somebody said")

    async with jobs(hold) as queue:
        await queue.put("a")
        await until(lambda: bool(tried) and queue.running == 0)
        await queue.put("b")
        await until(lambda: len(tried) == 2)
    assert tried == ["a", "b"]
    if isinstance(place, Path):
        assert "what somebody said" not in written(place.parent)


async def test_one_queue_for_a_process(jobs: Jobs) -> None:
    """A second one is refused, and the first goes on."""
    done = asyncio.Event()

    async def hold(_: str) -> None:
        done.set()

    async with jobs(hold) as queue:
        with pytest.raises(OperatorFault, match="already"):
            async with jobs(hold):
                pass
        await queue.put("a")
        async with asyncio.timeout(PATIENCE_S):
            await done.wait()


async def test_a_place_that_cannot_be_opened(tmp_path: Path) -> None:
    """Is told in a sentence."""

    async def hold(_: str) -> None:
        pass

    executors = MemoryStore().executors
    (tmp_path / "jobs.db").mkdir()
    broken = DurableJobs(
        tmp_path / "jobs.db", executors, hold, name="a", lane=one_lane, limits=JobLimits(1, 1)
    )
    with pytest.raises(OperatorFault, match="queue of jobs"):
        async with broken:
            pass


async def test_done_jobs_are_forgotten(tmp_path: Path) -> None:
    """`tidy` leaves those that were done later, and those that wait."""
    done: list[str] = []

    async def hold(meeting_id: str) -> None:
        done.append(meeting_id)

    place, executors = tmp_path / "jobs.db", MemoryStore().executors
    limits = JobLimits(4, 1)
    async with DurableJobs(
        place, executors, hold, name="a", lane=one_lane, limits=limits, pace=QUICK
    ) as queue:
        await queue.put("a")
        await until(lambda: done == ["a"] and queue.running == 0)
        await until(lambda: known(place) == [("a", "SUCCESS")])
        await queue.put("b")  # over the rate: it waits
        await queue.tidy(datetime(2000, 1, 1, tzinfo=UTC))
        assert len(known(place)) == 2
        await queue.tidy(datetime.now(UTC) + timedelta(days=1))
        assert known(place) == [("b", "ENQUEUED")]


def known(place: Path) -> list[Any]:
    with sqlite3.connect(place) as connection:
        found = connection.execute("SELECT workflow_uuid, status FROM workflow_status ORDER BY 1")
        return found.fetchall()


def written(directory: Path) -> str:
    """Every byte of every file."""
    return b"".join(path.read_bytes() for path in directory.iterdir()).decode("latin-1")


async def test_nobodys_words_are_in_the_queue(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """After whole interviews between people with a word of their own in every private place, no file
    of the queue and no output holds one, nor a message; the store's log holds them."""
    owner, owners = canaried("owner")
    visitor, visitors = canaried("visitor")
    store = MemoryStore()
    await store.circles.create(circle_row("c"))
    brief = Brief(owner, visitor, Circle("somebody to climb with"), {}, "a mission")
    row = meeting_row("m", "c")
    await store.circles.admit(row, Entry(0, Started("m", brief, Rules())), EARLIER)
    plain = PlainAgent()
    players = Players(plain, plain, NobodyJudges())

    async def pause(_: float) -> None:
        pass

    holding = Holding(store.circles, players, lambda: datetime(2026, 1, 3, tzinfo=UTC), pause)
    place = tmp_path / "jobs.db"
    async with DurableJobs(
        place, store.executors, holding, name="a", lane=one_lane, limits=JobLimits(1, 9), pace=QUICK
    ) as queue:
        await queue.put("m")
        async with asyncio.timeout(PATIENCE_S):
            while await store.circles.unfinished():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    kept = written(tmp_path)
    told = "".join(capfd.readouterr())
    assert "workflow_status" in kept
    for word in (*owners, *visitors, "climb with"):
        assert word not in kept + told
    assert owners[0] in str(await store.circles.written("m"))
