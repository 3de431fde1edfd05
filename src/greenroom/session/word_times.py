"""When words were spoken. LiveKit hands words on without their time; the gate knows it."""

from __future__ import annotations

from collections import deque

from greenroom.session.clock import SessionClock
from greenroom.session.turn import Spoken

JUDGED_KEPT = 8
"""The gate may look at this many more words before LiveKit hands the first of them on."""


class WordTimes:
    """Remembers the gate's latest judgements. Its times are epoch seconds; ours are milliseconds."""

    def __init__(self, clock: SessionClock) -> None:
        self._clock = clock
        self._judged: deque[tuple[str, float, float]] = deque(maxlen=JUDGED_KEPT)

    def judged(self, text: str, began: float, ended: float) -> None:
        """The gate has looked at these words; `ended` is `began` while the voice still sounds."""
        self._judged.appendleft((text.strip(), began, ended))

    def of(self, text: str) -> Spoken:
        """These words with the time the gate gave them; words it never saw were spoken now."""
        now = self._clock.now_ms()
        for known, began, ended in self._judged:
            if known == text:
                start = self._clock.from_wall(began)
                return Spoken(text, start, self._clock.from_wall(ended) if ended > began else now)
        return Spoken(text, now, now)

    def at(self, text: str, began: float, ended: float) -> Spoken:
        """These words at this time."""
        start, end = self._clock.from_wall(began), self._clock.from_wall(ended)
        return Spoken(text, min(start, end), end)
