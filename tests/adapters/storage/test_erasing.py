"""What is left in the tables when an interview, or an owner, is forgotten: on both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from greenroom.adapters.storage import SqlStore
from greenroom.adapters.storage.tables import metadata
from greenroom.app.erasure import erase, erase_owner, purge_circles, purge_keys, purge_usage
from greenroom.app.ports import Amount, Cooldown, DrillRow, Limits, Link, RetryRow, ScorecardRow
from greenroom.bootstrap.purge import NoRooms
from greenroom.testing import interview_row, sealed_key
from greenroom.testing.circles import EARLIER, admitted, circle_row, meeting_row, started
from greenroom.testing.folders import sealed_folder
from greenroom.testing.kept_plans import plan_row
from greenroom.testing.sound import sealed_sound

OWNED, SHARED = "own-gone", "own-stays"


async def fill(store: SqlStore, interview_id: str, owner: str) -> None:
    """A row in every table."""
    await store.interviews.create(interview_row(interview_id, owner, mode="livekit", sound=True))
    await store.interviews.journal(interview_id).append("one")
    await store.leases.take(interview_id, f"job of {interview_id}", 60_000)
    await store.seats.take(interview_id, "a server", 60_000, capacity=9, by_owner=9)
    await store.tickets.issue(f"digest of {interview_id}", interview_id, 60_000)
    await store.usage.reserve(interview_id, owner, Amount(tokens_in=1), Limits())
    await store.scorecards.ask(ScorecardRow(interview_id, "star", "", "2026-01-02T11:00:00Z"))
    link = f"lnk_{interview_id}", f"link to {interview_id}", interview_id
    await store.links.add(Link(*link, "2026-01-02T11:00:00Z", "2026-01-09T11:00:00Z", ()))
    await store.keys.put(sealed_key(f"key of {interview_id}", owner))
    await store.plans.put(plan_row(f"plan of {interview_id}", owner))
    await store.retries.put(RetryRow(interview_id, interview_id, 1))
    await store.drills.put(DrillRow(interview_id, 1, {}, "2026-01-09T11:00:00Z"), 0)
    await store.interviews.correct(interview_id, 1, "as it was said")
    await store.wordings.keep(interview_id, 1, "as it would be said")
    await store.folders.put(sealed_folder(interview_id), "2026-01-02T11:00:00Z")
    await store.sounds.append(sealed_sound(interview_id))
    await store.circles.create(circle_row(f"circle of {interview_id}", owner))
    meeting = meeting_row(f"meeting of {interview_id}", f"circle of {interview_id}")
    cooldown = Cooldown(f"{owner[-1]}{interview_id[-1]}", "2026-06-01T00:00:00Z")
    await store.circles.admit(meeting, started(meeting.id), EARLIER, cooldown)
    await store.circles.take_up(meeting.id)
    await store.missions.put(meeting.id, "a lane")
    assert await store.missions.claim("a process", 60_000, at_once=9, per_minute=9) == meeting.id
    await store.circles.notify(f"meeting of {interview_id}", "a line", f"key of {interview_id}")


async def spoken(store: SqlStore, meeting_id: str) -> None:
    """A model was used for it."""
    made = await store.usage.reserve(meeting_id, OWNED, Amount(tokens_in=1), Limits(), "meeting")
    assert made is not None


CIRCLES = ("circle", "meeting", "meeting_entry", "notice", "meeting_attempt", "cooldown")


async def rows(store: SqlStore) -> dict[str, list[str]]:
    """Every row of every table, as text."""
    found = {}
    async with store.database.transaction() as connection:
        for table in metadata.tables.values():
            if table.name in ("executor", "reach", "admission"):  # processes and programs, nobody's
                continue
            found[table.name] = [str(row) for row in await connection.execute(select(table))]
    return found


async def test_erasing_an_interview(store: SqlStore) -> None:
    """No table names an erased interview; the owner's keys, plans and circles, what they used, and other
    interviews stay."""
    await fill(store, "int-gone", OWNED)
    await fill(store, "int-stays", OWNED)
    assert all(len(kept) == 2 for kept in (await rows(store)).values())
    await erase(store.interviews, NoRooms(), "int-gone")
    left = await rows(store)
    kept = ("provider_key", "plan", "usage", "meeting_lease", *CIRCLES)
    assert [len(left.pop(name)) for name in kept] == [2] * len(kept)
    assert {name: len(kept) for name, kept in left.items()} == dict.fromkeys(left, 1)
    assert "int-gone" not in str(left)


async def test_erasing_an_owner(store: SqlStore) -> None:
    """No table names a forgotten owner or one of their interviews; nobody else loses anything."""
    await fill(store, "int-1", OWNED)
    await fill(store, "int-2", OWNED)
    await fill(store, "int-other", SHARED)
    await spoken(store, "meeting of int-1")
    assert await erase_owner(store, NoRooms(), OWNED) == 2
    left = await rows(store)
    assert len(left.pop("meeting_lease")) == 3  # they count for their minute
    assert {name: len(kept) for name, kept in left.items()} == dict.fromkeys(left, 1)
    for gone in (OWNED, "int-1", "int-2"):
        assert gone not in str(left)


async def test_erasing_a_conversation(store: SqlStore) -> None:
    """No table names an erased conversation between agents; its circle, its cooldown and the others stay."""
    await fill(store, "int-gone", OWNED)
    await fill(store, "int-stays", OWNED)
    await spoken(store, "meeting of int-gone")
    await store.circles.delete_meeting("meeting of int-gone")
    left = await rows(store)
    assert {name: len(left[name]) for name in CIRCLES} == {
        **dict.fromkeys(CIRCLES, 1),
        "circle": 2,
        "cooldown": 2,
    }
    assert "meeting of int-gone" not in str(left)


async def test_old_circles_go(store: SqlStore) -> None:
    """After the retention time a circle goes with all that was said in it, and of others what is old."""
    await store.circles.create(circle_row("old"))
    await store.circles.create(circle_row("young", closes_at="2026-06-01T00:00:00Z"))
    for name, circle in (("a", "old"), ("b", "young"), ("c", "young")):
        await admitted(store, name, circle)
    await store.circles.set_status("b", "ended", "2026-01-03T00:00:00Z")
    await store.circles.set_status("c", "ended", "2026-02-20T00:00:00Z")
    assert await purge_circles(store.circles, datetime(2026, 3, 1, tzinfo=UTC), 30) == 1
    assert await store.circles.find("old") is None
    found = [await store.circles.meeting_by_id(name) for name in "abc"]
    assert [row and row.id for row in found] == [None, None, "c"]


async def test_old_keys_go(store: SqlStore) -> None:
    """A key that was entered longer ago than a cookie can last is erased, whoever owns it."""
    for name, entered in (("old", "2025-01-01T00:00:00Z"), ("new", "2026-01-01T00:00:00Z")):
        await store.keys.put(sealed_key(name, SHARED, created_at=entered))
    now = datetime(2026, 3, 1, tzinfo=UTC)
    assert [await purge_keys(store.keys, now), await purge_keys(store.keys, now)] == [1, 0]
    assert [row.id for row in await store.keys.all()] == ["new"]


async def test_usage_without_an_interview_goes_after_a_day(store: SqlStore) -> None:
    """What an erased interview used is kept for as long as a ceiling counts it, and no longer."""
    await fill(store, "int-gone", OWNED)
    await fill(store, "int-stays", OWNED)
    await erase(store.interviews, NoRooms(), "int-gone")
    now = datetime.now(UTC)
    later = now + timedelta(hours=25)
    assert [await purge_usage(store.usage, then) for then in (now, later)] == [0, 1]
    (left,) = (await rows(store))["usage"]
    assert "int-stays" in left
