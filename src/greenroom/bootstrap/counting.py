"""The counters of the settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.app.ports import Counters, OperatorFault
from greenroom.bootstrap.output import say
from greenroom.data_directory import signing_secret
from greenroom.settings import PREFIX, Settings

LACKING = (
    f"{PREFIX}REDIS names a Redis, and the library for it is not installed: "
    "pip install 'greenroom[redis]'"
)


@asynccontextmanager
async def counters(settings: Settings) -> AsyncIterator[Counters]:
    """Those of a Redis, where one is set; else of this process. Raises `OperatorFault` where the library for
    it is missing."""
    address = settings.redis.get_secret_value()
    if not address:
        yield MemoryCounters()
        return
    try:
        from greenroom.adapters.counters.redis import RedisCounters
    except ImportError:
        raise OperatorFault(LACKING) from None
    shared = RedisCounters(address, signing_secret(settings))
    try:
        if not await shared.check():
            say(
                f"the Redis of {PREFIX}REDIS cannot be used: until it can, limits are counted here alone"
            )
        yield shared
    finally:
        await shared.aclose()
