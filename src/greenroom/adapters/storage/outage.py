"""Waits for a database server that does not answer for a moment. Callers get connections in the order in which
they came.

No other module retries. After `AWAY_S` without success the error is raised.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import structlog

from greenroom.app.ports import AWAY_S, Unreachable

T = TypeVar("T")

AGAIN_S: Final = 0.25
"""Between two tries, of all who wait together."""

log = structlog.get_logger(__name__)


class Outage:
    """What all who use one database know of its server."""

    def __init__(self) -> None:
        self._met = False
        """A server that never answered means a mistake in the settings, so nobody waits for it."""
        self._since: float | None = None
        self._fault: Unreachable | None = None
        self._line = asyncio.Lock()

    @property
    def hopeless(self) -> bool:
        """Nobody waits any longer."""
        return not self._met or (self._since is not None and _now() - self._since >= AWAY_S)

    async def over(self, connect: Callable[[], Awaitable[T]]) -> T:
        """What `connect` gives, tried again while it raises `Unreachable`. Raises that after `AWAY_S` without
        any answer of the server, and at once from then on until it answers."""
        if self._since is None or self.hopeless:
            try:
                return await self.once(connect)
            except Unreachable:
                if self.hopeless:
                    raise
        async with self._line:
            while True:
                if self._fault is not None and self.hopeless:
                    raise self._fault
                try:
                    return await self.once(connect)
                except Unreachable:
                    await asyncio.sleep(AGAIN_S)

    async def once(self, connect: Callable[[], Awaitable[T]]) -> T:
        """What `connect` gives; whether the server answers is noted."""
        try:
            given = await connect()
        except Unreachable as fault:
            self._fault = fault
            if self._since is None:
                self._since = _now()
                if self._met:
                    log.warning("database_away", exc_info=fault)
            raise
        if self._since is not None and self._met:
            log.warning("database_back", after_ms=round((_now() - self._since) * 1000))
        self._met, self._since, self._fault = True, None, None
        return given


def _now() -> float:
    return asyncio.get_running_loop().time()
