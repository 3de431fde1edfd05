"""How long background work waits: interviews between agents, and scorecards.

python -m benchmarks.background_work [--quick]

Each is put one after the other, and timed until this process begins it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from sqlalchemy import create_engine, text

from benchmarks.table import Row, quantile, tell
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits
from greenroom.app.ports import InterviewRow, Judge, ScorecardRow, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.testing.circles import EARLIER, circle_row, meeting_row, started
from greenroom.testing.ended import STORY, keep_ended
from greenroom.testing.postgresql import postgres_server

COMMAND: Final = "python -m benchmarks.background_work"
WHOLE, QUICK = 40, 8


class Begun:
    """Tells when a piece of work has begun, and does none of it."""

    def __init__(self) -> None:
        self.now = asyncio.Event()

    async def __call__(self, meeting_id: str) -> None:
        self.now.set()

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        self.now.set()
        raise UpstreamFault("none", UpstreamCause.TIMEOUT, retryable=False)
        yield


async def _timed(put: Callable[[int], Awaitable[None]], begun: Begun, pieces: int) -> list[float]:
    found = []
    for number in range(pieces):
        begun.now.clear()
        began = time.perf_counter()
        await put(number)
        await begun.now.wait()
        found.append(time.perf_counter() - began)
    return found


async def _lane(meeting_id: str) -> str:
    return "none"


async def interviews(store: SqlStore, where: Path | str, pieces: int) -> tuple[list[float], int]:
    """Seconds until each began, and the connections that are open beside the one that asks."""
    begun, before = Begun(), _connections(where)
    limits = JobLimits(at_once=4, per_minute=10**6)
    queue = DurableJobs(store.missions, begun, name="one", lane=_lane, limits=limits)
    await store.circles.create(circle_row("cir"))
    for number in range(pieces):
        name = f"met_{number}"
        await store.circles.admit(meeting_row(name, "cir"), started(name), EARLIER)
    async with queue:
        times = await _timed(lambda number: queue.put(f"met_{number}"), begun, pieces)
        return times, _connections(where) - before


async def scorecards(store: SqlStore, where: Path | str, pieces: int) -> tuple[list[float], int]:
    """The same with a scorecard's request, which a lease of its interview claims."""
    begun, before = Begun(), _connections(where)
    worker = ScorecardWorker(store, begun, holder="one")
    for number in range(pieces):
        await keep_ended(store, STORY, id=f"int_{number}")

    async def put(number: int) -> None:
        asked_at = datetime.now(UTC).isoformat()
        await store.scorecards.ask(ScorecardRow(f"int_{number}", "star", "", asked_at))
        worker.look()

    working = asyncio.create_task(worker.work())
    try:
        return await _timed(put, begun, pieces), max(0, _connections(where) - before)
    finally:
        working.cancel()
        await asyncio.wait((working,))


def _connections(where: Path | str) -> int:
    if isinstance(where, Path):
        return 0
    engine = create_engine(where.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        asked = text("select count(*) from pg_stat_activity where pid <> pg_backend_pid()")
        count = int(connection.execute(asked).scalar_one())
    engine.dispose()
    return count


async def _both(address: Path | str, pieces: int) -> str:
    store = await open_store(address)
    try:
        told = []
        for name, form in (("scorecards", scorecards), ("interviews between agents", interviews)):
            times, connections = await form(store, address, pieces)
            told.append(
                f"{name} {1000 * median(times):.0f} ms (p95 {1000 * quantile(times, 0.95):.0f} ms), "
                f"{connections} connections more"
            )
        return "; ".join(told)
    finally:
        await store.aclose()


def rows(*, quick: bool) -> Iterator[Row]:
    pieces, what = QUICK if quick else WHOLE, "from putting work to beginning it"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder)
        told = asyncio.run(_both(file / "kept.db", pieces))
    yield Row(f"{what}, SQLite", "", told, "", COMMAND)
    with postgres_server(durable=True) as server:
        address = server.new_database()
        told = asyncio.run(_both(address, pieces))
    yield Row(f"{what}, PostgreSQL", "", told, "", COMMAND)


if __name__ == "__main__":
    tell(rows)
