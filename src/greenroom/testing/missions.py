"""The checks that every store's must pass."""

from __future__ import annotations

import asyncio

from greenroom.app.ports import Store
from greenroom.testing.circles import EARLIER, circle_row, meeting_row, started

LONG_MS = 60_000


class MissionsConformance:
    """What every store does with interviews that wait; part of `StoreConformance`. 0 ms are over at once."""

    async def test_claims_hold_both_limits(self, store: Store) -> None:
        """Of many that claim at once, each lane for itself, oldest first; what is given back still began."""
        await _waiting(store, "a1", "a2", "a3", "b1")

        async def claimed(holders: list[str]) -> list[str]:
            limits = {"at_once": 2, "per_minute": 3}
            claims = [store.missions.claim(one, LONG_MS, **limits) for one in holders]
            return sorted(filter(None, await asyncio.gather(*claims)))

        names = [f"process-{number}" for number in range(6)]
        assert await claimed(names) == ["a1", "a2", "b1"]
        for name in names:
            await store.missions.give_back(name)
        assert await claimed(names) == ["a1", "b1"]

    async def test_a_lease_that_is_over(self, store: Store) -> None:
        """Is its holder's until somebody claims; then it cannot be renewed, and its holder ends nothing."""
        await _waiting(store, "a1")
        limits = {"at_once": 9, "per_minute": 9}
        await store.missions.claim("slow", 0, **limits)
        assert set(await store.missions.renew("slow", ["a1"], LONG_MS)) == {"a1"}
        assert not await store.missions.claim("quick", LONG_MS, **limits)
        await store.missions.renew("slow", ["a1"], 0)
        assert await store.missions.claim("quick", LONG_MS, **limits)
        assert not await store.missions.renew("slow", ["a1"], LONG_MS)
        await store.missions.end("a1", "slow")
        assert [row.id for row in await store.circles.unfinished()] == ["a1"]
        await store.missions.end("a1", "quick")
        assert not await store.circles.unfinished()
        await store.missions.give_back("quick")
        assert not await store.missions.claim("quick", LONG_MS, **limits)

    async def test_in_no_lane(self, store: Store) -> None:
        """Nobody claims it. A lane is given once; what is gone is put nowhere."""
        await store.circles.create(circle_row("c"))
        await store.circles.admit(meeting_row("a1"), started("a1"), EARLIER)
        assert not await store.missions.claim("x", LONG_MS, at_once=9, per_minute=9)
        for lane in ("a", "b"):
            await store.missions.put("a1", lane)
            await store.missions.put("gone", lane)
        row = await store.circles.meeting_by_id("a1")
        assert row is not None
        assert row.lane == "a"


async def _waiting(store: Store, *names: str) -> None:
    """In the lane of their first letter, in this order."""
    await store.circles.create(circle_row("c"))
    for number, name in enumerate(names):
        moment = f"2026-01-02T11:00:0{number}Z"
        row = meeting_row(name, created_at=moment)
        await store.circles.admit(row, started(name), EARLIER)
        await store.missions.put(name, name[0])
