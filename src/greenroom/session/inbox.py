"""The one way in: events wait here for the one task that owns the state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from greenroom.interview.commands import Command
from greenroom.interview.events import Event

Answered: TypeAlias = tuple[Command, ...]
"""What the engine commands at an event."""
Undo: TypeAlias = Callable[[Answered], None]


@dataclass(slots=True)
class Posted:
    """An event in the inbox, and who waits for the engine's answer to it."""

    event: Event
    waiter: asyncio.Future[Answered] | None = None
    undo: Undo | None = field(default=None)
    """If given, the asker carries out an `EnterStage` itself, or undoes it when it cannot."""

    def answer(self, answered: Answered) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(answered)
        elif self.undo is not None:
            self.undo(answered)


class Inbox:
    """Never blocks, never refuses; after `close` everything is ignored."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Posted] = asyncio.Queue()
        self._over = False

    def post(self, event: Event) -> None:
        if not self._over:
            self._queue.put_nowait(Posted(event))

    async def ask(self, event: Event, undo: Undo | None = None) -> Answered:
        """Post, and wait for what the engine commands. `undo` is called instead of returning when
        the caller is cancelled: in LiveKit an interruption cancels the running tools."""
        if self._over:
            return ()
        waiter: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Posted(event, waiter, undo))
        try:
            return await waiter
        except asyncio.CancelledError:
            if undo is not None and waiter.done() and not waiter.cancelled():
                undo(waiter.result())
            raise

    async def next(self, until_s: float | None) -> Posted | None:
        """The next event; None when the loop's clock reaches `until_s` first."""
        if not self._queue.empty():
            return self._queue.get_nowait()
        try:
            async with asyncio.timeout_at(until_s):
                return await self._queue.get()
        except TimeoutError:
            return None

    def close(self) -> None:
        self._over = True
        while not self._queue.empty():
            self._queue.get_nowait().answer(())
