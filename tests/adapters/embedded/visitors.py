"""Pages that come to a process's rooms, and stand in line."""

from __future__ import annotations

import asyncio
from typing import Any

from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.app.ports import ANYBODY, Visitor


class House:
    """One process. Whoever opens it calls `closed` after its rooms."""

    def __init__(self, rig: Any, rooms: EmbeddedRooms, store: SqlInterviews) -> None:
        self.rig, self.rooms, self.store = rig, rooms, store
        self.visits: dict[Any, asyncio.Task[None]] = {}
        self.pings: list[asyncio.Task[None]] = []

    async def come(self, interview: str, visitor: Visitor = ANYBODY, **changes: Any) -> Any:
        """A page of this interview, once it was told something or was refused."""
        row = await self.store.find(interview)
        row = row or await self.rig.registered(self.store, interview, **changes)
        page = self.rig.Page()
        visit = asyncio.create_task(self.rooms.attend(row, page, visitor))
        self.visits[page] = visit
        self.pings.append(asyncio.create_task(self.rig.pings(page)))
        await page.until(lambda: page.seen or visit.done())
        return page

    async def closed(self) -> None:
        """Nobody comes any more."""
        for ping in self.pings:
            ping.cancel()
        await asyncio.gather(*self.visits.values(), return_exceptions=True)


def place(page: Any) -> int | None:
    """Where it stands in line by what it was told last; None: it was let in."""
    if page.got("hello"):
        return None
    told: int = page.got("waiting")[-1]["place"]
    return told
