"""`greenroom upgrade`: whether this program can take over what is kept, and bringing it up to date."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Final

from greenroom import __version__
from greenroom import settings as configuration
from greenroom.adapters.storage import SchemaState, open_store, unchanged_store
from greenroom.settings import Settings

MEANINGS: Final = {
    SchemaState.EMPTY: "There is no data yet. greenroom serve makes the database.",
    SchemaState.CURRENT: "The database is up to date. Nothing has to be done.",
    SchemaState.NEWER: "A newer Greenroom has added to the database, and this one can go on with it.",
    SchemaState.OLDER: "The database is older than this program. Make a backup (greenroom backup FILE), end "
    "every serve and worker of the older version, then run greenroom upgrade, or start greenroom serve.",
}


def main(*, check: bool, as_json: bool) -> int:
    """0: up to date, or brought there; 1: an upgrade is due. Raises `OperatorFault` for a database of
    a newer program."""
    settings = configuration.load()
    schema_state = asyncio.run(_schema_state(settings))
    if not check and schema_state is SchemaState.OLDER:
        asyncio.run(_upgraded(settings))
        schema_state = SchemaState.CURRENT
    told = MEANINGS[schema_state]
    if as_json:
        print(
            json.dumps({"greenroom": __version__, "database": schema_state.value, "detail": told})
        )
    else:
        print(f"Greenroom {__version__}. {told}")
    return int(schema_state is SchemaState.OLDER)


async def _schema_state(settings: Settings) -> SchemaState:
    where = settings.store
    if isinstance(where, Path) and not where.exists():
        return SchemaState.EMPTY
    async with unchanged_store(where) as store:
        return await store.database.schema_state()


async def _upgraded(settings: Settings) -> None:
    store = await open_store(settings.store)
    await store.aclose()
