"""Candidates on the real socket: they listen as a page does, answer, and interrupt."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

FRAME_S = 0.032
FRAME_BYTES = 1024
SPEECH_BYTES_S = 48_000
PREBUFFER = 3 * 960
THINKS_S = 0.4
INTERRUPTS_AFTER_S = 1.0
STAGGER_S = 0.21
PING_S = 4.0


@dataclass
class Heard:
    """What a bot measured, in seconds."""

    replies: list[float] = field(default_factory=list)
    """From the last sample of an answer to the first audio of the reply."""
    silences: list[float] = field(default_factory=list)
    """From the first sample of an interruption to the interviewer's silence."""
    late: float = 0.0
    """The worst delay of a microphone frame: the bot's own fault, not the server's."""
    unanswered: int = 0


class Bot:
    """One candidate: answers when a question was heard out, and interrupts every second one."""

    def __init__(self, speech: bytes, start_s: float, *, interrupts: bool = True) -> None:
        self.speech, self.start_s = speech, start_s
        self.heard = Heard()
        self._interrupts = interrupts
        self._turn = 0
        self._saying: int | None = None
        """Bytes of the answer that were said; None: silent."""
        self._answered_at: float | None = None
        self._began_at: float | None = None
        self._over_voice = False
        self._id: str | None = None
        self._received = 0
        self._started_at: float | None = None
        self._played_before = 0.0
        self._done_at: float | None = None
        self._sealed = False

    async def attend(self, address: str, token: str, until: float) -> Heard:
        await asyncio.sleep(self.start_s)
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(address, additional_headers=headers, compression=None) as socket:
            listening = asyncio.ensure_future(self._listen(socket))
            try:
                await self._talk(socket, until)
            except ConnectionClosed:
                self.heard.unanswered += 1
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
        if self._answered_at is not None and until - self._answered_at > 3:
            self.heard.unanswered += 1
        return self.heard

    # the microphone

    async def _talk(self, socket: ClientConnection, until: float) -> None:
        began, frames, pinged = time.perf_counter(), 0, 0.0
        silence = bytes(FRAME_BYTES)
        while (now := time.perf_counter()) < until:
            due = began + (frames + 1) * FRAME_S
            if due > now:
                await asyncio.sleep(due - now)
            else:
                self.heard.late = max(self.heard.late, now - due)
            await socket.send(self._frame() or silence)
            frames += 1
            await self._loudspeaker(socket)
            if now - pinged > PING_S:
                pinged = now
                await socket.send('{"t":"ping"}')

    def _frame(self) -> bytes | None:
        if self._saying is None:
            if not self._wants_to_speak():
                return None
            self._saying, self._turn = 0, self._turn + 1
            self._over_voice = self._id is not None
            self._began_at = time.perf_counter() - FRAME_S
        piece = self.speech[self._saying : self._saying + FRAME_BYTES]
        self._saying += FRAME_BYTES
        if self._saying >= len(self.speech):
            left = (FRAME_BYTES - len(piece)) / 2 / 16_000
            self._saying, self._answered_at = None, time.perf_counter() - left
        return piece.ljust(FRAME_BYTES, b"\0")

    def _wants_to_speak(self) -> bool:
        now = time.perf_counter()
        if self._answered_at is not None:
            return False
        if self._id is not None:
            over = self._interrupts and self._turn % 2 == 1 and self._started_at is not None
            return over and now - (self._started_at or now) > INTERRUPTS_AFTER_S
        return self._done_at is not None and now - self._done_at > THINKS_S

    # the loudspeaker

    def _position_s(self) -> float:
        running = 0.0 if self._started_at is None else time.perf_counter() - self._started_at
        return min(self._played_before + running, self._received / SPEECH_BYTES_S)

    async def _loudspeaker(self, socket: ClientConnection) -> None:
        whole = self._received / SPEECH_BYTES_S
        if self._id is not None and self._sealed and self._position_s() >= whole:
            await self._tell(socket, "finished")

    async def _tell(self, socket: ClientConnection, what: str) -> None:
        played = round(self._position_s() * 1000)
        if what != "started":
            told, self._id, self._done_at = self._id, None, time.perf_counter()
        else:
            told = self._id
        body = {"t": what, "id": told} | ({} if what == "started" else {"played_ms": played})
        await socket.send(json.dumps(body))

    async def _listen(self, socket: ClientConnection) -> None:
        async for message in socket:
            if isinstance(message, bytes):
                await self._hear(socket, len(message))
            else:
                await self._take(socket, json.loads(message))

    async def _hear(self, socket: ClientConnection, size: int) -> None:
        first, self._received = self._received == 0, self._received + size
        if first and self._answered_at is not None:
            self.heard.replies.append(time.perf_counter() - self._answered_at)
            self._answered_at = None
        if self._received >= PREBUFFER and self._started_at is None and self._id is not None:
            self._started_at = time.perf_counter()
            await self._tell(socket, "started")

    async def _take(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        match message["t"]:
            case "say":
                self._id, self._received, self._sealed = message["id"], 0, False
                self._started_at, self._played_before = None, 0.0
            case "flush":
                self._sealed = True
            case "pause":
                self._fell_silent()
                self._played_before, self._started_at = self._position_s(), None
            case "resume" if self._id is not None:
                self._started_at = time.perf_counter()
            case "clear":
                self._fell_silent()
                await self._tell(socket, "cleared")
            case _:
                """The page shows it."""

    def _fell_silent(self) -> None:
        if self._over_voice and self._began_at is not None:
            self.heard.silences.append(time.perf_counter() - self._began_at)
            self._over_voice = False
