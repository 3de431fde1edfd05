"""Messages to the candidate in a LiveKit room: in order, and never more than the page can take."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import structlog
from livekit import rtc
from livekit.rtc.participant import PublishDataError

from greenroom.adapters.rooms.names import CANDIDATE, TOPIC

_MOST: Final = 256
"""Messages that may wait for the page; one that cannot have them all is greeted again instead."""

log = structlog.get_logger(__name__)


class Outbox:
    """What waits to be sent in `room`. `greeting` is what a page needs first, to know all."""

    def __init__(self, room: rtc.Room, greeting: Callable[[], Iterable[Mapping[str, Any]]]) -> None:
        self._room, self._greeting = room, greeting
        self._waiting: deque[str] = deque()
        self._mail = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()

    def put(self, message: Mapping[str, Any]) -> None:
        if len(self._waiting) >= _MOST:
            log.warning("page too slow", waiting=len(self._waiting))
            self._waiting.clear()
            self._waiting.extend(map(_encoded, self._greeting()))
        self._waiting.append(_encoded(message))
        self._empty.clear()
        self._mail.set()

    def clear(self) -> None:
        """Forget what waits: the page is gone."""
        self._waiting.clear()

    async def sent(self) -> None:
        """Returns once nothing waits."""
        await self._empty.wait()

    async def send(self) -> None:
        """To the candidate alone, in order, until cancelled. What cannot be sent is dropped: a page that
        comes back gets the whole view."""
        while True:
            await self._mail.wait()
            self._mail.clear()
            while self._waiting:
                text = self._waiting.popleft()
                try:
                    await self._room.local_participant.publish_data(
                        text, destination_identities=[CANDIDATE], topic=TOPIC
                    )
                except PublishDataError as error:
                    log.warning("message not sent", exc_info=error)
            self._empty.set()


def _encoded(message: Mapping[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
