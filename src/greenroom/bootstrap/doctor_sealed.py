"""What `greenroom doctor` finds of what is sealed: whether providers' keys, papers and sound open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from greenroom.adapters.storage import SchemaState, SqlStore, unchanged_store
from greenroom.adapters.vault import SealingVault
from greenroom.app.ports import OperatorFault
from greenroom.app.sealed import Tried
from greenroom.bootstrap.doctor_result import Check, broken, looked
from greenroom.bootstrap.kept_secrets import check_cookies, check_key, try_all
from greenroom.data_directory import sealing_keys, signing_secret
from greenroom.settings import PREFIX, Settings

BEHIND: Final = (
    f"Put the key that sealed them behind today's in {PREFIX}KEY_ENCRYPTION_KEY, with a comma, and run: "
    "greenroom rewrap. "
)
LOST: Final[Mapping[str, str]] = {
    "keys": "If that does not help, have their owners enter them again.",
    "papers": "If that does not help, they are lost: their interviews are held without them.",
    "pieces of sound": "If that does not help, they are lost; the rest of the reports stays.",
}
"""What becomes of each sort when nothing opens it."""


def sealed(settings: Settings) -> Iterator[Check]:
    """Whether the key-encryption key is there, and what of each sort it opens. The database is only read."""
    found = looked("key-encryption key", lambda: asyncio.run(_origin(settings)))
    yield found
    if not found.ok:
        return
    try:
        tried = asyncio.run(_tried(settings))
    except Exception as error:  # noqa: BLE001 - see `broken`
        yield broken("sealed", error)
        return
    if tried is None:
        yield Check(
            "sealed",
            False,
            "not looked at: the database is of an older Greenroom",
            "Start greenroom serve, which brings it up to date, and look again.",
            required=False,
        )
        return
    for sort, rows in tried.items():
        yield _finding(sort, rows)


def cookies(settings: Settings) -> Check:
    """Whether the secret that signs cookies is there, where owners' cookies depend on it."""
    return looked("secret", lambda: asyncio.run(_secret(settings)))


async def _secret(settings: Settings) -> str:
    async with _current(settings) as store:
        if store is not None:
            await check_cookies(settings, store)
    signing_secret(settings)
    given = settings.secret.get_secret_value()
    return f"from {PREFIX}SECRET" if given else f"kept in {settings.data}"


async def _origin(settings: Settings) -> str:
    async with _current(settings) as store:
        if store is not None:
            await check_key(settings, store)
    SealingVault.of(sealing_keys(settings))
    given = settings.key_encryption_key.get_secret_value()
    return f"from {PREFIX}KEY_ENCRYPTION_KEY" if given else f"kept in {settings.data}"


@asynccontextmanager
async def _current(settings: Settings) -> AsyncIterator[SqlStore | None]:
    """The store, as it is; None where it is not there, or of another version."""
    if isinstance(settings.store, Path) and not settings.store.exists():
        yield None
        return
    async with unchanged_store(settings.store) as store:
        try:
            current = await store.database.schema_state() is SchemaState.CURRENT
        except OperatorFault:  # of a newer version, or not to be reached: other findings say so
            current = False
        yield store if current else None


async def _tried(settings: Settings) -> Mapping[str, Tried] | None:
    """By sort; None where the tables may not be there yet."""
    nothing = {sort: Tried() for sort in LOST}
    if isinstance(settings.store, Path) and not settings.store.exists():
        return nothing
    vault = SealingVault.of(sealing_keys(settings))
    async with unchanged_store(settings.store) as store:
        schema_state = await store.database.schema_state()
        if schema_state is not SchemaState.CURRENT:
            return nothing if schema_state is SchemaState.EMPTY else None
        return await try_all(store, vault)


def _finding(sort: str, tried: Tried) -> Check:
    name = f"sealed {sort.split()[-1]}"
    if not tried.rows:
        return Check(name, True, "none is kept")
    if not tried.closed:
        return Check(name, True, f"all {tried.rows} {sort} open")
    told = (
        f"{tried.closed} of {tried.rows} {sort} do not open by any key-encryption key that is here"
    )
    return Check(name, False, told, BEHIND + LOST[sort])
