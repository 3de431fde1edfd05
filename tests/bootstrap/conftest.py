"""A store with one of each sort of what is sealed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr
from tests.support.databases import empty_sqlite

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.vault import SealingVault
from greenroom.app import plans
from greenroom.app.ports import SOUND_HZ
from greenroom.app.preparation.service import PreparationService
from greenroom.bootstrap.keys import key_ring
from greenroom.bootstrap.preparing import preparation_service, sound_archive
from greenroom.data_directory import sealing_keys
from greenroom.settings import Settings
from greenroom.testing import interview_row, sealed_key

NOW = datetime(2026, 1, 2, 10, 0, tzinfo=UTC)
ROW = interview_row("int_1", sound=True, plan_toml=plans.source_of("two-stage"))
LOUD = b"\x00\x20" * SOUND_HZ


async def fill(settings: Settings) -> None:
    """A key, papers and a second of sound, sealed by the first key-encryption key of these settings."""
    if isinstance(settings.store, Path) and not settings.store.exists():
        empty_sqlite(settings.store)
    store = await open_store(settings.store)
    await store.interviews.create(ROW)
    vault = SealingVault.of(sealing_keys(settings))
    await store.keys.put(vault.sealed(sealed_key("key_1"), SecretStr("sk-some-key")))
    await papers(settings, store).begin(ROW, "Requirements:\n- Python", "")
    await sound_archive(settings, store).keeper(ROW.id)(1_000, LOUD)
    await store.aclose()


def papers(settings: Settings, store: SqlStore) -> PreparationService:
    return preparation_service(settings, store, key_ring(settings, store), lambda: NOW)
