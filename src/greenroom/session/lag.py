"""When hearing lags, the page says so: a voice has ended, and its words are not there yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from greenroom.interview.plan import Millis
from greenroom.session.clock import SessionClock
from greenroom.session.errands import Errands
from greenroom.session.turn import Turn

LONG: Final[Millis] = 1_200
"""Words that take longer after a voice than this are late."""
LOOK_S: Final = 0.2
"""How often we look whether they have come."""


class Lag:
    """Tells the page when words begin to be late, and when they are not any more."""

    def __init__(
        self,
        turn: Turn,
        clock: SessionClock,
        errands: Errands,
        show: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self._turn, self._clock, self._errands, self._show = turn, clock, errands, show
        self._behind = False

    def voice_stopped(self) -> None:
        self._errands.later(LONG / 1000, self._look)

    def _look(self) -> None:
        turn, now = self._turn, self._clock.now_ms()
        quiet = now - turn.voice_ended
        behind = turn.owed(now) and not turn.voice and (self._behind or quiet >= LONG)
        if behind != self._behind:
            self._behind = behind
            self._show({"t": "behind", "on": behind})
        if behind:
            self._errands.later(LOOK_S, self._look)
