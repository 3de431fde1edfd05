"""The checks that every store's seats must pass."""

from __future__ import annotations

import asyncio
from typing import Any

from greenroom.app.ports import NotFound, Seat, Store
from greenroom.testing.interviews import interview_row

LONG_MS = 60_000
LONG_AGO_MS = -60_000
"""A time to live that was over a minute ago."""
HOUSE = "one"
BOUNDS: dict[str, Any] = {"capacity": 2, "by_owner": 9}


async def _interviews(store: Store, *names: str) -> None:
    for name in names:
        await store.interviews.create(interview_row(name, f"owner of {name}", mode="livekit"))


async def _take(store: Store, name: str, ttl_ms: int = LONG_MS, **changes: Any) -> bool:
    return await store.seats.take(name, HOUSE, ttl_ms, **(BOUNDS | changes))


async def _taken(store: Store) -> list[str]:
    return sorted(one.interview_id for one in await store.seats.taken())


class SeatsConformance:
    """What every store does with seats; part of `StoreConformance`. A seat of 0 ms is free again."""

    async def test_no_more_than_the_capacity(self, store: Store) -> None:
        """The third of two is refused, until one is given back; who has a seat has it when asking again."""
        await _interviews(store, "a", "b", "c")
        assert [await _take(store, name) for name in ("a", "b", "c", "a")] == [True] * 2 + [
            False,
            True,
        ]
        assert sorted(await store.seats.taken(), key=lambda one: one.interview_id) == [
            Seat("a", "owner of a", HOUSE),
            Seat("b", "owner of b", HOUSE),
        ]
        await store.seats.free("a", "another")
        assert not await _take(store, "c")
        await store.seats.free("a")
        await store.seats.free("a")
        assert await _take(store, "c")
        assert await _taken(store) == ["b", "c"]

    async def test_thirty_seats_at_once(self, store: Store) -> None:
        """Of thirty who ask at the same moment exactly eight get one."""
        names = [f"i{number}" for number in range(30)]
        await _interviews(store, *names)
        got = await asyncio.gather(*(_take(store, name, capacity=8) for name in names))
        assert got.count(True) == 8
        assert len(await _taken(store)) == 8

    async def test_a_promise_ends(self, store: Store) -> None:
        """A seat whose time is over is free; it is nobody's when its interview is erased."""
        await _interviews(store, "a", "b", "c", "d")
        assert await _take(store, "a", 0)
        assert [await _take(store, name) for name in ("b", "c", "d")] == [True, True, False]
        await store.interviews.delete("b")
        assert await _take(store, "d")
        assert await _taken(store) == ["c", "d"]

    async def test_a_lease_is_a_seat(self, store: Store) -> None:
        """The job that takes an interview has its seat, for as long as it renews the lease and a little
        longer; a lease that was given back counts no more."""
        await _interviews(store, "a", "b", "c")
        assert await _take(store, "a")
        await store.leases.take("a", "job", LONG_MS)
        await store.leases.take("b", "job", 0)
        assert sorted(await store.seats.taken(), key=lambda one: one.interview_id) == [
            Seat("a", "owner of a", None, held=True),
            Seat("b", "owner of b", None),
        ]
        assert not await _take(store, "c")
        assert await _take(store, "b"), "it has a seat"
        await store.leases.release("a", "job")
        assert await _take(store, "c")

    async def test_a_dead_jobs_seat_is_free_in_the_end(self, store: Store) -> None:
        """A lease that nobody renewed for long counts no more."""
        await _interviews(store, "a", "b", "c")
        for name in ("a", "b"):
            await store.leases.take(name, "job", LONG_MS)
        assert not await _take(store, "c")
        await store.leases.renew("b", "job", LONG_AGO_MS)
        assert await _take(store, "c")
        assert await _taken(store) == ["a", "c"]

    async def test_an_ended_interview_has_no_seat(self, store: Store) -> None:
        """Its seat is free in the moment in which it ends."""
        await _interviews(store, "a", "b", "c")
        assert [await _take(store, name) for name in ("a", "b", "c")] == [True, True, False]
        await store.interviews.set_status("a", "running")
        assert not await _take(store, "c")
        await store.interviews.set_status("a", "ended", "2026-01-02T11:00:00Z")
        assert await _take(store, "c")

    async def test_what_is_seen_counts(self, store: Store) -> None:
        """An interview that the caller sees running takes a seat, once, and may have its own."""
        await _interviews(store, "a", "b", "c")
        assert await _take(store, "a", seen=("a", "gone"))
        assert not await _take(store, "b", seen=("a", "gone"))
        assert await _take(store, "b", seen=("a", "b"))
        assert not await _take(store, "c")

    async def test_one_owners_share(self, store: Store) -> None:
        """An owner has no more seats than a share, however many are free; another owner has."""
        for name in ("a", "b"):
            await store.interviews.create(interview_row(name, "ada"))
        await _interviews(store, "c")
        assert await _take(store, "a", by_owner=1)
        assert not await _take(store, "b", by_owner=1)
        assert await _take(store, "c", by_owner=1)

    async def test_one_gives_way_to_another(self, store: Store) -> None:
        """A seat passes from one interview to another of the same owner: no third one can come between."""
        for name in ("a", "b"):
            await store.interviews.create(interview_row(name, "ada"))
        await _interviews(store, "c", "d")
        assert await _take(store, "a")
        assert await _take(store, "c")
        assert await _take(store, "b", by_owner=1, instead_of="a")
        assert not await _take(store, "d")
        assert await _taken(store) == ["b", "c"]

    async def test_many_seats_are_renewed_at_once(self, store: Store) -> None:
        """Each of the holder's own, also one that comes late; one that was given to another is lost."""
        await _interviews(store, "a", "b", "lost", "theirs")
        assert await _take(store, "a")
        assert await store.seats.take("theirs", "two", LONG_MS, **BOUNDS)
        assert await _take(store, "b", 0, capacity=3)
        told = await store.seats.renew(HOUSE, ["a", "b", "lost", "theirs"], LONG_MS)
        assert {one.interview_id: one.holder for one in told} == {
            "a": HOUSE,
            "b": HOUSE,
            "theirs": "two",
        }
        await store.seats.renew(HOUSE, ["a"], 0)
        assert await _taken(store) == ["b", "theirs"]
        await store.seats.leave(HOUSE)
        assert [one.interview_id for one in await store.seats.renew(HOUSE, [], LONG_MS)] == [
            "theirs"
        ]

    async def test_a_seat_for_nobody(self, store: Store) -> None:
        """There is none for an interview that is gone."""
        try:
            await _take(store, "gone")
        except NotFound:
            assert await _taken(store) == []
        else:
            raise AssertionError("an interview that is gone has a seat")
