"""The checks that every store of interviews must pass."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from greenroom.app.ports import InterviewRow, NotFound, Refused, Store


def interview_row(interview_id: str, owner: str = "owner-1", **changes: Any) -> InterviewRow:
    """A row with plain values."""
    row = InterviewRow(
        id=interview_id,
        owner=owner,
        plan_toml='id = "two-stage"',
        plan_id="two-stage",
        candidate={"name": "Ada"},
        created_at="2026-01-02T10:00:00Z",
        status="created",
    )
    return replace(row, **changes)


class InterviewsConformance:
    """What every store does with interviews; part of `StoreConformance`."""

    async def test_find(self, store: Store) -> None:
        """A created interview is found as it was stored; an unknown id finds nothing."""
        row = interview_row(
            "a",
            candidate={"name": "Zoë’s 店 🎤"},
            mode="livekit",
            keys={"llm": "key-1", "tts": "key-2"},
            sound=True,
            unhurried=True,
        )
        await store.interviews.create(row)
        assert await store.interviews.find("a") == row
        assert await store.interviews.find("b") is None

    async def test_same_id_twice(self, store: Store) -> None:
        """An id is given away once."""
        await store.interviews.create(interview_row("a"))
        try:
            await store.interviews.create(interview_row("a", "another"))
        except Refused:
            found = await store.interviews.find("a")
            assert found is not None
            assert found.owner == "owner-1"
        else:
            raise AssertionError("a second interview with the same id was stored")

    async def test_of_owner(self, store: Store) -> None:
        """An owner sees the own interviews alone, newest first."""
        await store.interviews.create(interview_row("old", created_at="2026-01-01T00:00:00Z"))
        await store.interviews.create(interview_row("new", created_at="2026-01-03T00:00:00Z"))
        await store.interviews.create(interview_row("theirs", "owner-2"))
        assert [row.id for row in await store.interviews.of_owner("owner-1")] == ["new", "old"]

    async def test_unfinished(self, store: Store) -> None:
        """Only running interviews are unfinished; a status and its time can be read back."""
        for name in ("created", "running", "ended"):
            await store.interviews.create(interview_row(name))
        await store.interviews.set_status("running", "running")
        await store.interviews.set_status("ended", "ended", "2026-01-02T11:00:00Z")
        assert [row.id for row in await store.interviews.unfinished()] == ["running"]
        ended = await store.interviews.find("ended")
        assert ended is not None
        assert (ended.status, ended.ended_at) == ("ended", "2026-01-02T11:00:00Z")

    async def test_expired(self, store: Store) -> None:
        """Expired is what ended, or was created and never ended, before the given moment."""
        await store.interviews.create(interview_row("early"))
        await store.interviews.create(interview_row("long"))
        await store.interviews.set_status("long", "ended", "2026-03-01T00:00:00Z")
        assert [row.id for row in await store.interviews.expired("2026-02-01T00:00:00Z")] == [
            "early"
        ]

    async def test_journal(self, store: Store) -> None:
        """Journal lines come back in the order of writing, also when two sessions wrote in turn."""
        await store.interviews.create(interview_row("a"))
        first = store.interviews.journal("a")
        await first.append("one")
        await first.append("two")
        await store.interviews.journal("a").append("three")
        assert list(await store.interviews.journal_lines("a")) == ["one", "two", "three"]

    async def test_corrections(self, store: Store) -> None:
        """Words are kept for each message, are replaced, can be taken back, and go with their interview."""
        await store.interviews.create(interview_row("a"))
        await store.interviews.create(interview_row("b"))
        await store.interviews.correct("a", 3, "one")
        await store.interviews.correct("a", 5, "Zoë’s 店")
        await store.interviews.correct("a", 3, "another")
        await store.interviews.correct("b", 3, "theirs")
        assert await store.interviews.corrections("a") == {3: "another", 5: "Zoë’s 店"}
        await store.interviews.correct("a", 5, None)
        await store.interviews.correct("a", 9, None)
        assert await store.interviews.corrections("a") == {3: "another"}
        await store.interviews.delete("a")
        assert await store.interviews.corrections("a") == {}
        assert await store.interviews.corrections("b") == {3: "theirs"}
        try:
            await store.interviews.correct("a", 3, "late")
        except NotFound:
            pass
        else:
            raise AssertionError("words were kept for an interview that is gone")

    async def test_two_writers(self, store: Store) -> None:
        """Of two sessions that write at once the one that fell behind is refused."""
        await store.interviews.create(interview_row("a"))
        behind = store.interviews.journal("a")
        await behind.append("one")
        await store.interviews.journal("a").append("two")
        try:
            await behind.append("three")
        except Refused:
            assert list(await store.interviews.journal_lines("a")) == ["one", "two"]
        else:
            raise AssertionError("a session that fell behind wrote over another one")

    async def test_many_journals_at_once(self, store: Store) -> None:
        """Lines that are written together are all there, each in its own journal; one that is refused keeps
        no other from being written."""
        names = [f"i{number}" for number in range(12)]
        for name in names:
            await store.interviews.create(interview_row(name))
        journals = [store.interviews.journal(name) for name in names]
        gone = store.interviews.journal("i0")
        await gone.append("first")
        await store.interviews.delete("i0")

        async def three(name: str) -> None:
            journal = journals[names.index(name)]
            for number in range(3):
                await journal.append(f"{name} {number}")

        told = await asyncio.gather(
            gone.append("late"), *(three(name) for name in names[1:]), return_exceptions=True
        )
        assert isinstance(told[0], NotFound)
        assert told[1:] == [None] * 11
        for name in names[1:]:
            lines = list(await store.interviews.journal_lines(name))
            assert lines == [f"{name} {number}" for number in range(3)]

    async def test_unheld(self, store: Store) -> None:
        """Running interviews that nobody holds, each with the length of its journal."""
        for name in ("held", "lapsed", "never", "created"):
            await store.interviews.create(interview_row(name))
            if name != "created":
                await store.interviews.set_status(name, "running")
        await store.leases.take("held", "job", 60_000)
        await store.leases.take("lapsed", "job", 0)
        for line in ("one", "two"):
            await store.interviews.journal("lapsed").append(line)
        found = await store.interviews.unheld()
        assert {row.id: length for row, length in found} == {"lapsed": 2, "never": 0}

    async def test_delete(self, store: Store) -> None:
        """A deleted interview is gone with its journal; deleting again is no error; late lines are refused."""
        await store.interviews.create(interview_row("a"))
        journal = store.interviews.journal("a")
        await journal.append("one")
        await store.interviews.delete("a")
        await store.interviews.delete("a")
        assert await store.interviews.find("a") is None
        assert list(await store.interviews.journal_lines("a")) == []
        try:
            await journal.append("two")
        except NotFound:
            pass
        else:
            raise AssertionError("a line was written for an interview that is gone")
