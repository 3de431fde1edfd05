"""Interviews between agents as durable jobs: two processes on PostgreSQL, one killed half way.

python -m benchmarks.missions [--quick]

Every call of an agent or a judge takes 20 ms, as a very quick model would, and is counted. In the end
each interview must have been held once: its log whole, its line told once.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.table import Row, tell
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits, Pace
from greenroom.app.circles.holding import Holding, Players
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.events import Notified, TurnCommitted
from greenroom.circle.rules import Rules
from greenroom.circle.state import folded
from greenroom.testing.circles import circle_row, meeting_row, started
from greenroom.testing.postgresql import PostgresServer, postgres_server

COMMAND: Final = "python -m benchmarks.missions"
WHOLE, QUICK = 1_000, 60
CALL_S: Final = 0.02
AT_ONCE: Final = 16
LOOK_S: Final = 0.05
PACE: Final = Pace(look_s=0.2, beat_s=0.5, ttl_ms=5_000)
CALLS: Final = 9
"""Of one interview: eight messages and a judgement."""
EARLIER: Final = "2000-01-01T00:00:00Z"
LINE: Final = "Somebody nearby would play on Sunday."


class Counted:
    """Agents and a judge who always say the same; each call is a byte in a file that processes share."""

    def __init__(self, calls: Path) -> None:
        self._file = os.open(calls, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        await self._called()
        return json.dumps({"as_user_message": f"{call.side} says {call.turn}"})

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        await self._called()
        evidence = [{"id": "m1", "quote": "owner says 1"}, {"id": "m2", "quote": "visitor says 1"}]
        return json.dumps({"verdict": "yes", "evidence": evidence, "notification": LINE})

    async def _called(self) -> None:
        os.write(self._file, b".")
        await asyncio.sleep(CALL_S)


async def work(address: str, calls: Path) -> None:
    """What each process does, until it is killed or its input ends."""
    store = await open_store(address)
    said = Counted(calls)
    holding = Holding(store.circles, Players(said, said, said), _now, asyncio.sleep)
    jobs = DurableJobs(
        store.missions,
        holding,
        name=f"exe_{secrets.token_hex(8)}",
        lane=_one_lane,
        limits=JobLimits(AT_ONCE, 10**6),
        pace=PACE,
    )
    async with AsyncExitStack() as left:
        left.push_async_callback(store.aclose)
        await left.enter_async_context(jobs)
        await jobs.put_missing([row.id for row in await store.circles.unfinished()])
        await asyncio.to_thread(sys.stdin.read)


async def _one_lane(meeting_id: str) -> str:
    return "none"


@dataclass(frozen=True, slots=True)
class Found:
    """What came of so many interviews."""

    missions: int
    seconds: float
    killed_at: int
    """How many were over when one process was killed."""
    whole: int
    """Logs with every turn once, a verdict, and one line told."""
    lines: int
    calls: int

    @property
    def lost_or_doubled(self) -> int:
        return (self.missions - self.whole) + abs(self.missions - self.lines)

    @property
    def repeated(self) -> int:
        """Calls that had been made, and whose answer was lost with the process."""
        return self.calls - CALLS * self.missions


async def run(server: PostgresServer, missions: int) -> Found:
    address = server.new_database()
    store = await open_store(address)
    with tempfile.TemporaryDirectory() as directory:
        calls = Path(directory) / "calls"
        await _admit(store, missions)
        workers = [_worker(address, calls) for _ in range(2)]
        try:
            await _until(store, 1)
            began = time.monotonic()
            killed_at = await _until(store, missions // 2)
            workers[1].send_signal(signal.SIGKILL)
            await _until(store, missions)
            seconds = time.monotonic() - began
        finally:
            for worker in workers:
                worker.communicate()
        whole = [await _is_whole(store, f"met_{n}") for n in range(missions)]
        lines = len(await store.circles.notices("owner-1"))
        count = calls.stat().st_size
    await store.aclose()
    return Found(missions, seconds, killed_at, sum(whole), lines, count)


def _worker(address: str, calls: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "benchmarks.missions", "--work", address, str(calls)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)


async def _admit(store: SqlStore, missions: int) -> None:
    await store.circles.create(circle_row("cir"))
    for number in range(missions):
        name = f"met_{number}"
        await store.circles.admit(meeting_row(name, "cir"), started(name), EARLIER)


async def _over(store: SqlStore) -> int:
    return sum(row.status == "ended" for row in await store.circles.meetings("cir"))


async def _until(store: SqlStore, wanted: int) -> int:
    """Wait until so many are over; returns how many are."""
    while (over := await _over(store)) < wanted:  # noqa: ASYNC110 - other processes write it
        await asyncio.sleep(LOOK_S)
    return over


async def _is_whole(store: SqlStore, meeting_id: str) -> bool:
    entries = [written.entry for written in await store.circles.written(meeting_id)]
    turns = [e.event.message for e in entries if isinstance(e.event, TurnCommitted)]
    wanted = [f"{side} says {n}" for n in range(1, 5) for side in ("owner", "visitor")]
    told = sum(isinstance(entry.event, Notified) for entry in entries)
    return turns == wanted and told == 1 and folded(entries).notified


def _now() -> datetime:
    return datetime.now(UTC)


def rows(*, quick: bool) -> Iterator[Row]:
    with postgres_server(durable=True) as server:
        found = asyncio.run(run(server, QUICK if quick else WHOLE))
    yield Row(
        f"{found.missions} interviews between agents as durable jobs, two processes on PostgreSQL, "
        "one killed half way",
        "none lost or doubled",
        f"{found.lost_or_doubled} lost or doubled, {found.lines} lines told, {found.repeated} of "
        f"{found.calls} calls made again, {found.seconds:.0f} s",
        f"killed when {found.killed_at} were over; {AT_ONCE} at once, "
        f"{CALL_S * 1000:.0f} ms a call",
        COMMAND,
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        asyncio.run(work(sys.argv[2], Path(sys.argv[3])))
    else:
        tell(rows)
