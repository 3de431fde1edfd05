"""Interviews as durable jobs of which some kill, hang or break whatever process holds them.

Run as a program: `poisoned.py DIRECTORY` begins one process after the other until one ends by itself,
and prints, as JSON, how many were killed and what became of each interview.
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

from sqlalchemy import text
from tests.adapters.jobs.dying import forked, one_lane
from tests.circle.conftest import YES, turn

from greenroom.adapters.storage import open_store
from greenroom.app.circles.durable_jobs import DurableJobs, JobLimits, Pace
from greenroom.app.circles.holding import Holding, Players
from greenroom.circle import log as logs
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.rules import Rules
from greenroom.testing.circles import EARLIER, circle_row, meeting_row, started

NAMES = ("kills", "raises", "hangs", "torn", "sound-1", "sound-2")
MOST_PROCESSES = 8


class Said:
    """Players of one interview: what they do is in its name."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        if call.turn == 2:
            if self._name == "kills":
                os.kill(os.getpid(), signal.SIGKILL)
            if self._name == "raises":
                raise ZeroDivisionError
            if self._name == "hangs":
                await asyncio.Event().wait()
        return turn(f"{call.side} says {call.turn}")

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        return YES


class Cast:
    def of(self, circle: Any, meeting: Any) -> Any:
        said = Said(meeting.id)
        return Players(said, said, said).of(circle, meeting)


async def hold(home: Path) -> None:
    store = await open_store(home / "greenroom.db")

    async def pause(_: float) -> None:
        await asyncio.sleep(0)

    holding = Holding(store.circles, Cast(), lambda: datetime.now(UTC), pause, step_s=1.0)
    async with DurableJobs(
        store.missions,
        holding,
        name="serve",
        lane=one_lane,
        limits=JobLimits(8, 1_000),
        pace=Pace(look_s=0.05),
    ) as jobs:
        for name in NAMES:
            await jobs.put(name)
        while await store.circles.unfinished():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await store.aclose()


async def begin(home: Path) -> None:
    store = await open_store(home / "greenroom.db")
    await store.circles.create(circle_row("cir"))
    for name in NAMES:
        await store.circles.admit(meeting_row(name, "cir"), started(name), EARLIER)
    async with store.database.transaction() as connection:
        await connection.execute(
            text("UPDATE meeting_entry SET line = '{' WHERE meeting_id = 'torn'")
        )
    await store.aclose()


async def found(home: Path) -> dict[str, Any]:
    store = await open_store(home / "greenroom.db")
    told: dict[str, Any] = {}
    for name in NAMES:
        row = await store.circles.meeting_by_id(name)
        try:
            log = [logs.encode(one.entry) for one in await store.circles.written(name)]
        except logs.LogError:
            log = []
        told[name] = [row and row.status, log]
    told["lines"] = len(await store.circles.notices("owner-1"))
    await store.aclose()
    return told


def main(home: Path) -> None:
    forked(begin(home))
    ends = []
    for _ in range(MOST_PROCESSES):
        ends.append(os.waitstatus_to_exitcode(forked(hold(home))))
        if ends[-1] == 0:
            break
    print(json.dumps([ends, asyncio.run(found(home))]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
