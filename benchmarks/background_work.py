"""What the two forms of background work cost: durable jobs on DBOS, and requests claimed by leases.

python -m benchmarks.background_work [--quick]

Each is put one after the other, and timed until this process begins it.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
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
from greenroom.adapters.jobs import DurableJobs, JobLimits
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.app.ports import InterviewRow, Judge, ScorecardRow, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.testing.ended import STORY, keep_ended
from greenroom.testing.postgresql import postgres_server

COMMAND: Final = "python -m benchmarks.background_work"
WHOLE, QUICK = 40, 8
IMPORT: Final = """
import time
began = time.perf_counter()
import greenroom.adapters.storage{}
print(time.perf_counter() - began, *open("/proc/self/statm").read().split()[1:2])
"""


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


async def jobs(store: SqlStore, where: Path | str, pieces: int) -> tuple[list[float], int]:
    """Seconds until each began, and the connections that DBOS holds."""
    begun, before = Begun(), _connections(where)
    limits = JobLimits(at_once=4, per_minute=10**6)
    queue = DurableJobs(where, store.executors, begun, name="one", lane=_lane, limits=limits)
    async with queue:
        times = await _timed(lambda number: queue.put(f"met_{number}"), begun, pieces)
        return times, _connections(where) - before


async def claims(store: SqlStore, where: Path | str, pieces: int) -> tuple[list[float], int]:
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


def _imported(beside: str) -> tuple[float, float]:
    """Seconds and MB of a new process that imports the storage, and this beside it."""
    command = [sys.executable, "-c", IMPORT.format(beside)]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    seconds, pages = map(float, told.split())
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def _both(address: Path | str, where: Path | str, pieces: int) -> str:
    store = await open_store(address)
    try:
        told = []
        for name, form in (("leases", claims), ("DBOS", jobs)):
            times, connections = await form(store, where, pieces)
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
        told = asyncio.run(_both(file / "kept.db", file / "jobs.db", pieces))
    yield Row(f"{what}, SQLite", "", told, "", COMMAND)
    with postgres_server(durable=True) as server:
        address = server.new_database()
        told = asyncio.run(_both(address, address, pieces))
    yield Row(f"{what}, PostgreSQL", "", told, "", COMMAND)
    without = _imported("")
    with_it = _imported(", dbos")
    told = f"{with_it[0] - without[0]:.1f} s and {with_it[1] - without[1]:.0f} MB more"
    yield Row("importing DBOS beside the storage", "", told, "", COMMAND)


if __name__ == "__main__":
    tell(rows)
