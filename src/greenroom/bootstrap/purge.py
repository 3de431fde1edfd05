"""`greenroom purge`: erase what is past its retention time, and every trace of what was erased."""

from __future__ import annotations

import asyncio

from greenroom import settings as configuration
from greenroom.adapters.storage import open_store
from greenroom.app.erasure import purge_all
from greenroom.bootstrap.clock import utc_now
from greenroom.data_directory import prepare_data
from greenroom.settings import Settings


class NoRooms:
    """No interview runs in this process."""

    async def end(self, interview_id: str) -> None:
        """Nothing to stop. A server's own session finds its journal gone and ends itself."""


def main() -> int:
    """Purge and say how many interviews went."""
    settings = configuration.load()
    prepare_data(settings)
    print(f"interviews erased: {asyncio.run(_purged(settings))}")
    return 0


async def _purged(settings: Settings) -> int:
    store = await open_store(settings.store, settings.ledger)
    try:
        now = utc_now()
        erased, _ = await purge_all(store, NoRooms(), now, settings.retention_days)
        await store.database.scrub()  # also when an earlier deletion could not
        return erased
    finally:
        await store.aclose()
