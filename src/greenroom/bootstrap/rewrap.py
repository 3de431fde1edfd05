"""`greenroom rewrap`: seal again, by the first key-encryption key, what the ones behind it sealed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from greenroom import settings as configuration
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.vault import SealingVault
from greenroom.app.ports import OperatorFault
from greenroom.app.rewrapping import Rewrapped, rewrap_keys, rewrap_papers, rewrap_sound
from greenroom.bootstrap.kept_secrets import check_key, is_sound, try_all
from greenroom.data_directory import SEALING_FILE, prepare_data, sealing_keys
from greenroom.settings import PREFIX, Settings


def main(*, forget: bool = False) -> int:
    """Say how many rows of each sort were moved, and raise `OperatorFault` where some do not open;
    `forget`: erase those, and make a new key where it was lost."""
    settings = configuration.load()
    prepare_data(settings)
    asyncio.run(_rewrap(settings, forget=forget))
    return 0


async def _rewrap(settings: Settings, *, forget: bool) -> None:
    store = await open_store(settings.store)
    try:
        if not forget:
            await check_key(settings, store)
        elif not is_sound(settings) and not settings.key_encryption_key.get_secret_value():
            (settings.data / SEALING_FILE).unlink(missing_ok=True)
        vault = SealingVault.of(sealing_keys(settings))
        done = await _each(store, vault)
        for name, rows in done.items():
            print(f"{name} sealed again: {rows.moved}")
        if forget:
            await _forget(store, vault)
        await store.database.scrub()  # of what the older key opens, and of what was erased
    finally:
        await store.aclose()
    closed = [f"{rows.closed} of {name}" for name, rows in done.items() if rows.closed]
    if closed and not forget:
        raise OperatorFault(
            f"sealed by no key that is here, and left as they were: {', '.join(closed)}; if there is "
            f"an older key, put it behind the others in {PREFIX}KEY_ENCRYPTION_KEY, and rewrap again; "
            "greenroom rewrap --forget erases them"
        )


async def _forget(store: SqlStore, vault: SealingVault) -> None:
    for name, rows in (await try_all(store, vault)).items():
        await store.forget(name, rows.lost)
        print(f"{name} erased, for no key opened them: {rows.closed}")


async def _each(store: SqlStore, vault: SealingVault) -> Mapping[str, Rewrapped]:
    return {
        "keys": await rewrap_keys(store.keys, vault),
        "papers": await rewrap_papers(store.folders, vault),
        "pieces of sound": await rewrap_sound(store.sounds, vault),
    }
