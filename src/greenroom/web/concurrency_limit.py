"""How many requests of one person are worked on at once; the others wait in the order in which they came.

Rates bound what somebody asks for in a minute. This bounds what the event loop and the database do for one
person at one moment, so that whoever asks for everything at once waits for themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greenroom.web.addresses import address_of
from greenroom.web.owners import owner_of
from greenroom.web.security import FILES, MESSAGES, PROBED

OF_OWNER: Final = 2
"""Requests of one owner at once: a page and what it asks for meanwhile."""
OF_ADDRESS: Final = 4
"""Requests without a cookie from one address at once."""


@dataclass(slots=True)
class _Share:
    places: asyncio.Semaphore
    callers: int = field(default=0)
    """Being served, or waiting."""


class ConcurrencyLimit:
    """Serves each caller's requests a few at a time. A place is free again once the answer begins: a slow line
    holds none. Bodies must have arrived before."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._shares: dict[tuple[str, str], _Share] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or _is_free(scope["path"]):
            await self._app(scope, receive, send)
            return
        async with self._place(HTTPConnection(scope)) as place:

            async def answering(message: Message) -> None:
                place.leave()
                await send(message)

            await self._app(scope, receive, answering)

    @asynccontextmanager
    async def _place(self, connection: HTTPConnection) -> AsyncIterator[_Place]:
        owner = owner_of(connection)
        whose = ("address", address_of(connection)) if owner is None else ("owner", owner)
        share = self._shares.get(whose)
        if share is None:
            places = asyncio.Semaphore(OF_ADDRESS if owner is None else OF_OWNER)
            share = self._shares[whose] = _Share(places)
        share.callers += 1
        try:
            await share.places.acquire()
            place = _Place(share.places)
            try:
                yield place
            finally:
                place.leave()
        finally:
            share.callers -= 1
            if not share.callers:
                del self._shares[whose]


@dataclass(slots=True)
class _Place:
    places: asyncio.Semaphore
    left: bool = False

    def leave(self) -> None:
        if not self.left:
            self.left = True
            self.places.release()


def _is_free(path: str) -> bool:
    """Files, probes and what pages in rooms say by themselves cost next to nothing and wait for nobody."""
    return path in PROBED or path.startswith(FILES) or MESSAGES.fullmatch(path) is not None
