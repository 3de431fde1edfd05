"""The checks that every store's keys must pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from greenroom.app.ports import NotFound, Refused, SealedKey, Store


def sealed_key(key_id: str, owner: str = "owner-1", **changes: Any) -> SealedKey:
    """A key with plain values."""
    row = SealedKey(
        id=key_id,
        owner=owner,
        provider="openai",
        base_url=None,
        models={},
        voice=None,
        sealed=bytes(range(256)),
        last4="x7Qz",
        created_at="2026-01-02T10:00:00Z",
        checked_at=None,
    )
    return replace(row, **changes)


class KeysConformance:
    """What every store does with sealed keys; part of `StoreConformance`."""

    async def test_find_key(self, store: Store) -> None:
        """A key is found by its owner as it was stored, and by nobody else."""
        row = sealed_key("k", base_url="http://127.0.0.1:8080/v1", models={"llm": "small"})
        await store.keys.put(row)
        assert await store.keys.find("k", "owner-1") == row
        assert await store.keys.find("k", "owner-2") is None
        assert await store.keys.find("j", "owner-1") is None

    async def test_same_key_id_twice(self, store: Store) -> None:
        """A key's id is given away once."""
        await store.keys.put(sealed_key("k"))
        try:
            await store.keys.put(sealed_key("k", "owner-2"))
        except Refused:
            assert await store.keys.find("k", "owner-2") is None
        else:
            raise AssertionError("a second key with the same id was stored")

    async def test_keys_of_owner(self, store: Store) -> None:
        """An owner sees the own keys alone, newest first."""
        await store.keys.put(sealed_key("old", created_at="2026-01-01T00:00:00Z"))
        await store.keys.put(sealed_key("new", created_at="2026-01-03T00:00:00Z"))
        await store.keys.put(sealed_key("theirs", "owner-2"))
        assert [row.id for row in await store.keys.of_owner("owner-1")] == ["new", "old"]

    async def test_keys_of_everybody(self, store: Store) -> None:
        """All keys there are can be gone through, whoever owns them."""
        rows = [sealed_key("a", voice="ash"), sealed_key("b", "owner-2")]
        for row in rows:
            await store.keys.put(row)
        assert await store.keys.all() == rows

    async def test_replace_key(self, store: Store) -> None:
        """A key is replaced as a whole, and only by its owner."""
        await store.keys.put(sealed_key("k"))
        changed = sealed_key(
            "k", sealed=b"\x00other", last4="9999", checked_at="2026-02-01T00:00:00Z"
        )
        await store.keys.replace(changed)
        assert await store.keys.find("k", "owner-1") == changed
        for stranger in (sealed_key("k", "owner-2"), sealed_key("j")):
            try:
                await store.keys.replace(stranger)
            except NotFound:
                continue
            raise AssertionError("a key was replaced that is not there for this owner")
        assert await store.keys.find("k", "owner-1") == changed

    async def test_keys_are_sealed_again(self, store: Store) -> None:
        """What is sealed again takes the place of what it was made of: not of a key that its owner has
        entered meanwhile, nor of one that is gone."""
        first = sealed_key("k")
        await store.keys.put(first)
        await store.keys.reseal(sealed_key("k", sealed=b"again"), first.sealed)
        assert await store.keys.find("k", "owner-1") == sealed_key("k", sealed=b"again")
        entered = sealed_key("k", sealed=b"entered", last4="9999")
        await store.keys.replace(entered)
        await store.keys.reseal(sealed_key("k", sealed=b"late"), b"again")
        await store.keys.reseal(sealed_key("gone"), b"again")
        assert await store.keys.all() == [entered]

    async def test_delete_key(self, store: Store) -> None:
        """A key is deleted by its owner alone; deleting again is no error."""
        await store.keys.put(sealed_key("k"))
        await store.keys.delete("k", "owner-2")
        assert await store.keys.find("k", "owner-1") is not None
        await store.keys.delete("k", "owner-1")
        await store.keys.delete("k", "owner-1")
        assert await store.keys.find("k", "owner-1") is None

    async def test_delete_all_keys(self, store: Store) -> None:
        """A forgotten owner's keys are gone, others' stay."""
        for name, owner in (("a", "owner-1"), ("b", "owner-1"), ("c", "owner-2")):
            await store.keys.put(sealed_key(name, owner))
        await store.keys.delete_all("owner-1")
        assert await store.keys.of_owner("owner-1") == []
        assert [row.id for row in await store.keys.of_owner("owner-2")] == ["c"]
