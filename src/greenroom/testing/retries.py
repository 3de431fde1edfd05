"""`app.ports.Retries` in memory, and the checks that every store's retries must pass."""

from __future__ import annotations

from collections.abc import Sequence

from greenroom.app.ports import NotFound, RetryRow, Store
from greenroom.testing.interviews import MemoryInterviews, interview_row


class MemoryRetries:
    """Retries of one process."""

    def __init__(self, interviews: MemoryInterviews) -> None:
        self._interviews = interviews
        self._rows: dict[str, RetryRow] = {}
        interviews.on_delete(self._forget)

    async def put(self, row: RetryRow) -> None:
        for interview_id in (row.interview_id, row.of_interview):
            self._interviews.known(interview_id)
        self._rows[row.interview_id] = row

    async def find(self, interview_id: str) -> RetryRow | None:
        return self._rows.get(interview_id)

    async def of_interview(self, interview_id: str) -> Sequence[RetryRow]:
        return self._ordered([r for r in self._rows.values() if r.of_interview == interview_id])

    async def of_owner(self, owner: str) -> Sequence[RetryRow]:
        known = self._interviews.known
        return self._ordered(
            [r for r in self._rows.values() if known(r.interview_id).owner == owner]
        )

    def _ordered(self, rows: list[RetryRow]) -> list[RetryRow]:
        return sorted(rows, key=lambda r: (r.of_interview, r.message, r.interview_id))

    def _forget(self, gone: str) -> None:
        self._rows = {
            key: row
            for key, row in self._rows.items()
            if gone not in (row.interview_id, row.of_interview)
        }


class RetriesConformance:
    """What every store does with retries; part of `StoreConformance`."""

    async def test_retries(self, store: Store) -> None:
        """A retry is found by either interview and by the owner."""
        for name in ("a", "b", "c"):
            await store.interviews.create(interview_row(name))
        rows = [RetryRow("c", "a", 2), RetryRow("b", "a", 7)]
        for row in reversed(rows):
            await store.retries.put(row)
        assert await store.retries.find("b") == rows[1]
        assert await store.retries.find("a") is None
        assert list(await store.retries.of_interview("a")) == rows
        assert list(await store.retries.of_owner("owner-1")) == rows
        assert list(await store.retries.of_owner("owner-2")) == []

    async def test_retry_of_an_erased_interview(self, store: Store) -> None:
        """A retry goes with the interview that it is of, and with its own; there is none of nothing."""
        for name in ("a", "b", "c"):
            await store.interviews.create(interview_row(name))
        await store.retries.put(RetryRow("b", "a", 2))
        await store.retries.put(RetryRow("c", "a", 2))
        await store.interviews.delete("c")
        assert list(await store.retries.of_interview("a")) == [RetryRow("b", "a", 2)]
        await store.interviews.delete("a")
        assert await store.retries.find("b") is None
        try:
            await store.retries.put(RetryRow("b", "a", 2))
        except NotFound:
            pass
        else:
            raise AssertionError("a retry was kept of an interview that is gone")
