"""Whether the page is still at the other end of the line: what it sent last, and what it promised."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from greenroom.session.messages import Ping

LOOK_S: Final = 0.5
LOST_S: Final = 5.0
"""A page that pings every 2 s and says nothing for so long is gone: the look that finds it included."""
UNPROMISED_S: Final = 70.0
"""The same for a page that does not say how often it pings. Such pages ping every 5 s, and in a hidden
tab once a minute."""
_MISSED = 2.5
"""So many pings in a row must be missing."""


class Liveness:
    """One page's signs of life. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float], *, unpromised_s: float = UNPROMISED_S) -> None:
        self._clock, self._unpromised_s = clock, unpromised_s
        self._sign = asyncio.Event()
        self.begin()

    def begin(self) -> None:
        """A page is here, and has promised nothing yet."""
        self._patience_s = self._unpromised_s
        self.heard()

    @property
    def promising(self) -> bool:
        """The page has said how often it will be heard."""
        return self._patience_s != self._unpromised_s

    def heard(self) -> None:
        """Something came from the page."""
        self._heard_at = self._clock()
        self._sign.set()

    def promised(self, ping: Ping) -> None:
        """The page says how often it will be heard."""
        if ping.every_ms is None:
            self._patience_s = self._unpromised_s
        else:
            promised = ping.every_ms / 1000 * _MISSED
            self._patience_s = min(UNPROMISED_S, max(LOST_S, promised))

    @property
    def silent_s(self) -> float:
        """Seconds since something came from the page."""
        return self._clock() - self._heard_at

    async def lost(self) -> None:
        """Return once the page is silent for too long.

        A look that comes late proves nothing: we stood still ourselves, and what the page sent
        meanwhile is yet to be read."""
        while True:
            planned = self._clock() + LOOK_S
            await asyncio.sleep(LOOK_S)
            punctual = self._clock() - planned < LOOK_S
            if punctual and self._clock() - self._heard_at > self._patience_s - LOOK_S:
                return

    async def found(self) -> None:
        """Return once something comes again."""
        self._sign.clear()
        await self._sign.wait()
