"""Before a process makes or uses the server's secrets: whether what is kept would be lost with them.

A new key over sealed rows, or a new secret over owners' interviews, would lose them without a word. So
where rows are kept, a secret that is missing or damaged, or that opens none of them, stops the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from greenroom.adapters.storage import SqlStore
from greenroom.adapters.vault import SealingVault
from greenroom.app.ports import OperatorFault
from greenroom.app.sealed import Tried, try_keys, try_papers, try_sound
from greenroom.data_directory import SEALING_FILE, SIGNING_FILE, kept_in, sealing_keys
from greenroom.settings import PREFIX, Settings

SEALED: Final = ("keys", "papers", "pieces of sound")
OWNED: Final = ("interviews", "circles", "plans", "keys")
MAKE: Final = "openssl rand -base64 32"
FORGET: Final = "or erase what does not open by: greenroom rewrap --forget"


async def check_sealing(settings: Settings, store: SqlStore) -> None:
    """Raises `OperatorFault` where nothing of what is sealed would open."""
    await check_key(settings, store)
    tried = (await try_all(store, SealingVault.of(sealing_keys(settings)), some=True)).values()
    if any(one.rows for one in tried) and all(one.closed == one.rows for one in tried):
        lost = _told(await store.counted(), SEALED)
        raise OperatorFault(
            f"the key in {origin(settings)} opens nothing of what is kept: {lost}; put the key that "
            f"sealed them there, or behind it with a comma, {FORGET}"
        )


async def check_key(settings: Settings, store: SqlStore) -> None:
    """Raises `OperatorFault` where something is sealed, and the key is missing or damaged."""
    lost = _told(await store.counted(), SEALED)
    path = settings.data / SEALING_FILE
    if not lost:
        return
    if not settings.key_encryption_key.get_secret_value() and not path.exists():
        state = f"{path} is missing"
    elif not is_sound(settings):
        state = f"{origin(settings)} is damaged"
    else:
        return
    raise OperatorFault(
        f"{state}, and without the key {lost} that are kept cannot be opened; restore the file, or "
        f"set {PREFIX}KEY_ENCRYPTION_KEY to the key, {FORGET}"
    )


def is_sound(settings: Settings) -> bool:
    """Whether the key-encryption key is there and has the form of one."""
    given = settings.key_encryption_key.get_secret_value()
    written = given or kept_in(settings.data / SEALING_FILE)
    try:
        SealingVault.of(written or "")
    except OperatorFault:
        return False
    return True


def origin(settings: Settings) -> str:
    """Where the key-encryption key is taken from, for people."""
    given = settings.key_encryption_key.get_secret_value()
    return f"{PREFIX}KEY_ENCRYPTION_KEY" if given else str(settings.data / SEALING_FILE)


async def check_cookies(settings: Settings, store: SqlStore) -> None:
    """Raises `OperatorFault` where a new secret would end the cookies of owners who have something."""
    path = settings.data / SIGNING_FILE
    if settings.secret.get_secret_value() or kept_in(path) is not None:
        return
    lost = _told(await store.counted(), OWNED)
    if lost:
        raise OperatorFault(
            f"{path} is {'damaged' if path.exists() else 'missing'}, and with a new one no browser "
            f"could open what it has here any more ({lost}); restore "
            f"the file, or set {PREFIX}SECRET to what was in it, or give them up by: {MAKE} > {path}"
        )


async def try_all(store: SqlStore, vault: SealingVault, *, some: bool = False) -> dict[str, Tried]:
    """What of each sort opens; `some`: by the first ones of each."""
    return {
        "keys": await try_keys(store.keys, vault),
        "papers": await try_papers(store.folders, vault, some=some),
        "pieces of sound": await try_sound(store.sounds, vault, some=some),
    }


def _told(counted: Mapping[str, int], sorts: Sequence[str]) -> str:
    """`2 keys, 1 papers`; empty where there are none."""
    return ", ".join(f"{counted[sort]} {sort}" for sort in sorts if counted[sort])
