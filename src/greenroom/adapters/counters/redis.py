"""`app.ports.Counters` of all processes that name the same Redis.

Keys are keyed hashes: Redis holds no owner and no address. No request fails or waits long because of Redis:
while it cannot be reached, this process counts in memory for itself.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any, Final, TypeVar, cast

import structlog
from limits.aio.storage import RedisStorage
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import RedisError

from greenroom.adapters.counters.memory import FirstSeen, MemoryCounters

PREFIX: Final = "greenroom"
"""All keys in Redis begin with it."""
WAIT_S: Final = 0.5
"""The longest that one request waits for Redis, connecting included."""
PAUSE_S: Final = 5.0
"""After a failure Redis is not asked for so long."""
KNOWN_S: Final = 24 * 3600
"""For so long it is remembered when a key was first seen."""
CONNECTIONS: Final = 16
"""Of one process, at most."""

T = TypeVar("T")

log = structlog.get_logger(__name__)


class RedisCounters:
    """Counts together with all processes that have the same address and secret."""

    def __init__(
        self,
        address: str,
        secret: bytes,
        *,
        clock: Callable[[], float] = monotonic,
        wait_s: float = WAIT_S,
    ) -> None:
        """`address` holds the password. `secret` keys the hashes of what is counted. `clock` gives seconds."""
        self._secret, self._clock, self._wait_s = secret, clock, wait_s
        self._pool = BlockingConnectionPool.from_url(address, max_connections=CONNECTIONS)
        self._redis = Redis(connection_pool=self._pool)
        self._storage = RedisStorage(
            address,
            implementation="redispy",
            key_prefix=PREFIX,
            connection_pool=cast("Any", self._pool),  # documented, but for its types
        )
        self._memory = MemoryCounters()
        self._first_seen = FirstSeen()
        self._ask_again_at: float | None = None
        """None while Redis answers."""

    async def add(self, key: str, window_s: int) -> int:
        count = await self._asked(partial(self._storage.incr, self._hashed(key), window_s))
        return await self._memory.add(key, window_s) if count is None else count

    async def first_seen(self, key: str, now: float) -> float:
        """Redis is asked once for each key: the answer does not change."""
        known = self._first_seen.get(key)
        if known is not None:
            return known
        first = await self._asked(partial(self._first_in_redis, self._hashed(key), now))
        return self._first_seen.put(key, now if first is None else first)

    async def clear(self, key: str) -> None:
        await self._memory.clear(key)
        await self._asked(partial(self._storage.clear, self._hashed(key)))

    async def check(self) -> bool:
        """Whether Redis answers. A warning is logged where it does not."""
        return await self._asked(partial(self._storage.get, self._hashed("check"))) is not None

    async def aclose(self) -> None:
        await self._redis.aclose()
        await self._pool.aclose()

    async def _first_in_redis(self, name: str, now: float) -> float:
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.set(f"{PREFIX}:{name}", now, nx=True, ex=KNOWN_S)
            pipe.get(f"{PREFIX}:{name}")
            _, first = await pipe.execute()
        return float(first)

    def _hashed(self, key: str) -> str:
        return hmac.new(self._secret, f"rate limit {key}".encode(), "sha256").hexdigest()

    async def _asked(self, question: Callable[[], Awaitable[T]]) -> T | None:
        """What Redis says; None while it cannot be reached."""
        if self._ask_again_at is not None:
            if self._clock() < self._ask_again_at:
                return None
            self._pause()  # this caller tries, and no other meanwhile
        try:
            async with asyncio.timeout(self._wait_s):
                answer = await question()
        except (RedisError, OSError) as error:
            if self._ask_again_at is None:
                log.warning("redis_away", exc_info=error)
            self._pause()
            return None
        if self._ask_again_at is not None:
            self._ask_again_at = None
            log.warning("redis_back")
        return answer

    def _pause(self) -> None:
        self._ask_again_at = self._clock() + PAUSE_S
