"""What jobs ask of the database through their worker, over a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from greenroom.adapters.rooms.relay import relayed, relaying
from greenroom.adapters.storage.leases import SqlLeases
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import NotFound, OperatorFault, Refused
from greenroom.testing import interview_row

LONG_MS = 60_000


class NotedLeases(SqlLeases):
    """Leases that know which interviews were renewed together."""

    def __init__(self, store: MemoryStore) -> None:
        super().__init__(store.database)
        self.together: list[set[str]] = []

    async def renew_all(self, held: Mapping[str, str], ttl_ms: int) -> frozenset[str]:
        self.together.append(set(held))
        return await super().renew_all(held, ttl_ms)


class FaultyLeases(SqlLeases):
    """Leases whose renewal fails in a way that no adapter foresees."""

    async def renew_all(self, held: Mapping[str, str], ttl_ms: int) -> frozenset[str]:
        raise ZeroDivisionError


@pytest.fixture
async def store() -> MemoryStore:
    kept = MemoryStore()
    kept.leases = NotedLeases(kept)
    for number in range(3):
        await kept.interviews.create(interview_row(f"i{number}"))
        await kept.leases.take(f"i{number}", f"J{number}", LONG_MS)
    return kept


def together(store: MemoryStore) -> list[set[str]]:
    """The interviews of each statement."""
    assert isinstance(store.leases, NotedLeases)
    return store.leases.together


async def test_leases_of_all_jobs_are_renewed_at_once(store: MemoryStore, tmp_path: Path) -> None:
    """Three jobs ask, the store is asked once; who lost the lease is told so."""
    at = tmp_path / "relay"
    await store.leases.release("i2", "J2")
    async with (
        relaying(store, at),
        relayed(at, store.leases) as one,
        relayed(at, store.leases) as two,
        relayed(at, store.leases) as three,
    ):
        jobs = (one, two, three)
        told = await asyncio.gather(
            *(job.leases.renew(f"i{n}", f"J{n}", LONG_MS) for n, job in enumerate(jobs))
        )
    assert told == [True, True, False]
    assert together(store) == [{"i0", "i1", "i2"}]


async def test_a_dead_jobs_lease_is_not_renewed(store: MemoryStore, tmp_path: Path) -> None:
    """Its line closes while its renewal waits for the others; theirs is done without it."""
    at = tmp_path / "relay"
    async with relaying(store, at), relayed(at, store.leases) as alive:
        async with relayed(at, store.leases) as dying:
            asking = asyncio.ensure_future(dying.leases.renew("i0", "J0", LONG_MS))
            await dying.journal("i0").append("it was heard before")
        with pytest.raises(OperatorFault):
            await asking
        assert await alive.leases.renew("i1", "J1", LONG_MS)
    assert together(store) == [{"i1"}]


async def test_a_fault_that_nobody_foresaw_is_told_to_all_who_wait(
    store: MemoryStore, tmp_path: Path
) -> None:
    """Nobody waits for ever for a statement that failed in another way than the store's."""
    store.leases = FaultyLeases(store.database)
    at = tmp_path / "relay"
    async with relaying(store, at), relayed(at, store.leases) as job:
        with pytest.raises(OperatorFault):
            await asyncio.wait_for(job.leases.renew("i0", "J0", LONG_MS), 30)


async def test_lines_are_written_in_order_by_one_writer(store: MemoryStore, tmp_path: Path) -> None:
    """Each job's lines stand in its interview's journal, long ones too; faults are those of the store."""
    at = tmp_path / "relay"
    long = "x" * 200_000
    async with relaying(store, at), relayed(at, store.leases) as job:
        journal = job.journal("i0")
        await asyncio.gather(*(journal.append(line) for line in ("a", long, "c")))
        assert list(await store.interviews.journal_lines("i0")) == ["a", long, "c"]
        async with relayed(at, store.leases) as successor:
            await successor.journal("i0").append("d")
        with pytest.raises(Refused, match="another session"):
            await journal.append("too late")
        await store.interviews.delete("i1")
        with pytest.raises(NotFound):
            await job.journal("i1").append("to nobody")


async def test_without_its_worker_a_job_is_told(store: MemoryStore, tmp_path: Path) -> None:
    """Who waits for an answer, and who asks later: an error, as without a database."""
    at = tmp_path / "relay"
    async with relaying(store, at) as _:
        line = relayed(at, store.leases)
        job = await line.__aenter__()
        asking = asyncio.ensure_future(job.leases.renew("i0", "J0", LONG_MS))
        await job.journal("i0").append("both are heard")
    with pytest.raises(OperatorFault, match="worker is gone"):
        await asking
    with pytest.raises(OperatorFault, match="worker is gone"):
        await job.journal("i0").append("nobody hears")
    await line.__aexit__(None, None, None)
    with pytest.raises(OperatorFault, match="worker is gone"):
        async with relayed(tmp_path / "none", store.leases):
            pass
