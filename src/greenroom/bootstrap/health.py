"""What /healthz says: whether anything can be kept, and whether interviews can be held."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final, Protocol

import structlog

from greenroom import __version__
from greenroom.app.ports import LiveRooms, OperatorFault, Store, Unreachable

AGAIN_S: Final = 5.0
"""However often it is asked, the store is tried no more often than this."""

log = structlog.get_logger(__name__)


class Rooms(LiveRooms, Protocol):
    """They know how they are: a status, and parts by name."""

    @property
    def condition(self) -> tuple[str, dict[str, str]]: ...


@dataclass(slots=True)
class Health:
    """Call it for `{"status", "parts", "version"}` (docs/reference/http.md).

    The store is tried by a durable write: reading goes on working when the disk is full.
    """

    store: Store
    rooms: Rooms
    _storage: str = "ok"
    _tried: float = float("-inf")

    async def __call__(self) -> dict[str, Any]:
        status, parts = self.rooms.condition
        now = asyncio.get_running_loop().time()
        if now - self._tried >= AGAIN_S:
            self._tried = now
            self._storage = await self._try()
        if self._storage != "ok":
            status = "broken"
        return {
            "status": status,
            "parts": {"storage": self._storage, **parts},
            "version": __version__,
        }

    async def _try(self) -> str:
        try:
            await self.store.prove()
        except Unreachable:  # interviews wait for it; who asks how we are does not
            log.exception("store_unreachable")
            return "failed"
        except OperatorFault:
            log.exception("store_cannot_write")
        else:
            return "ok"
        try:
            await self.store.interviews.find("")
        except OperatorFault:
            return "failed"
        return "unwritable"
