"""Rooms that open a little later than the door: pages are served while the speech models load."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from greenroom.app.ports import ANYBODY, InterviewRow, LiveRooms, Refused, Socket, Visitor
from greenroom.assessment.sentence import Sentence

PATIENCE_S: Final = 90
"""A page that comes early waits this long for the models before it is sent away."""


class DeferredRooms:
    """Implements `app.ports.LiveRooms` before and after the real rooms exist."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._rooms: LiveRooms | None = None
        self._settled = asyncio.Event()
        self.state = "warming"
        """`warming`, `ready`, `failed` or `draining`."""
        self._drain: Callable[[], Awaitable[None]] | None = None

    @property
    def condition(self) -> tuple[str, dict[str, str]]:
        """Status and parts for /healthz."""
        status = {
            "warming": "warming",
            "ready": "ok",
            "failed": "degraded",
            "draining": "degraded",
        }[self.state]
        return status, {"speech": self.state}

    def open(self, rooms: LiveRooms, drain: Callable[[], Awaitable[None]] | None = None) -> None:
        """`drain`: how they let nobody new in and wait for who is there."""
        self._rooms, self.state, self._drain = rooms, "ready", drain
        self._settled.set()

    def fail(self) -> None:
        """The models could not be loaded: there will be no interviews until the next start."""
        self.state = "failed"
        self._settled.set()

    async def drain(self) -> None:
        """Let nobody new in; returns when the last interview is over."""
        self.state = "draining"
        if self._drain is not None:
            await self._drain()

    async def settled(self) -> None:
        """Returns once the models are loaded, or could not be."""
        await self._settled.wait()

    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._settled.wait()
        except TimeoutError:
            raise Refused(Sentence("The speech models are still loading."), status=503) from None
        if self._rooms is None:
            raise Refused(
                Sentence(
                    "The speech models could not be loaded. The person who runs this server can find out why with: greenroom doctor"
                ),
                status=503,
            )
        await self._rooms.attend(row, socket, visitor)

    async def command(self, interview_id: str, command: str) -> None:
        if self._rooms is None:
            raise Refused(Sentence("This interview is not running."))
        await self._rooms.command(interview_id, command)

    async def end(self, interview_id: str) -> None:
        if self._rooms is not None:
            await self._rooms.end(interview_id)

    async def holds(self, row: InterviewRow) -> bool:
        return self._rooms is None or await self._rooms.holds(row)

    @asynccontextmanager
    async def reserve(self, row: InterviewRow) -> AsyncIterator[None]:
        if self._rooms is None:
            raise Refused(
                Sentence("Nobody can come while the speech models are loading."), status=503
            )
        async with self._rooms.reserve(row):
            yield

    @property
    def running(self) -> int:
        return 0 if self._rooms is None else self._rooms.running

    @property
    def capacity(self) -> int:
        return self._capacity
