"""Jobs over a store on both databases, with interviews to hold."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from tests.support.databases import empty_sqlite

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits, Lane, Pace
from greenroom.app.ports import Missions
from greenroom.testing.circles import EARLIER, circle_row, meeting_row, started
from greenroom.testing.postgresql import PostgresServer

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


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return empty_sqlite(tmp_path / "greenroom.db")
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
