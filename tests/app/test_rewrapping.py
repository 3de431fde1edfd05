"""All that an older key-encryption key sealed is sealed again, page by page."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app import sealed
from greenroom.app.ports import SealedFolder, SealedSound
from greenroom.app.preparation.service import about_papers
from greenroom.app.rewrapping import Rewrapped, rewrap_keys, rewrap_papers, rewrap_sound
from greenroom.app.sound import about_sound
from greenroom.testing import interview_row, sealed_key

OLD, NEW, LOST = new_key(), new_key(), new_key()
A_PAGE = 10
"""Rows; a hundred of them would be as many pages, and ten times the work."""
MANY = 2 * A_PAGE + 1
WHEN = "2026-01-02T10:00:00.000Z"


@pytest.fixture
async def store(monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """As many of each sort as make three pages, by the old key; the first of each by one that is lost."""
    monkeypatch.setitem(vars(sealed), "AT_ONCE", A_PAGE)
    store = MemoryStore()
    vaults = [SealingVault.of(LOST), *[SealingVault.of(OLD)] * (MANY - 1)]
    for n, vault in enumerate(vaults):
        name = f"i{n:03}"
        await store.keys.put(vault.sealed(sealed_key(name), SecretStr("sk-some-key")))
        await store.interviews.create(interview_row(name, sound=True))
        papers = vault.seal(about_papers(name), b"papers")
        assert await store.folders.put(SealedFolder(name, papers, 1), WHEN)
        sound = vault.seal(about_sound("i000", 1_000 * n), b"sound")
        await store.sounds.append(SealedSound("i000", 1_000 * n, 1_000, sound))
    return store


async def test_everything_is_moved_once(store: MemoryStore) -> None:
    """What opens by a key that is here opens by the new one alone afterwards, and is not moved again;
    what does not is counted, stays as it is, and keeps nothing else from being moved."""
    both = SealingVault.of(f"{NEW} {OLD}")
    lost = (await store.folders.find("i000"), (await store.sounds.page(("", 0), 1)))
    for moved in (MANY - 1, 0):
        done = Rewrapped(moved=moved, closed=1)
        assert await rewrap_keys(store.keys, both) == done
        assert await rewrap_papers(store.folders, both) == done
        assert await rewrap_sound(store.sounds, both) == done
    new = SealingVault.of(NEW)
    for row in list(await store.keys.all())[1:]:
        assert new.opened(row).get_secret_value() == "sk-some-key"
    for folder in await store.folders.page("i000", MANY):
        assert new.unseal(about_papers(folder.interview_id), folder.sealed) == b"papers"
    for sound in await store.sounds.page(("i000", 0), MANY):
        assert new.unseal(about_sound("i000", sound.at_ms), sound.sealed) == b"sound"
    assert (await store.folders.find("i000"), (await store.sounds.page(("", 0), 1))) == lost


async def test_where_nothing_is_sealed() -> None:
    """A server of one's own that wants no key has an empty one: there is nothing to open."""
    empty = MemoryStore()
    await empty.keys.put(sealed_key("k", sealed=b""))
    vault = SealingVault.of(NEW)
    assert await rewrap_keys(empty.keys, vault) == Rewrapped()
    assert await rewrap_papers(empty.folders, vault) == Rewrapped()
    assert await rewrap_sound(empty.sounds, vault) == Rewrapped()
