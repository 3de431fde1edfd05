"""`greenroom rewrap`: after a change of the key-encryption key the old one is needed for nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.bootstrap.conftest import LOUD, ROW, fill, papers

from greenroom.adapters.storage import open_store
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap import rewrap
from greenroom.bootstrap.preparing import sound_archive
from greenroom.data_directory import sealing_keys
from greenroom.settings import Settings

OLD, NEW = new_key(), new_key()


def settings_of(place: Path, *keys: str) -> Settings:
    return Settings(data=place, key_encryption_key=SecretStr(",".join(keys)))


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
        assert said == [f"{name} sealed again: {moved}" for name in names]
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
