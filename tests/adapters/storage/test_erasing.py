"""What is left in the tables when an interview, or an owner, is forgotten: on both databases."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select

from greenroom.adapters.storage import SqlStore
from greenroom.adapters.storage.tables import metadata
from greenroom.app.erasure import erase, erase_owner, purge_keys
from greenroom.app.ports import Amount, Limits
from greenroom.bootstrap.purge import NoRooms
from greenroom.testing import interview_row, sealed_key

OWNED, SHARED = "own-gone", "own-stays"


async def fill(store: SqlStore, interview_id: str, owner: str) -> None:
    """A row in every table."""
    await store.interviews.create(interview_row(interview_id, owner, mode="livekit"))
    await store.interviews.journal(interview_id).append("one")
    await store.leases.take(interview_id, f"job of {interview_id}", 60_000)
    await store.tickets.issue(f"digest of {interview_id}", interview_id, 60_000)
    await store.usage.reserve(interview_id, owner, Amount(tokens_in=1), Limits())
    await store.keys.put(sealed_key(f"key of {interview_id}", owner))


async def rows(store: SqlStore) -> dict[str, list[str]]:
    """Every row of every table, as text."""
    found = {}
    async with store.database.transaction() as connection:
        for table in metadata.tables.values():
            found[table.name] = [str(row) for row in await connection.execute(select(table))]
    return found


async def test_erasing_an_interview(store: SqlStore) -> None:
    """No table names an erased interview; the owner's keys, and other interviews, stay."""
    await fill(store, "int-gone", OWNED)
    await fill(store, "int-stays", OWNED)
    assert all(len(kept) == 2 for kept in (await rows(store)).values())
    await erase(store.interviews, NoRooms(), "int-gone")
    left = await rows(store)
    assert len(left.pop("provider_key")) == 2
    assert {name: len(kept) for name, kept in left.items()} == dict.fromkeys(left, 1)
    assert "int-gone" not in str(left)


async def test_erasing_an_owner(store: SqlStore) -> None:
    """No table names a forgotten owner or one of their interviews; nobody else loses anything."""
    await fill(store, "int-1", OWNED)
    await fill(store, "int-2", OWNED)
    await fill(store, "int-other", SHARED)
    assert await erase_owner(store, NoRooms(), OWNED) == 2
    left = await rows(store)
    assert {name: len(kept) for name, kept in left.items()} == dict.fromkeys(left, 1)
    for gone in (OWNED, "int-1", "int-2"):
        assert gone not in str(left)


async def test_old_keys_go(store: SqlStore) -> None:
    """A key that was entered longer ago than a cookie can last is erased, whoever owns it."""
    for name, entered in (("old", "2025-01-01T00:00:00Z"), ("new", "2026-01-01T00:00:00Z")):
        await store.keys.put(sealed_key(name, SHARED, created_at=entered))
    now = datetime(2026, 3, 1, tzinfo=UTC)
    assert [await purge_keys(store.keys, now), await purge_keys(store.keys, now)] == [1, 0]
    assert [row.id for row in await store.keys.all()] == ["new"]
