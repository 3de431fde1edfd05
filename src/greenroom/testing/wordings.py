"""The checks that every store's wordings must pass."""

from __future__ import annotations

from greenroom.app.ports import NotFound, Store
from greenroom.testing.interviews import interview_row


class WordingsConformance:
    """What every store does with wordings; part of `StoreConformance`."""

    async def test_wordings(self, store: Store) -> None:
        """One is kept for each question, replaced, found by interview and owner, and goes with either."""
        await store.interviews.create(interview_row("a"))
        await store.interviews.create(interview_row("b", "owner-2"))
        await store.wordings.keep("a", 2, "one")
        await store.wordings.keep("a", 2, "two")
        await store.wordings.keep("a", 4, "four")
        await store.wordings.keep("b", 2, "theirs")
        await store.wordings.keep("a", 4, None)
        assert await store.wordings.of_interview("a") == {2: "two"}
        assert await store.wordings.of_owner("owner-1") == {("a", 2): "two"}
        await store.interviews.delete("a")
        assert await store.wordings.of_owner("owner-1") == {}
        assert await store.wordings.of_interview("b") == {2: "theirs"}
        try:
            await store.wordings.keep("a", 2, "late")
        except NotFound:
            pass
        else:
            raise AssertionError("a wording was kept of an interview that is gone")
