"""Checks that every store of circles must pass, and rows to check it with."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from greenroom.app.ports import (
    CircleRow,
    Cooldown,
    MissionRow,
    NotFound,
    Refused,
    Store,
)
from greenroom.circle.brief import Brief, Circle
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import EndedOutside, Entry, Started, TurnCommitted
from greenroom.circle.rules import Rules

LATER, EARLIER = "2026-06-01T00:00:00Z", "2025-06-01T00:00:00Z"


def circle_row(circle_id: str, owner: str = "owner-1", **changes: Any) -> CircleRow:
    """A row with plain values."""
    row = CircleRow(
        id=circle_id,
        owner=owner,
        mission={"owner_profile": {}, "owner_circle": {"objective_text": "Zoë’s 店 🎤"}},
        preset="safe",
        radius_m=500.0,
        centre=None,
        opens_at="2026-01-02T10:00:00Z",
        closes_at="2026-01-09T10:00:00Z",
        cooldown_s=3600,
        created_at="2026-01-02T10:00:00Z",
        capability_hash="",
        entry_hash="",
    )
    return replace(row, **changes)


def meeting_row(meeting_id: str, circle_id: str = "c", **changes: Any) -> MissionRow:
    """A row with plain values, of a visitor and an entry that are nobody else's."""
    row = MissionRow(
        id=meeting_id,
        circle_id=circle_id,
        visitor=f"visitor of {meeting_id}",
        entry=f"entry of {meeting_id}",
        created_at="2026-01-02T11:00:00Z",
        capability_hash="",
    )
    return replace(row, **changes)


def started(meeting_id: str) -> Entry:
    """The first entry of its log."""
    brief = Brief({"bio": "Ada"}, {"bio": "Bo"}, Circle("somebody to read with"), {}, "…")
    return Entry(0, Started(meeting_id, brief, Rules()))


async def admitted(store: Store, meeting_id: str, circle_id: str = "c", **of: Any) -> MissionRow:
    row = meeting_row(meeting_id, circle_id, **of)
    return await store.circles.admit(row, started(meeting_id), EARLIER)


