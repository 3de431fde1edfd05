"""A queue for a database's only connection. Journal lines of running interviews go before everything else."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

LONGEST_WAIT_S: Final = 30.0
"""As long as a pool of connections waits."""


class ConnectionQueue:
    """One holder at a time. Callers with `first` go before the others; among equals the order is that of
    arrival."""

    def __init__(self, longest_wait_s: float = LONGEST_WAIT_S) -> None:
        self._longest_wait_s = longest_wait_s
        self._taken = False
        self._first: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def turn(self, *, first: bool = False) -> AsyncIterator[None]:
        """Raises `TimeoutError` when it does not come."""
        await self._take(self._first if first else self._others)
        try:
            yield
        finally:
            self._pass_on()

    async def _take(self, queue: deque[asyncio.Future[None]]) -> None:
        if not self._taken:
            self._taken = True
            return
        mine = asyncio.get_running_loop().create_future()
        queue.append(mine)
        try:
            async with asyncio.timeout(self._longest_wait_s):
                await mine
        except BaseException:
            with suppress(ValueError):
                queue.remove(mine)
            if mine.done() and not mine.cancelled():  # it came while we were leaving
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        for queue in (self._first, self._others):
            while queue:
                following = queue.popleft()
                if not following.done():
                    following.set_result(None)
                    return
        self._taken = False
