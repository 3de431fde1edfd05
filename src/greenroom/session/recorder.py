"""Keeps the sound of the candidate's microphone, second by second, where they allow it.

It only listens: whatever becomes of it, the interview hears the same and waits for nothing. What is
said while the interview is paused is not kept.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from livekit import rtc

from greenroom.app.ports import SOUND_HZ, NotFound
from greenroom.app.sound import Keep
from greenroom.interview.plan import Millis
from greenroom.session.clock import SessionClock
from greenroom.session.equipment import Equipment
from greenroom.session.voice import Degraded

PIECE: Final[Millis] = 960
"""So much is lost, at most, when the process is killed. Whole frames of a microphone (32 ms) and whole
packets of a codec (20 ms)."""
APART: Final[Millis] = 250
"""A piece that is late or early by more starts at its own time. A smaller difference is jitter."""
FASTEST: Final = 2
"""A piece that arrives so many times faster than real time was delayed on its way."""
AHEAD: Final[Millis] = 2_000
"""Sound that is ahead of real time by more does not come from a microphone."""
WAITING: Final = 24
"""Pieces that may wait for a slow disk, or for a database that is restarted: 23 s, 0.7 MB."""
LAST_S: Final = 3.0
"""For what is left when the interview is over."""

BYTES_PER_MS: Final = 2 * SOUND_HZ // 1000

NOT_WRITTEN: Final = "not_written"
"""Cause of an incident: the store did not take it."""
TOO_SLOW: Final = "too_slow"
"""The store took it too slowly."""

log = structlog.get_logger(__name__)


class _Piece:
    """Sound without a gap, and when it came."""

    def __init__(self, now: Millis) -> None:
        self.pcm = bytearray()
        self.first = self.last = self.begins = now

    @property
    def length(self) -> Millis:
        return len(self.pcm) // BYTES_PER_MS

    @property
    def held_up(self) -> bool:
        return FASTEST * (self.last - self.first) < self.length

    def grow(self, pcm: bytes, now: Millis) -> None:
        """It began at `now - length` at the latest; the frame with the smallest delay decides."""
        self.pcm += pcm
        self.last = now
        self.begins = max(0, min(self.begins, now - self.length))


class Recorder:
    """Takes frames as they come, finds their time on the interview's clock, and has them kept.

    Nobody knows when a frame was spoken, only when it came. So a piece begins where the one before it
    ended, unless all of it came too late or too early for that and it was not held up.
    """

    def __init__(
        self, keep: Keep, now_ms: Callable[[], Millis], tell: Callable[[Degraded], None]
    ) -> None:
        """`now_ms` is the interview's clock; `tell` hears of the first sound that is lost."""
        self._keep, self._now_ms, self._tell = keep, now_ms, tell
        self._end: Millis | None = None
        self._piece: _Piece | None = None
        self._waiting: deque[tuple[Millis, bytes]] = deque()
        self._mail, self._done = asyncio.Event(), asyncio.Event()
        self._done.set()
        self._paused = self._over = self._lost = False
        self._writing = asyncio.get_running_loop().create_task(self._write())

    def hear(self, frame: rtc.AudioFrame) -> None:
        """A frame of the microphone; takes microseconds."""
        if self._paused or self._over:
            return
        now, pcm = self._now_ms(), bytes(frame.data.cast("B"))
        length = len(pcm) // BYTES_PER_MS
        if self._piece is not None and now - self._piece.last - length > APART:
            self._close()
        piece = self._piece or _Piece(now)
        begins = piece.begins if self._end is None else self._end
        if begins + piece.length + length - now > AHEAD:
            return
        self._piece = piece
        piece.grow(pcm, now)
        if piece.length >= PIECE:
            self._close()

    def pause(self, paused: bool) -> None:
        """Nothing said during a pause is kept."""
        if paused and not self._paused:
            self._close()
            self._end = None
        self._paused = paused

    @classmethod
    def of(cls, equipment: Equipment, clock: SessionClock) -> Recorder | None:
        """For an interview whose candidate allows it; None for another."""
        if equipment.keep is None:
            return None
        return cls(equipment.keep, clock.now_ms, equipment.news.tell)

    async def aclose(self) -> None:
        """Have what is left kept, but never wait for ever."""
        self._close()
        self._over = True
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_S):
                await self._done.wait()
        self._writing.cancel()
        await asyncio.gather(self._writing, return_exceptions=True)

    def _close(self) -> None:
        piece, self._piece = self._piece, None
        if piece is None:
            return
        at = piece.begins if self._end is None else self._end
        if abs(piece.begins - at) > APART and not piece.held_up:
            at = piece.begins
        self._end = at + piece.length
        if len(self._waiting) >= WAITING:
            self._waiting.popleft()
            self._lose(TOO_SLOW)
        self._waiting.append((at, bytes(piece.pcm)))
        self._done.clear()
        self._mail.set()

    async def _write(self) -> None:
        while not self._over or self._waiting:
            self._mail.clear()
            while self._waiting:
                at, pcm = self._waiting.popleft()
                try:
                    await self._keep(at, pcm)
                except NotFound:  # the interview was erased, or its candidate allows it no more
                    self._over = True
                    self._waiting.clear()
                except Exception as fault:
                    log.exception("sound not kept", cause=type(fault).__name__)
                    self._lose(NOT_WRITTEN)
            self._done.set()
            await self._mail.wait()

    def _lose(self, cause: str) -> None:
        if not self._lost:
            self._lost = True
            self._tell(Degraded("sound", cause))
