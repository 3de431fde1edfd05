"""Durable jobs: done once, within limits, and not lost with the process that had them (O3)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select, update
from tests.circle.test_profile import canaried

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.storage.circle_tables import meeting, meeting_lease
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.agents_without_model import NobodyJudges, RuleAgent
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits, Lane, Pace
from greenroom.app.circles.holding import Holding, Players
from greenroom.app.ports import Missions
from greenroom.circle.brief import Brief, Circle
from greenroom.circle.events import Entry, Started
from greenroom.circle.rules import Rules
from greenroom.testing.circles import EARLIER, circle_row, meeting_row, started
from greenroom.testing.postgresql import PostgresServer, postgres_server

QUICK = Pace(look_s=0.05, beat_s=0.1, ttl_ms=60_000)
PATIENCE_S = 60.0
NAMES = (
    *("a", "b", "c", "slow 0", "slow 1", "slow 2", "quick 0", "quick 1", "other 0"),
    *(f"m{number}" for number in range(12)),
)

Jobs = Callable[..., Any]


class Looked:
    """Missions that count how often it was looked for something to begin."""

    def __init__(self, missions: Missions) -> None:
        self._missions, self.looks = missions, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._missions, name)

    async def claim(self, *asked: Any, **limits: Any) -> str | None:
        found = await self._missions.claim(*asked, **limits)
        self.looks += 1
        return found


class Watched(DurableJobs):
    """Jobs whose looks can be waited for: what is not begun in several is not begun at all."""

    def __init__(self, missions: Missions, *given: Any, **named: Any) -> None:
        self._looked = Looked(missions)
        super().__init__(cast("Missions", self._looked), *given, **named)

    async def look(self, times: int = 3) -> None:
        enough = self._looked.looks + times
        await until(lambda: self._looked.looks >= enough)


async def one_lane(_: str) -> str:
    return "openai"


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "greenroom.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
async def store(place: Path | str) -> AsyncIterator[SqlStore]:
    """With every interview that a test here names, in no lane yet."""
    opened = await open_store(place)
    await opened.circles.create(circle_row("cir"))
    for name in NAMES:
        await opened.circles.admit(meeting_row(name, "cir"), started(name), EARLIER)
    yield opened
    await opened.aclose()


@pytest.fixture
def jobs(store: SqlStore, place: Path | str) -> Jobs:
    """Jobs of one process, with a store of its own where it has another name."""

    @asynccontextmanager
    async def opened(
        hold: Callable[[str], Awaitable[None]],
        name: str = "one",
        limits: JobLimits | None = None,
        lane: Lane = one_lane,
    ) -> AsyncIterator[Watched]:
        mine = store if name == "one" else await open_store(place)
        made = Watched(
            mine.missions,
            hold,
            name=name,
            lane=lane,
            limits=limits or JobLimits(4, 1_000),
            pace=QUICK,
        )
        try:
            async with made:
                yield made
        finally:
            if mine is not store:
                await mine.aclose()

    return opened


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():  # noqa: ASYNC110
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
        await queue.look()
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
