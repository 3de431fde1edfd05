"""The checks that every store's drill queue must pass."""

from __future__ import annotations

from dataclasses import replace

from greenroom.app.ports import DrillRow, NotFound, Store
from greenroom.testing.interviews import interview_row

SOON, LATER = "2026-01-03T10:00:00+00:00", "2026-01-09T10:00:00+00:00"


class DrillsConformance:
    """What every store does with the drill queue; part of `StoreConformance`."""

    async def test_drills(self, store: Store) -> None:
        """A drill is found as it was stored; an owner's come in the order in which they are due."""
        await store.interviews.create(interview_row("a"))
        await store.interviews.create(interview_row("b", "owner-2"))
        first = DrillRow("a", 3, {"stability": 2.3, "step": None}, SOON, 1)
        second = DrillRow("a", 1, {}, LATER, 0, dropped=True)
        for row in (second, first, DrillRow("b", 1, {}, SOON)):
            assert await store.drills.put(row, 0)
        assert await store.drills.find("a", 3) == first
        assert await store.drills.find("a", 2) is None
        assert list(await store.drills.of_owner("owner-1")) == [first, second]

    async def test_a_review_counts_once(self, store: Store) -> None:
        """Of two changes to the same state the first one stands."""
        await store.interviews.create(interview_row("a"))
        first = DrillRow("a", 3, {"step": 1}, SOON, 1)
        assert await store.drills.put(first, 0)
        assert not await store.drills.put(replace(first, due=LATER), 0)
        assert await store.drills.find("a", 3) == first
        second = replace(first, due=LATER, reviews=2)
        assert await store.drills.put(second, 1)
        assert await store.drills.find("a", 3) == second

    async def test_drill_of_an_erased_interview(self, store: Store) -> None:
        """A drill goes with its interview; there is none of nothing."""
        await store.interviews.create(interview_row("a"))
        await store.drills.put(DrillRow("a", 3, {}, SOON), 0)
        await store.interviews.delete("a")
        assert list(await store.drills.of_owner("owner-1")) == []
        try:
            await store.drills.put(DrillRow("a", 3, {}, SOON), 0)
        except NotFound:
            pass
        else:
            raise AssertionError("a drill was kept of an interview that is gone")
