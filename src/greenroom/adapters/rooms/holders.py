"""Who holds which interview, for the pings of pages: asked for all of them at once, once a second at most."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from greenroom.app.ports import Leases

KEPT_S: Final = 1.0
"""A ping that goes to a job that was replaced meanwhile has no answer; the page asks again in two seconds."""


class Holders:
    """What the leases said within `KEPT_S`."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._held: Mapping[str, str] = {}
        self._asked = float("-inf")
        self._asking = asyncio.Lock()

    async def of(self, interview_id: str) -> str | None:
        """None: nobody held it. Raises `OperatorFault` when the store fails."""
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if now - self._asked >= KEPT_S:
                self._held = await self._leases.held()
                self._asked = now
        return self._held.get(interview_id)
