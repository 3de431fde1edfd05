"""The candidate's microphone on its way into the session, whatever line it comes by."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias

from livekit import rtc
from livekit.agents.voice import io

from greenroom.session.audio_stall import AudioStallDetector
from greenroom.session.messages import FRAME_SAMPLES

MICROPHONE_HZ: Final = 16_000

Overhear: TypeAlias = Callable[[rtc.AudioFrame], None]
"""Gets what comes from the microphone, as the session does. Must neither block nor raise."""

_WAITING_FRAMES: Final = 100
"""Frames that may wait for the session: 3.2 s. Older ones are of no use any more."""
_TRAILING_SILENCE: Final = 32
"""Frames of silence (1 s) after a microphone went away in mid-word, so that the voice activity
detector, which counts samples and not seconds, sees the word end."""


class MicrophoneInput(io.AudioInput):
    """The frames of the connected candidate. Waits while nobody is connected."""

    def __init__(self, label: str, overhear: Overhear | None = None) -> None:
        super().__init__(label=label)
        self._overhear = overhear
        self._frames: asyncio.Queue[rtc.AudioFrame | None] = asyncio.Queue(_WAITING_FRAMES)
        self._listening = True
        self._stall = AudioStallDetector()
        self.dropped = 0
        """Frames thrown away because the session did not keep up."""

    @property
    def late(self) -> bool:
        """Frames are late: words may have been spoken that have not arrived yet."""
        return self._stall.late(asyncio.get_running_loop().time())

    def push(self, frame: rtc.AudioFrame) -> None:
        self._stall.beat(asyncio.get_running_loop().time())
        if self._listening:
            self._put(frame)
            if self._overhear is not None:
                self._overhear(frame)

    def fall_silent(self) -> None:
        """The microphone is gone: end whatever was being said."""
        self._stall.stop()
        for _ in range(_TRAILING_SILENCE if self._listening else 0):
            self._put(rtc.AudioFrame(bytes(2 * FRAME_SAMPLES), MICROPHONE_HZ, 1, FRAME_SAMPLES))

    def close(self) -> None:
        """Nobody will say anything any more."""
        self._put(None)

    async def __anext__(self) -> rtc.AudioFrame:
        frame = await self._frames.get()
        if frame is None:
            raise StopAsyncIteration
        return frame

    def on_attached(self) -> None:
        self._listening = True

    def on_detached(self) -> None:
        self._listening = False

    def _put(self, frame: rtc.AudioFrame | None) -> None:
        if self._frames.full():
            self._frames.get_nowait()
            self.dropped += 1
        self._frames.put_nowait(frame)
