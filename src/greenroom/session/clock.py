"""The interview's own time, and the only place in the session that reads a clock."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime

from greenroom.app.journals import OpenJournal
from greenroom.interview.plan import Millis


class SessionClock:
    """Milliseconds since the interview's `started_at`.

    Runs on the event loop's clock, so that a wall clock set back, or virtual time, disturbs
    nothing. `elapsed_ms` is where it begins: 0 for a new interview, later for a resumed one.
    """

    def __init__(self, elapsed_ms: Millis = 0) -> None:
        self._loop = asyncio.get_running_loop()
        self._zero_s = self._loop.time() - elapsed_ms / 1000

    @classmethod
    def since(cls, started_at: str, not_before: Millis = 0) -> SessionClock:
        """The clock of an interview that began at `started_at` (ISO 8601 with an offset), possibly in
        another process. Never earlier than `not_before`, the time of the last journal entry: the
        wall clock may have been set back meanwhile."""
        gone_s = _wall_s() - datetime.fromisoformat(started_at).timestamp()
        return cls(max(not_before, round(gone_s * 1000)))

    @classmethod
    def of(cls, opened: OpenJournal) -> SessionClock:
        """The clock of an interview that is opened: from 0 where it is fresh, else since it began."""
        if opened.fresh:
            return cls()
        return cls.since(opened.header.started_at, opened.state.now)

    def now_ms(self) -> Millis:
        return round((self._loop.time() - self._zero_s) * 1000)

    def from_wall(self, epoch_s: float) -> Millis:
        """When something stamped by LiveKit (seconds since 1970) happened. Never in the future,
        never before the interview."""
        ago_ms = round((_wall_s() - epoch_s) * 1000)
        return max(0, self.now_ms() - max(0, ago_ms))

    def loop_s(self, at: Millis) -> float:
        """The event loop's time of that moment, for `call_at` and `timeout_at`."""
        return self._zero_s + at / 1000


def _wall_s() -> float:
    return time.time()  # noqa: TID251 - LiveKit stamps its events with this clock
