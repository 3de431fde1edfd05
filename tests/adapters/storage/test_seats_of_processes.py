"""Real processes that let people in over one database: never more than the capacity together."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from greenroom.adapters.storage import SqlStore
from greenroom.testing import interview_row

ROOT = Path(__file__).parents[3]
PROGRAM = Path(__file__).with_name("letting_in.py")
PEOPLE, CAPACITY = 30, 8
BOUNDS: dict[str, Any] = {"capacity": CAPACITY, "by_owner": 1}
NAMES = [f"i{number}" for number in range(PEOPLE)]


async def registered(store: SqlStore) -> None:
    for name in NAMES:
        await store.interviews.create(interview_row(name, f"owner of {name}", mode="livekit"))


async def begun(
    place: Path | str, how: str, names: list[str]
) -> tuple[asyncio.subprocess.Process, asyncio.StreamReader]:
    """A process that has opened the store and waits for the word."""
    kind = "file" if isinstance(place, Path) else "address"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(PROGRAM), kind, str(place), how, str(CAPACITY), *names),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    return process, process.stdout


async def told_by_two(place: Path | str, how: str) -> dict[str, Any]:
    """What two processes say of each interview, half of them each."""
    halves = [NAMES[::2], NAMES[1::2]]
    both = await asyncio.gather(*(begun(place, how, half) for half in halves))
    told = await asyncio.gather(*(process.communicate(b"go\n") for process, _ in both))
    return {name: answer for out, _ in told for name, answer in json.loads(out).items()}


async def test_thirty_threads_in_two_processes(store: SqlStore, place: Path | str) -> None:
    """Each with a connection of its own, all at the same moment: exactly eight get a seat."""
    await registered(store)
    told = await told_by_two(place, "threads")
    assert sorted(told) == sorted(NAMES)
    got = {name for name, answer in told.items() if answer}
    assert len(got) == CAPACITY
    assert {one.interview_id for one in await store.seats.taken()} == got


async def test_thirty_candidates_at_two_servers(store: SqlStore, place: Path | str) -> None:
    """Eight get a token of the LiveKit room; twenty-two are told their place in line."""
    await registered(store)
    told = await told_by_two(place, "tokens")
    refused = [answer for answer in told.values() if answer != "token"]
    assert len(refused) == PEOPLE - CAPACITY
    assert {answer.rpartition(" ")[0] for answer in refused} == {
        "All rooms are taken. Your place in line is"
    }
    assert len(await store.seats.taken()) == CAPACITY


async def test_a_killed_process_leaves_its_seats(store: SqlStore, place: Path | str) -> None:
    """While it lives its seats are renewed and nobody else has one; killed, it renews them no more, and
    they are taken again, each once."""
    await registered(store)
    process, lines = await begun(place, "keeping", NAMES[:CAPACITY])
    assert process.stdin is not None
    process.stdin.write(b"go\n")
    for _ in range(14):  # renewals, in which each seat would have run out
        assert await lines.readline() == b"renewed\n"
        assert not await store.seats.take("i20", "here", 60_000, **BOUNDS)
    process.send_signal(signal.SIGKILL)
    assert await process.wait() == -signal.SIGKILL
    async with asyncio.timeout(60):
        while not await store.seats.take("i20", "here", 60_000, **BOUNDS):  # noqa: ASYNC110 - time frees it
            await asyncio.sleep(0.05)
    got = await asyncio.gather(
        *(store.seats.take(name, "here", 60_000, **BOUNDS) for name in NAMES[CAPACITY:20])
    )
    assert got.count(True) == CAPACITY - 1
