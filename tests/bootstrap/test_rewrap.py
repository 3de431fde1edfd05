"""`greenroom rewrap`: after a change of the key-encryption key the old one is needed for nothing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app import plans
from greenroom.app.ports import SOUND_HZ, OperatorFault
from greenroom.app.preparation.desk import PreparationDesk
from greenroom.bootstrap import rewrap
from greenroom.bootstrap.keys import key_ring
from greenroom.bootstrap.preparing import preparation_desk, sound_archive
from greenroom.settings import Settings, sealing_keys
from greenroom.testing import interview_row, sealed_key

OLD, NEW = new_key(), new_key()
NOW = datetime(2026, 1, 2, 10, 0, tzinfo=UTC)
ROW = interview_row("int_1", sound=True, plan_toml=plans.source_of("two-stage"))
LOUD = b"\x00\x20" * SOUND_HZ


def settings_of(place: Path, *keys: str) -> Settings:
    return Settings(data=place, key_encryption_key=SecretStr(",".join(keys)))


async def fill(settings: Settings) -> None:
    """One of each sort."""
    store = await open_store(settings.store)
    await store.interviews.create(ROW)
    vault = SealingVault.of(sealing_keys(settings))
    await store.keys.put(vault.sealed(sealed_key("key_1"), SecretStr("sk-some-key")))
    await papers(settings, store).begin(ROW, "Requirements:\n- Python", "")
    await sound_archive(settings, store).keeper(ROW.id)(1_000, LOUD)
    await store.aclose()


def papers(settings: Settings, store: SqlStore) -> PreparationDesk:
    return preparation_desk(settings, store, key_ring(settings, store), lambda: NOW)


async def opened(settings: Settings) -> tuple[str, str, int]:
    """The key, the job text, the length of the sound; by these settings' keys alone."""
    store = await open_store(settings.store)
    try:
        (row,) = await store.keys.all()
        key = SealingVault.of(sealing_keys(settings)).opened(row).get_secret_value()
        job = (await papers(settings, store).folder(ROW)).job
        wav = await sound_archive(settings, store).wav(ROW, 1_000, 2_000)
        return key, job, len(wav)
    finally:
        await store.aclose()


def asked(monkeypatch: pytest.MonkeyPatch, place: Path, *keys: str) -> None:
    monkeypatch.setenv("GREENROOM_DATA", str(place))
    monkeypatch.setenv("GREENROOM_KEY_ENCRYPTION_KEY", ",".join(keys))


async def test_the_old_key_can_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Keys, papers and sound open by the new one alone; a second time there is nothing to do."""
    await fill(settings_of(tmp_path, OLD))
    with pytest.raises(OperatorFault):
        await opened(settings_of(tmp_path, NEW))
    asked(monkeypatch, tmp_path, NEW, OLD)
    for moved in (1, 0):
        assert await asyncio.to_thread(rewrap.main) == 0
        said = capsys.readouterr().out.splitlines()
        names = "keys", "papers", "pieces of sound"
        assert said == [f"{name} sealed anew: {moved}" for name in names]
    key, job, length = await opened(settings_of(tmp_path, NEW))
    assert (key, job) == ("sk-some-key", "Requirements:\n- Python")
    assert length > len(LOUD)


async def test_what_does_not_open_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the key that sealed them all stay as they are, and it is said how many; with it they open."""
    await fill(settings_of(tmp_path, OLD))
    asked(monkeypatch, tmp_path, NEW)
    with pytest.raises(OperatorFault, match="1 of keys, 1 of papers, 1 of pieces of sound"):
        await asyncio.to_thread(rewrap.main)
    assert (await opened(settings_of(tmp_path, OLD)))[0] == "sk-some-key"
