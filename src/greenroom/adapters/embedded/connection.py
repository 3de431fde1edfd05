"""One page's socket with a bounded outbox: what cannot be sent never piles up, and never blocks."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog

from greenroom.app.ports import Socket
from greenroom.session.messages import BadMessageError, PageMessage, Ping, parse

ENDED, TAKEN, SLOW, LOST, REFUSED = 4000, 4001, 4002, 4003, 4004
RESTARTING = 1012
"""Close codes: over; another tab took over; too slow; silent for too long; not our protocol."""

_OUTBOX = 128
"""Messages that may wait. Speech is at most 25 of them (half a second); the rest is small."""
_STALL_S = 5.0
"""A send that takes this long means that the page is not reading."""
_SILENCE_S = 70.0
"""A page pings every 5 s, and in a hidden tab once a minute. One that says nothing for longer hangs;
lost networks are noticed sooner, by the pings of the web server."""
_BURST, _PER_S = 60.0, 15.0
"""Text messages a page may send at once, and per second; typing reports come twice a second."""
_PATIENCE = 20
"""Refused messages after which we stop listening."""

log = structlog.get_logger(__name__)


class Connection:
    """Sends through a queue; reads, checks and answers pings. Closed for good once `closed`."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._outbox: deque[str | bytes] = deque()
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._allowance, self._counted_at = _BURST, 0.0
        self.refused = 0
        """Messages of the page that were not in the protocol."""

    @property
    def open(self) -> bool:
        return self._closing is None

    @property
    def waiting(self) -> int:
        return len(self._outbox)

    def show(self, message: Mapping[str, Any]) -> None:
        self._put(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def play(self, pcm: bytes) -> None:
        self._put(pcm)

    def drop_audio(self) -> None:
        """Forget the speech that was not sent yet, so that a `clear` overtakes it."""
        self._outbox = deque(item for item in self._outbox if isinstance(item, str))

    def close(self, code: int, reason: str) -> None:
        """Send what waits (but not the speech), then close. Does not block; the first call counts."""
        if self._closing is None:
            self.drop_audio()
            self._closing = (code, reason)
            self._wake.set()

    async def serve(self, receive: Callable[[PageMessage], None]) -> None:
        """Hand every proper message of the page to `receive` until either side closes."""
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self._write())
            reader = tasks.create_task(self._read(receive))
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            self.close(LOST, "gone")
            await writer
            reader.cancel()

    async def _read(self, receive: Callable[[PageMessage], None]) -> None:
        messages = self._socket.messages()
        while self.open:
            try:
                async with asyncio.timeout(_SILENCE_S):
                    raw = await anext(messages)
                message = parse(raw) if isinstance(raw, bytes) else self._parse_text(raw)
            except StopAsyncIteration:
                return
            except TimeoutError:
                self.close(LOST, "nothing heard from the page")
                return
            except BadMessageError as error:
                self._refuse(str(error))
                continue
            if isinstance(message, Ping):
                self.show({"t": "pong"})
            elif self.open:
                receive(message)

    def _parse_text(self, raw: str) -> PageMessage:
        now = asyncio.get_running_loop().time()
        self._allowance = min(_BURST, self._allowance + (now - self._counted_at) * _PER_S)
        self._counted_at = now
        if self._allowance < 1:
            raise BadMessageError("too many messages")
        self._allowance -= 1
        return parse(raw)

    def _refuse(self, why: str) -> None:
        self.refused += 1
        self.show({"t": "error", "title": "Message refused", "detail": why})
        if self.refused >= _PATIENCE:
            self.close(REFUSED, "too many messages that are not in the protocol")

    async def _write(self) -> None:
        try:
            while self.open or self._outbox:
                self._wake.clear()
                while self._outbox:
                    await self._send(self._outbox.popleft())
                if self.open:
                    await self._wake.wait()
        except TimeoutError:
            log.warning("page stopped reading", waiting=len(self._outbox))
            self._closing = (SLOW, "the page reads too slowly")
        except ConnectionError:
            self.close(LOST, "gone")
            return
        await self._hang_up()

    async def _send(self, item: str | bytes) -> None:
        async with asyncio.timeout(_STALL_S):
            if isinstance(item, str):
                await self._socket.send_text(item)
            else:
                await self._socket.send_bytes(item)

    async def _hang_up(self) -> None:
        code, reason = self._closing or (LOST, "gone")
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(_STALL_S):
                await self._socket.close(code, reason)

    def _put(self, item: str | bytes) -> None:
        if self._closing is not None:
            return
        if len(self._outbox) >= _OUTBOX:
            log.warning("page too slow", waiting=len(self._outbox))
            self._outbox.clear()
            self.close(SLOW, "the page reads too slowly")
            return
        self._outbox.append(item)
        self._wake.set()
