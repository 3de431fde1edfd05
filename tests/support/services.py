"""The services of the pages over a store in memory."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.adapters.opus import OpusCodec
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import SealingVault
from greenroom.app.providers.keys import KeyRing
from greenroom.app.sound import SoundArchive
from greenroom.web.services import Services


def services_over(
    store: MemoryStore, vault: SealingVault, now: datetime, provider: Any = None, **parts: Any
) -> Services:
    """What `parts` does not give is not there, and fails where it is used."""
    nothing = cast("Any", None)
    missing = dict.fromkeys(("preparation", "rooms", "health", "metrics", "seen"), nothing)
    given = {
        "store": store,
        "keys": KeyRing(store.keys, vault, provider),
        "sound": SoundArchive(store.sounds, vault, OpusCodec()),
        "counters": MemoryCounters(),
        "secret": b"a secret for tests alone, long enough",
        "now": lambda: now,
    }
    return Services(**(missing | given | parts))


def memory_at(now: datetime) -> MemoryStore:
    """A store whose clock stands still."""
    return MemoryStore(lambda: int(now.timestamp() * 1000))