class CirclesConformance:
    """What every store does with circles; part of `StoreConformance`."""

    async def test_circle_as_it_was_stored(self, store: Store) -> None:
        """A circle is found as it was stored, with a centre or a key and without; an id is given once."""
        row = circle_row("c", keys={"llm": "key_1"})
        placed = circle_row("p", "owner-2", centre=(40.4, -3.7))
        await store.circles.create(row)
        await store.circles.create(placed)
        assert await store.circles.find("c") == row
        assert await store.circles.find("p") == placed
        assert await store.circles.find("x") is None
        assert await refused(store.circles.create(circle_row("c", "owner-3")))

    async def test_another_model(self, store: Store) -> None:
        """Who speaks is changed in that circle alone, and nothing else of it is; of one that is gone it
        cannot be."""
        row = circle_row("c", keys={"llm": "key_1"})
        await store.circles.create(row)
        await store.circles.create(circle_row("d"))
        for keys in ({}, {"llm": "operator:openai"}):
            await store.circles.set_keys("c", keys)
            assert await store.circles.find("c") == replace(row, keys=keys)
        assert await store.circles.find("d") == circle_row("d")
        await store.circles.delete("d")
        assert await missing(store.circles.set_keys("d", {}))

    async def test_circles_of_an_owner(self, store: Store) -> None:
        """An owner sees the own circles alone, newest first."""
        await store.circles.create(circle_row("old"))
        await store.circles.create(circle_row("new", created_at=LATER))
        await store.circles.create(circle_row("theirs", "owner-2"))
        assert [row.id for row in await store.circles.of_owner("owner-1")] == ["new", "old"]

    async def test_admitted_in_order(self, store: Store) -> None:
        """Interviews are numbered from 1 in each circle; a number is never given again."""
        for name in ("c", "d"):
            await store.circles.create(circle_row(name))
        assert (await admitted(store, "a")).number == 1
        second = await admitted(store, "b")
        assert (await admitted(store, "other", "d")).number == 1
        assert await store.circles.meeting("c", 2) == second
        assert await store.circles.meeting_by_id("b") == second
        assert await store.circles.by_entry("c", second.entry) == second
        assert await store.circles.by_entry("d", second.entry) is None
        await store.circles.delete_meeting("b")
        assert (await admitted(store, "e")).number == 3
        assert [row.number for row in await store.circles.meetings("c")] == [3, 1]

    async def test_same_entry_twice(self, store: Store) -> None:
        """An entry that is known leads to the interview that it led to, whatever came later."""
        await store.circles.create(circle_row("c"))
        first = await admitted(store, "a")
        again = await admitted(store, "b", entry=first.entry, visitor=first.visitor)
        assert again == first
        await store.circles.set_status("a", "ended", LATER)
        again = await admitted(store, "b", entry=first.entry)
        assert (again.id, again.status) == ("a", "ended")
        assert (await admitted(store, "d")).number == 2

    async def test_same_entry_all_at_once(self, store: Store) -> None:
        """Of many reports of one entry at the same moment there is one interview."""
        await store.circles.create(circle_row("c"))
        found = await asyncio.gather(
            *(admitted(store, f"m{n}", entry="e", visitor="v") for n in range(8))
        )
        assert len({row.id for row in found}) == 1
        assert len(await store.circles.meetings("c")) == 1

    async def test_a_visitor_all_at_once(self, store: Store) -> None:
        """Of many entries of one visitor at the same moment one is admitted."""
        await store.circles.create(circle_row("c"))
        tries = (refused(admitted(store, f"m{n}", visitor="v")) for n in range(8))
        assert (await asyncio.gather(*tries)).count(False) == 1

    async def test_cooldown(self, store: Store) -> None:
        """A visitor with an interview that is not over, or was created too recently, is refused; in
        another circle, or later, they are not."""
        for name in ("c", "d"):
            await store.circles.create(circle_row(name))
        await admitted(store, "a", visitor="v")
        assert await refused(admitted(store, "b", visitor="v"))
        await store.circles.set_status("a", "ended", LATER)
        row = meeting_row("b", visitor="v")
        before, after = "2026-01-02T10:59:59Z", "2026-01-02T11:00:00Z"
        assert await refused(store.circles.admit(row, started("b"), before))
        assert (await store.circles.admit(row, started("b"), after)).number == 2
        await admitted(store, "e", "d", visitor="v")

    async def test_a_cooldown_outlives_its_interview(self, store: Store) -> None:
        """Whoever was admitted is not admitted again before it is over, whether the interview is erased
        or not; it goes with its circle, and when it is over."""

        async def enter(name: str, at: str, circle_id: str = "c") -> bool:
            row = meeting_row(name, circle_id, created_at=at, entry=name)
            mark = Cooldown("d" * 64, "2026-01-02T12:00:00Z")
            return await refused(store.circles.admit(row, started(name), at, mark))

        during, after = "2026-01-02T11:59:59Z", "2026-01-02T12:00:00Z"
        for name in ("c", "d"):
            await store.circles.create(circle_row(name))
        assert not await enter("a", "2026-01-02T11:00:00Z")
        await store.circles.delete_meeting("a")
        assert await enter("b", during)
        await store.circles.end_cooldowns(during)
        assert await enter("b", during)
        assert not await enter("b", after)
        await store.circles.delete("c")
        assert not await enter("e", during, "d")
        await store.circles.delete_meeting("e")
        await store.circles.end_cooldowns(after)
        assert not await enter("f", during, "d")

    async def test_tries(self, store: Store) -> None:
        """They are counted from when the log grew last, one can be taken back, and they go with the
        interview."""
        await store.circles.create(circle_row("c"))
        await admitted(store, "a")
        assert await store.circles.tries("a") == 0
        await store.circles.put_back("a")
        for _ in range(3):
            await store.circles.take_up("a")
        await store.circles.put_back("a")
        assert await store.circles.tries("a") == 2
        log = await store.circles.log("a")
        await log.append(Entry(1, TurnCommitted("owner", "hi")))
        assert await store.circles.tries("a") == 0
        await store.circles.take_up("a")
        assert await store.circles.tries("a") == 1
        await store.circles.delete_meeting("a")
        assert await missing(store.circles.take_up("a"))
        await store.circles.put_back("a")

    async def test_admitted_to_nothing(self, store: Store) -> None:
        """A circle that is gone admits nobody."""
        assert await missing(admitted(store, "a"))

    async def test_unfinished_meetings(self, store: Store) -> None:
        """What is not ended is unfinished; the status and its time can be read back."""
        await store.circles.create(circle_row("c"))
        for name in ("waiting", "running", "ended"):
            await admitted(store, name)
        await store.circles.set_status("running", "running")
        await store.circles.set_status("ended", "ended", LATER)
        found = {row.id: row.status for row in await store.circles.unfinished()}
        assert found == {"waiting": "waiting", "running": "running"}
        ended = await store.circles.meeting_by_id("ended")
        assert ended is not None
        assert ended.ended_at == LATER
        assert await missing(store.circles.set_status("nobody", "ended"))

    async def test_log(self, store: Store) -> None:
        """Entries come back as they were written; one can ask for those after a number."""
        await store.circles.create(circle_row("c"))
        await admitted(store, "a")
        log = await store.circles.log("a")
        said = Entry(1, TurnCommitted("owner", "hi\n“Zoë”"))
        await log.append(said)
        assert list(log.entries) == [started("a"), said]
        assert list((await store.circles.log("a")).entries) == [started("a"), said]
        assert [one.entry for one in await store.circles.written("a", 0)] == [said]
        assert list(await store.circles.written("a", 1)) == []
        assert list(await store.circles.written("nobody")) == []

    async def test_two_writers_of_a_log(self, store: Store) -> None:
        """Of two that write at once the one that fell behind is refused."""
        await store.circles.create(circle_row("c"))
        await admitted(store, "a")
        behind, ahead = await store.circles.log("a"), await store.circles.log("a")
        entry = Entry(1, EndedOutside(CircleEnd.CANCELLED))
        await ahead.append(entry)
        assert await refused(behind.append(entry))

    async def test_a_line_is_told_once(self, store: Store) -> None:
        """A line comes once for its key, to the circle's owner alone."""
        await store.circles.create(circle_row("c"))
        await admitted(store, "a")
        for line in ("first", "second"):
            await store.circles.notify("a", line, "key")
        found = await store.circles.notices("owner-1")
        assert [(one.circle_id, one.number, one.line) for one in found] == [("c", 1, "first")]
        assert list(await store.circles.notices("owner-2")) == []
        assert await missing(store.circles.notify("nobody", "line", "other"))

    async def test_deleting_a_circle(self, store: Store) -> None:
        """It goes with its interviews, logs and lines; late entries are refused; twice is no error."""
        await store.circles.create(circle_row("c"))
        await store.circles.create(circle_row("d"))
        await admitted(store, "a")
        await admitted(store, "b", "d")
        await store.circles.notify("a", "line", "key")
        log = await store.circles.log("a")
        await store.circles.delete("c")
        await store.circles.delete("c")
        assert await store.circles.meeting_by_id("a") is None
        assert list(await store.circles.written("a")) == []
        assert list(await store.circles.notices("owner-1")) == []
        assert await missing(log.append(Entry(1, EndedOutside(CircleEnd.CANCELLED))))
        assert await store.circles.meeting_by_id("b") is not None

    async def test_expired_circles(self, store: Store) -> None:
        """Expired are circles that closed, and of others the interviews that ended, before then."""
        await store.circles.create(circle_row("closed"))
        await store.circles.create(circle_row("c", closes_at=LATER))
        await admitted(store, "of-closed", "closed")
        for name in ("old", "young", "never"):
            await admitted(store, name)
        await store.circles.set_status("old", "ended", "2026-01-03T00:00:00Z")
        await store.circles.set_status("young", "ended", "2026-05-01T00:00:00Z")
        circles, meetings = await store.circles.expired("2026-02-01T00:00:00Z")
        assert (list(circles), list(meetings)) == (["closed"], ["never", "old"])


async def refused(attempt: Any) -> bool:
    """Whether it raised `Refused`."""
    try:
        await attempt
    except Refused:
        return True
    return False


async def missing(attempt: Any) -> bool:
    """Whether it raised `NotFound`."""
    try:
        await attempt
    except NotFound:
        return True
    return False
