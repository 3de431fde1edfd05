"""The checks that every store's folders must pass."""

from __future__ import annotations

from greenroom.app.ports import SealedFolder, Store
from greenroom.testing.interviews import interview_row

WHEN = "2026-01-02T10:00:00.000+00:00"


def sealed_folder(
    interview_id: str, revision: int = 1, sealed: bytes = b"\x00\x01"
) -> SealedFolder:
    """A folder that nobody can open."""
    return SealedFolder(interview_id, sealed, revision)


class FoldersConformance:
    """What every store does with folders; part of `StoreConformance`."""

    async def test_folder_is_found_as_it_was_put(self, store: Store) -> None:
        """A folder comes back byte for byte; an interview without one has none."""
        await store.interviews.create(interview_row("a"))
        assert await store.folders.find("a") is None
        kept = sealed_folder("a", sealed=bytes(range(256)))
        assert await store.folders.put(kept, WHEN)
        assert await store.folders.find("a") == kept

    async def test_folder_is_changed_by_one_at_a_time(self, store: Store) -> None:
        """Of two that change the same folder the one that fell behind is told so."""
        await store.interviews.create(interview_row("a"))
        assert await store.folders.put(sealed_folder("a"), WHEN)
        assert not await store.folders.put(sealed_folder("a"), WHEN)
        assert await store.folders.put(sealed_folder("a", 2, b"second"), WHEN)
        assert not await store.folders.put(sealed_folder("a", 2, b"late"), WHEN)
        found = await store.folders.find("a")
        assert found is not None
        assert (found.sealed, found.revision) == (b"second", 2)

    async def test_folder_goes_when_the_interview_ends(self, store: Store) -> None:
        """An interview that ended, or was deleted, has no folder; another's stays."""
        for name in ("ended", "deleted", "other"):
            await store.interviews.create(interview_row(name))
            assert await store.folders.put(sealed_folder(name), WHEN)
        await store.interviews.set_status("ended", "running")
        assert await store.folders.find("ended") is not None
        await store.interviews.set_status("ended", "ended", WHEN)
        await store.interviews.delete("deleted")
        assert await store.folders.find("ended") is None
        assert await store.folders.find("deleted") is None
        assert await store.folders.find("other") is not None

    async def test_folder_only_before_the_interview(self, store: Store) -> None:
        """Nothing is handed in once the interview has begun, nor for one that is not there."""
        await store.interviews.create(interview_row("a"))
        assert await store.folders.put(sealed_folder("a"), WHEN)
        for status in ("running", "ended"):
            await store.interviews.set_status("a", status)
            assert not await store.folders.put(sealed_folder("a"), WHEN)
            assert not await store.folders.put(sealed_folder("a", 2), WHEN)
        assert not await store.folders.put(sealed_folder("b"), WHEN)

    async def test_folders_are_sealed_again(self, store: Store) -> None:
        """All can be gone through by the page, also of interviews that run; what is sealed again takes the
        place of its own revision, and of no other's. It is not younger by it."""
        for name in ("c", "a", "b"):
            await store.interviews.create(interview_row(name))
            assert await store.folders.put(sealed_folder(name), WHEN)
        await store.interviews.set_status("a", "running")
        assert await store.folders.put(sealed_folder("b", 2, b"changed"), WHEN)
        first = await store.folders.page("", 2)
        assert first == [sealed_folder("a"), sealed_folder("b", 2, b"changed")]
        assert await store.folders.page("b", 2) == [sealed_folder("c")]
        for late in (sealed_folder("b", 1, b"late"), sealed_folder("d", 1, b"never there")):
            await store.folders.reseal(late)
        await store.folders.reseal(sealed_folder("a", 1, b"again"))
        assert await store.folders.page("", 9) == [
            sealed_folder("a", 1, b"again"),
            sealed_folder("b", 2, b"changed"),
            sealed_folder("c"),
        ]
        assert await store.folders.purge(f"{WHEN}0") == 3

    async def test_old_folders_are_purged(self, store: Store) -> None:
        """Folders that nobody changed for long go; their interviews stay."""
        for name, changed in (("old", "2026-01-01T00:00:00"), ("new", "2026-02-01T00:00:00")):
            await store.interviews.create(interview_row(name))
            assert await store.folders.put(sealed_folder(name), changed)
        assert await store.folders.purge("2026-01-15T00:00:00") == 1
        assert await store.folders.find("old") is None
        assert await store.folders.find("new") is not None
        assert await store.interviews.find("old") is not None
