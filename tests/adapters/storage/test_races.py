"""Several processes at once on one database: what only one may have, one gets."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from greenroom.adapters.storage import SqlStore
from greenroom.app.ports import Amount, Ceiling, Limits
from greenroom.testing import interview_row

PROCESSES = 2
ROUNDS = 12

CONTENDER = """
import asyncio, json, pathlib, sys
from greenroom.adapters.storage import open_store
from greenroom.app.ports import Amount, Ceiling, Limits, Refused

async def main():
    kind, where, name, rounds = sys.argv[1:]
    store = await open_store(pathlib.Path(where) if kind == "file" else where)
    limits = Limits(owner=Ceiling(tokens=15))
    won = {"lease": [], "ticket": [], "journal": [], "reserved": 0}
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(rounds)):
        interview = f"int-{number}"
        if await store.leases.take(interview, name, 60_000):
            won["lease"].append(interview)
        if await store.tickets.redeem(f"digest-{number}", interview):
            won["ticket"].append(interview)
        made = await store.usage.reserve(interview, "owner-1", Amount(tokens_in=1), limits)
        won["reserved"] += made is not None
        journal = store.interviews.journal(interview)
        try:
            for line in range(3):
                await journal.append(f"{name} {line}")
        except Refused:
            continue
        won["journal"].append(interview)
    print(json.dumps(won), flush=True)
    await store.aclose()

asyncio.run(main())
"""


async def begun(place: Path | str, name: str) -> asyncio.subprocess.Process:
    """A contender that has opened the store and waits for the word."""
    kind = "file" if isinstance(place, Path) else "address"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", CONTENDER, kind, str(place), name, str(ROUNDS)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    return process


async def contend(place: Path | str) -> dict[str, dict[str, Any]]:
    """What each of the processes says it won."""
    names = [f"job-{number}" for number in range(PROCESSES)]
    processes = await asyncio.gather(*(begun(place, name) for name in names))
    told = await asyncio.gather(*(process.communicate(b"go\n") for process in processes))
    return {name: json.loads(out) for name, (out, _) in zip(names, told, strict=True)}


async def test_one_process_wins(store: SqlStore, place: Path | str) -> None:
    """Processes that race for leases, tickets, a budget and journals: one holds each interview, one
    redeems each ticket, the ceiling stands, and no journal mixes two that fell behind."""
    interviews = [f"int-{number}" for number in range(ROUNDS)]
    for number, name in enumerate(interviews):
        await store.interviews.create(interview_row(name, mode="livekit"))
        await store.tickets.issue(f"digest-{number}", name, 600_000)
    won = await contend(place)
    for kind in ("lease", "ticket"):
        got = [interview for one in won.values() for interview in one[kind]]
        assert sorted(got) == sorted(interviews)
    for name, one in won.items():
        assert {await store.leases.holder(held) for held in one["lease"]} <= {name}
    assert sum(one["reserved"] for one in won.values()) == 15
    assert await store.usage.spent(owner="owner-1") == Amount(tokens_in=15)
    limits = Limits(owner=Ceiling(tokens=15))
    assert await store.usage.reserve("int-0", "owner-1", Amount(tokens_in=1), limits) is None
    for interview in interviews:
        lines = list(await store.interviews.journal_lines(interview))
        for name, one in won.items():
            own = [line for line in lines if line.startswith(name)]
            assert own == [f"{name} {number}" for number in range(len(own))]
            assert (len(own) == 3) == (interview in one["journal"])
