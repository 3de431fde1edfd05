"""One page's socket with a bounded outbox: what cannot be sent never piles up, and never blocks."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog

from greenroom.adapters.embedded.token_bucket import TokenBucket
from greenroom.app.ports import Socket
from greenroom.session.liveness import Liveness
from greenroom.session.message_parser import BadMessageError, parse
from greenroom.session.messages import FRAME_S, Microphone, PageMessage, Ping

ENDED, TAKEN, SLOW, LOST, REFUSED = 4000, 4001, 4002, 4003, 4004
RESTARTING = 1012
"""Close codes: over; another tab took over; too slow; silent for too long; not our protocol."""

_OUTBOX = 128
"""Messages that may wait. Speech is at most 25 of them (half a second); the rest is small."""
_STALL_S = 5.0
"""A send that takes this long means that the page is not reading."""
_BURST, _PER_S = 60.0, 15.0
"""Text messages a page may send at once, and per second; typing reports come twice a second."""
_PATIENCE = 20
"""Refused messages after which we stop listening."""
_SOUND_BURST_S, _SOUND_RATE = 5.0, 1.05
"""Microphone that may come at once, after the network stood still, and how much of it a second: sound
cards run a little fast."""
_SOUND_PATIENCE_S = 30.0
"""Sound left out, since the page last kept to real time, after which we stop listening."""

log = structlog.get_logger(__name__)


class Connection:
    """Sends through a queue; reads, checks and answers pings. Closed for good once `closed`."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._outbox: deque[str | bytes] = deque()
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._texts = TokenBucket(_BURST, _PER_S)
        self._sound = TokenBucket(_SOUND_BURST_S, _SOUND_RATE)
        self._left_out_s = 0.0
        self._liveness = Liveness(asyncio.get_running_loop().time)
        self._released = False
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

    def release(self) -> None:
        """Send what waits and end `serve`, but leave the socket open for another connection."""
        self._released = True
        self._wake.set()

    async def serve(
        self, receive: Callable[[PageMessage], None], gone: Callable[[], None] = lambda: None
    ) -> None:
        """Hand every proper message of the page to `receive` until either side closes. `gone` is called
        as soon as the page is: the farewell to a line that stands still takes longer."""
        async with asyncio.TaskGroup() as tasks:
            writer = tasks.create_task(self._write())
            reader = tasks.create_task(self._read(receive))
            watcher = tasks.create_task(self._liveness.lost())
            ends = (writer, reader, watcher)
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if not self._released:
                gone()
            self.close(LOST, "nothing heard from the page" if watcher.done() else "gone")
            await writer
            reader.cancel()
            watcher.cancel()

    async def _read(self, receive: Callable[[PageMessage], None]) -> None:
        messages = self._socket.messages()
        while self.open:
            try:
                raw = await anext(messages)
                self._liveness.heard()
                message = parse(raw) if isinstance(raw, bytes) else self._parse_text(raw)
            except StopAsyncIteration:
                return
            except BadMessageError as error:
                self._refuse(error)
                continue
            if isinstance(message, Ping):
                self._liveness.promised(message)
                self.show({"t": "pong"})
            elif self.open and (not isinstance(message, Microphone) or self._in_time()):
                receive(message)

    def _parse_text(self, raw: str) -> PageMessage:
        if not self._texts.take(1, asyncio.get_running_loop().time()):
            raise BadMessageError("too many messages")
        return parse(raw)

    def _in_time(self) -> bool:
        """Whether a microphone frame came no faster than it can have been spoken. Others are left out."""
        now = asyncio.get_running_loop().time()
        if self._sound.full(now):
            self._left_out_s = 0.0
        if self._sound.take(FRAME_S, now):
            return True
        self._left_out_s += FRAME_S
        if self._left_out_s >= _SOUND_PATIENCE_S:
            self.close(REFUSED, "sound comes faster than real time")
        return False

    def _refuse(self, error: BadMessageError) -> None:
        self.refused += 1
        refused = {} if error.mid is None else {"mid": error.mid}
        self.show({"t": "error", "title": "Message refused", "detail": str(error), **refused})
        if self.refused >= _PATIENCE:
            self.close(REFUSED, "too many messages that are not in the protocol")

    async def _write(self) -> None:
        try:
            while self._outbox or (self.open and not self._released):
                self._wake.clear()
                while self._outbox:
                    await self._send(self._outbox.popleft())
                if self.open and not self._released:
                    await self._wake.wait()
        except TimeoutError:
            log.warning("page stopped reading", waiting=len(self._outbox))
            self._closing = (SLOW, "the page reads too slowly")
        except ConnectionError:
            self.close(LOST, "gone")
            return
        if not self._released or not self.open:
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
