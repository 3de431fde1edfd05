"""One interview as a durable job, in processes that are killed before they write a given entry.

Run as a program: `dying.py DIRECTORY POINT …` prints, as JSON, what each killed and resumed interview
left: its log, the lines that were told, and how many calls were made in all. Each process is a fork
of this one, so that what is slow to import is imported once.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.missions import Counted

from greenroom.adapters.storage import open_store
from greenroom.adapters.storage.circle_logs import SqlCircleLog
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits, Pace
from greenroom.app.circles.holding import Holding, Players
from greenroom.circle import log as logs
from greenroom.circle.events import Entry
from greenroom.testing.circles import EARLIER, circle_row, meeting_row, started


class Dying(SqlCircleLog):
    """Kills its process instead of writing one entry."""

    at: int | None = None

    async def append(self, entry: Entry) -> None:
        if entry.seq == self.at:
            os.kill(os.getpid(), signal.SIGKILL)
        await super().append(entry)


async def hold(home: Path, at: int | None) -> None:
    store = await open_store(home / "greenroom.db")
    said = Counted(home / "calls")

    async def dying(meeting_id: str) -> SqlCircleLog:
        found = [written.entry for written in await store.circles.written(meeting_id)]
        log = Dying(store.database, meeting_id, found)
        log.at = at
        return log

    store.circles.log = dying  # type: ignore[method-assign]
    players = Players(said, said, said)
    holding = Holding(store.circles, players, lambda: datetime.now(UTC), asyncio.sleep)
    limits, pace = JobLimits(1, 1_000), Pace(look_s=0.05)
    async with DurableJobs(
        store.missions,
        holding,
        name="serve",
        lane=one_lane,
        limits=limits,
        pace=pace,
    ) as jobs:
        await jobs.put("met")
        while (row := await store.circles.meeting_by_id("met")) and row.status != "ended":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await store.aclose()


async def one_lane(_: str) -> str:
    return "x"


async def begin(home: Path) -> None:
    store = await open_store(home / "greenroom.db")
    await store.circles.create(circle_row("cir"))
    await store.circles.admit(meeting_row("met", "cir"), started("met"), EARLIER)
    await store.aclose()


async def found(home: Path) -> dict[str, Any]:
    store = await open_store(home / "greenroom.db")
    log = [logs.encode(one.entry) for one in await store.circles.written("met")]
    lines = [one.line for one in await store.circles.notices("owner-1")]
    await store.aclose()
    return {"log": log, "lines": lines, "calls": (home / "calls").stat().st_size}


def forked(work: Any) -> int:
    """Do it in a process of its own; returns how that ended."""
    child = os.fork()
    if child == 0:
        asyncio.run(work)
        os._exit(0)
    work.close()
    return os.waitpid(child, 0)[1]


def main(directory: Path, points: list[int]) -> None:
    told = {}
    for at in (None, *points):
        home = directory / str(at)
        home.mkdir()
        forked(begin(home))
        killed = 0 if at is None else forked(hold(home, at))
        ended = forked(hold(home, None))
        told[str(at)] = [killed, ended, home]
    print(json.dumps({at: [k, e, asyncio.run(found(home))] for at, (k, e, home) in told.items()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(point) for point in sys.argv[2:]])
