"""The checks that every store's retries must pass."""

from __future__ import annotations

from greenroom.app.ports import NotFound, RetryRow, Store
from greenroom.testing.interviews import interview_row


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
