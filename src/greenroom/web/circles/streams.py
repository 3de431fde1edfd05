"""The log of an interview between agents as server-sent events: live, and from where one left off."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse

from greenroom.app.circles.watching import Following, Seen, Watcher
from greenroom.app.ports import GreenroomError, MissionRow, Refused, Written
from greenroom.assessment.sentence import Sentence
from greenroom.web.services import Services

LOOK_S: Final = 0.4
"""How often the log is looked at: it may be written by another process."""
BREATHS: Final = 40
"""Looks without news after which something is sent, so that proxies keep the line open."""
LONGEST_LOOKS: Final = 4_500
"""Half an hour; the browser then comes again by itself."""
MOST: Final = 200
"""Streams of this process."""
MOST_EACH: Final = 8
"""Streams of one circle: as many tabs."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Streams:
    """The open streams of this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: Counter[str] = Counter()

    def of(self, request: Request, row: MissionRow, watcher: Watcher) -> StreamingResponse:
        """Raises `Refused` when there are too many."""
        if self._open.total() >= MOST or self._open[row.circle_id] >= MOST_EACH:
            raise Refused(
                Sentence("Too many pages follow this; close one."), status=429, retry_after_s=60
            )
        after = _last(request)
        body = self._events(row, watcher, after)
        return StreamingResponse(body, media_type="text/event-stream", headers=HEADERS)

    async def _events(self, row: MissionRow, watcher: Watcher, after: int) -> AsyncIterator[str]:
        following, quiet, over = Following(watcher), 0, False
        with self._counted(row.circle_id):
            yield f"retry: {round(LOOK_S * 2000)}\n\n"
            for _ in range(LONGEST_LOOKS):
                try:
                    written = await self._services.store.circles.written(row.id, following.last)
                except GreenroomError:
                    return  # it comes again, and then it is told what is wrong
                if written:
                    over, found = await asyncio.to_thread(_fed, following, written)
                    for seen in found:
                        if seen["seq"] > after:
                            yield _event(seen)
                if over or following.last < 0:
                    yield "event: end\ndata: {}\n\n"
                    return
                quiet = 0 if written else quiet + 1
                if quiet >= BREATHS:
                    quiet = 0
                    yield ": still here\n\n"
                if self._services.closing():
                    return
                await asyncio.sleep(LOOK_S)

    @contextmanager
    def _counted(self, circle_id: str) -> Iterator[None]:
        self._open[circle_id] += 1
        try:
            yield
        finally:
            self._open[circle_id] -= 1
            if not self._open[circle_id]:
                del self._open[circle_id]


def _fed(following: Following, written: Sequence[Written]) -> tuple[bool, list[Seen]]:
    """What is new, and whether nothing can come any more."""
    found = list(following.feed(written))
    return following.over, found


def _event(seen: Seen) -> str:
    data = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
    return f"id: {seen['seq']}\nevent: entry\ndata: {data}\n\n"


def _last(request: Request) -> int:
    """The last entry that the browser has; what is no number is none."""
    given = request.headers.get("last-event-id", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else -1
