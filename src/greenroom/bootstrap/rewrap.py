"""`greenroom rewrap`: seal anew, by the first key-encryption key, what the ones behind it sealed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from greenroom import settings as configuration
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.vault import SealingVault
from greenroom.app.ports import OperatorFault
from greenroom.app.rewrapping import Rewrapped, rewrap_keys, rewrap_papers, rewrap_sound
from greenroom.settings import PREFIX, Settings, sealing_keys


def main() -> int:
    """Say how many rows of each sort were moved, and raise `OperatorFault` where some do not open."""
    settings = configuration.load()
    configuration.prepare_data(settings)
    asyncio.run(_rewrap(settings))
    return 0


async def _rewrap(settings: Settings) -> None:
    vault = SealingVault.of(sealing_keys(settings))
    store = await open_store(settings.store)
    try:
        done = await _each(store, vault)
        for name, rows in done.items():
            print(f"{name} sealed anew: {rows.moved}")
        await store.database.scrub()  # of what the older key opens
    finally:
        await store.aclose()
    closed = [f"{rows.closed} of {name}" for name, rows in done.items() if rows.closed]
    if closed:
        raise OperatorFault(
            f"sealed by no key that is here, and left as they were: {', '.join(closed)}; if there is "
            f"an older key, put it behind the others in {PREFIX}KEY_ENCRYPTION_KEY, and rewrap again"
        )


async def _each(store: SqlStore, vault: SealingVault) -> Mapping[str, Rewrapped]:
    return {
        "keys": await rewrap_keys(store.keys, vault),
        "papers": await rewrap_papers(store.folders, vault),
        "pieces of sound": await rewrap_sound(store.sounds, vault),
    }
