"""`greenroom upgrade`: whether this program can take over what is kept, and bringing it up to date."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Final

from greenroom import __version__
from greenroom import settings as configuration
from greenroom.adapters.storage import Standing, open_store, unchanged_store
from greenroom.settings import Settings

MEANINGS: Final = {
    Standing.EMPTY: "There is no data yet. greenroom serve makes the database.",
    Standing.CURRENT: "The database is up to date. Nothing has to be done.",
    Standing.NEWER: "A newer Greenroom has added to the database, and this one can go on with it.",
    Standing.OLDER: "The database is older than this program. Make a backup (greenroom backup FILE), end "
    "every serve and worker of the older version, then run greenroom upgrade, or start greenroom serve.",
}


def main(*, check: bool, as_json: bool) -> int:
    """0: up to date, or brought there; 1: an upgrade is due. Raises `OperatorFault` for a database of
    a newer program."""
    settings = configuration.load()
    standing = asyncio.run(_standing(settings))
    if not check and standing is Standing.OLDER:
        asyncio.run(_upgraded(settings))
        standing = Standing.CURRENT
    told = MEANINGS[standing]
    if as_json:
        print(json.dumps({"greenroom": __version__, "database": standing.value, "detail": told}))
    else:
        print(f"Greenroom {__version__}. {told}")
    return int(standing is Standing.OLDER)


async def _standing(settings: Settings) -> Standing:
    where = settings.store
    if isinstance(where, Path) and not where.exists():
        return Standing.EMPTY
    async with unchanged_store(where) as store:
        return await store.database.standing()


async def _upgraded(settings: Settings) -> None:
    store = await open_store(settings.store)
    await store.aclose()
