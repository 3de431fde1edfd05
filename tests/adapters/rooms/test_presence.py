"""Whether a page is at the other end of a room, by its pings (W5)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from greenroom.adapters.rooms.presence import Presence
from greenroom.session.liveness import LOST_S
from greenroom.session.messages import Ping
from greenroom.simulation.clock import in_virtual_time


class Watched:
    """Notes what the presence tells, and whether pings can arrive."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.cut_off = False
        self.presence = Presence(
            lost=lambda: self.told.append("lost"),
            found=lambda: self.told.append("found"),
            show=lambda _: None,
            cut_off=lambda: self.cut_off,
        )


@asynccontextmanager
async def watched() -> AsyncIterator[Watched]:
    """A page that promises to ping every 2 s, and has just done it."""
    made = Watched()
    made.presence.heard(Ping(every_ms=2_000))
    watching = asyncio.ensure_future(made.presence.watch())
    try:
        yield made
    finally:
        watching.cancel()


@in_virtual_time
async def test_a_page_that_falls_silent_is_gone_until_it_pings_again():
    """Silent for longer than it promised."""
    async with watched() as made:
        await asyncio.sleep(LOST_S + 1)
        assert made.told == ["lost"]
        made.presence.heard(Ping(every_ms=2_000))
        await asyncio.sleep(0.1)
        assert made.told == ["lost", "found"]


@in_virtual_time
async def test_a_page_whose_pings_cannot_arrive_is_not_gone():
    """While the database is away `serve` passes nothing on, and silence proves nothing. After that it does."""
    async with watched() as made:
        made.cut_off = True
        await asyncio.sleep(3 * LOST_S)
        assert made.told == []
        made.cut_off = False
        await asyncio.sleep(LOST_S + 1)
        assert made.told == ["lost"]
