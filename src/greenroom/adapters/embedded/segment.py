"""One utterance on its way through the loudspeaker, and where the loudspeaker is in it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from greenroom.interview.plan import Millis

SPEECH_HZ = 24_000
BYTES_PER_MS = SPEECH_HZ * 2 // 1000

_PATIENCE: Millis = 5_000
"""How much later than expected a page may report `started` or `finished`."""
_PACE: Millis = 65
"""Milliseconds of speech per character, for an utterance whose end was never synthesised."""


@dataclass(slots=True)
class Playhead:
    """Runs from `start`, stands still while paused. All times in milliseconds of one clock."""

    started_at: Millis | None = None
    _held_since: Millis | None = None
    _held: Millis = 0

    def start(self, now: Millis) -> None:
        if self.started_at is None:
            self.started_at = now
            if self._held_since is not None:
                self._held_since = now

    def hold(self, now: Millis) -> None:
        if self._held_since is None:
            self._held_since = now

    def release(self, now: Millis) -> None:
        if self._held_since is None:
            return
        if self.started_at is not None:
            self._held += max(0, now - self._held_since)
        self._held_since = None

    def position(self, now: Millis) -> Millis:
        """How much was played at `now`, were there always something to play."""
        if self.started_at is None:
            return 0
        until = now if self._held_since is None else min(now, self._held_since)
        return max(0, until - self.started_at - self._held)


@dataclass(slots=True, eq=False)
class Segment:
    """One utterance on its way through the loudspeaker."""

    id: str
    text: str
    head: Playhead = field(default_factory=Playhead)
    backlog: bytearray = field(default_factory=bytearray)
    captured: int = 0
    sent: int = 0
    """Bytes given to us, and given to the page."""
    first_sent_at: Millis | None = None
    complete: bool = False
    """All of it was synthesised."""
    flushed: bool = False
    """No more frames will come."""
    sealed: bool = False
    """The page knows that it has all of it."""
    clearing: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def total_ms(self) -> Millis:
        made = self.captured // BYTES_PER_MS
        return made if self.complete else max(made, len(self.text) * _PACE)

    @property
    def sent_ms(self) -> Millis:
        return self.sent // BYTES_PER_MS

    def played(self, now: Millis) -> Millis:
        return min(self.sent_ms, self.head.position(now))

    def overdue(self, now: Millis) -> bool:
        """The page has not said for too long what it must have to say."""
        if self.head.started_at is None:
            return self.first_sent_at is not None and now - self.first_sent_at > _PATIENCE
        return self.complete and self.head.position(now) > self.total_ms + _PATIENCE
