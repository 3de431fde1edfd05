"""`app.ports.Wordings` in memory, and the checks that every store's wordings must pass."""

from __future__ import annotations

from collections.abc import Mapping

from greenroom.app.ports import NotFound, Store
from greenroom.testing.interviews import MemoryInterviews, interview_row


class MemoryWordings:
    """Wordings of one process."""

    def __init__(self, interviews: MemoryInterviews) -> None:
        self._interviews = interviews
        self._kept: dict[tuple[str, int], str] = {}
        interviews.on_delete(self._forget)

    async def keep(self, interview_id: str, message: int, text: str | None) -> None:
        self._interviews.known(interview_id)
        self._kept.pop((interview_id, message), None)
        if text is not None:
            self._kept[interview_id, message] = text

    async def of_interview(self, interview_id: str) -> Mapping[int, str]:
        return {at: text for (of, at), text in self._kept.items() if of == interview_id}

    async def of_owner(self, owner: str) -> Mapping[tuple[str, int], str]:
        known = self._interviews.known
        return {key: text for key, text in self._kept.items() if known(key[0]).owner == owner}

    def _forget(self, gone: str) -> None:
        self._kept = {key: text for key, text in self._kept.items() if key[0] != gone}


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
