"""A candidate at the real socket: listens as a page does, answers by voice once and else by typing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

FRAME = 1024
FRAME_S = 0.032
BYTES_A_MS = 48
OVER = 4000


class Candidate:
    """Answers every question until there are no answers left, then says good-bye by the button."""

    def __init__(self, spoken: bytes, typed: Sequence[str]) -> None:
        """`spoken`: the first answer as 16 kHz samples; `typed`: the others."""
        self.told: list[dict[str, Any]] = []
        self._spoken, self._typed = spoken, list(typed)
        self._voice = b""
        self._played = 0
        self._say: dict[str, Any] = {}

    async def attend(self, address: str, token: str) -> None:
        """Until the interview is over."""
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(address, additional_headers=headers, compression=None) as socket:
            speaking = asyncio.ensure_future(self._speak(socket))
            try:
                async for message in socket:
                    if isinstance(message, bytes):
                        await self._hear(socket, message)
                    else:
                        await self._read(socket, json.loads(message))
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code != OVER:
                    raise
            finally:
                speaking.cancel()

    async def _speak(self, socket: ClientConnection) -> None:
        """The microphone is always open: voice when there is some, else a silent room."""
        while True:
            frame, self._voice = self._voice[:FRAME], self._voice[FRAME:]
            await socket.send(frame.ljust(FRAME, b"\0"))
            await asyncio.sleep(FRAME_S)

    async def _hear(self, socket: ClientConnection, sound: bytes) -> None:
        if not self._played:
            await self._send(socket, t="started", id=self._say["id"])
        self._played += len(sound)

    async def _read(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.told.append(message)
        played = self._played // BYTES_A_MS
        match message["t"]:
            case "say":
                self._say, self._played = message, 0
            case "flush":
                await self._send(socket, t="finished", id=message["id"], played_ms=played)
            case "clear":
                await self._send(socket, t="cleared", id=message["id"], played_ms=played)
            case "view" if message["cue"] == "turn" and message["question"]:
                await self._answer(socket)

    async def _answer(self, socket: ClientConnection) -> None:
        if self._spoken:
            self._voice, self._spoken = self._spoken, b""
        elif self._typed:
            await self._send(socket, t="typed", text=self._typed.pop(0))
        else:
            await self._send(socket, t="command", command="end")

    async def _send(self, socket: ClientConnection, **message: Any) -> None:
        await socket.send(json.dumps(message))
