"""`app.ports.Drills` in memory, and the checks that every store's drill queue must pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from greenroom.app.ports import DrillRow, NotFound, Store
from greenroom.testing.interviews import MemoryInterviews, interview_row


class MemoryDrills:
    """The drill queue of one process."""

    def __init__(self, interviews: MemoryInterviews) -> None:
        self._interviews = interviews
        self._rows: dict[tuple[str, int], DrillRow] = {}
        interviews.on_delete(self._forget)

    async def put(self, row: DrillRow, reviews: int) -> bool:
        self._interviews.known(row.interview_id)
        kept = self._rows.get((row.interview_id, row.message))
        if kept is not None and kept.reviews != reviews:
            return False
        self._rows[row.interview_id, row.message] = row
        return True

    async def find(self, interview_id: str, message: int) -> DrillRow | None:
        return self._rows.get((interview_id, message))

    async def of_owner(self, owner: str) -> Sequence[DrillRow]:
        known = self._interviews.known
        rows = [row for row in self._rows.values() if known(row.interview_id).owner == owner]
        return sorted(rows, key=lambda row: (row.due, row.interview_id, row.message))

    def _forget(self, gone: str) -> None:
        self._rows = {key: row for key, row in self._rows.items() if row.interview_id != gone}


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
