"""The HTTP server of `greenroom serve`: how it begins, what it is known by, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine
from functools import partial
from types import FrameType
from typing import Any, Final
from urllib.parse import urlsplit

import uvicorn

from greenroom.bootstrap.connections import incoming
from greenroom.bootstrap.listening import shown
from greenroom.bootstrap.output import say
from greenroom.settings import Settings
from greenroom.web.app import create_app
from greenroom.web.services import Services
from greenroom.web.socket import LARGEST_TEXT

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
SHUTDOWN_S: Final = 5
"""Requests that are not done by then are cut off."""


class Announcing(uvicorn.Server):
    """Says that it is there once it is, and not before."""

    def __init__(
        self,
        config: uvicorn.Config,
        announce: Callable[[], None],
        drained: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        """`drained` returns when nobody has to be waited for any more."""
        super().__init__(config)
        self._announce, self._drained, self._waits = announce, drained, True
        self._draining: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM waits for who is there; SIGINT, or a second signal, does not."""
        end = partial(super().handle_exit, sig, frame)
        if sig == signal.SIGTERM and self._waits and self.started:
            self._waits = False
            asyncio.get_running_loop().call_soon_threadsafe(self._drain, end)
        else:
            end()

    def _drain(self, end: Callable[[], None]) -> None:
        self._draining = asyncio.get_running_loop().create_task(self._drained())
        self._draining.add_done_callback(lambda _: end())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


def announce(settings: Settings, listening: socket.socket) -> None:
    address = settings.public_url or shown(listening)
    if settings.log_json:
        say(f"serving {address}")
        return
    print(address, flush=True)
    say("open that address in a browser; loading the speech models ... (Ctrl-C ends)")


def config(services: Services, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(services),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_TEXT,
        ws_ping_interval=5.0,  # a candidate whose network is gone must not stay "present" for long
        ws_ping_timeout=10.0,
        ws_per_message_deflate=False,  # speech does not compress, and deflate costs memory
        timeout_graceful_shutdown=SHUTDOWN_S,
        **incoming(settings.proxies),
    )


def known_hosts(settings: Settings) -> frozenset[str] | None:
    """The names browsers may know us by. None when we listen to the network and were told no name."""
    named = {urlsplit(settings.public_url).hostname or ""} if settings.public_url else set()
    if settings.host in LOOPBACK:
        return LOOPBACK | named
    return LOOPBACK | named if named else None
