"""The page says when recognition lags: a voice has ended, and its words have not come yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from greenroom.interview.plan import Millis
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.clock import SessionClock
from greenroom.session.growing_turn import GrowingTurn

LONG: Final[Millis] = 1_200
"""Words that take longer after a voice than this are late."""
LOOK_S: Final = 0.2
"""How often we look whether they have come."""


class RecognitionLag:
    """Tells the page when words begin to be late, and when they are not any more."""

    def __init__(
        self,
        turn: GrowingTurn,
        clock: SessionClock,
        background_tasks: BackgroundTasks,
        show: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self._turn, self._clock, self._background_tasks, self._show = (
            turn,
            clock,
            background_tasks,
            show,
        )
        self._behind = False

    def voice_stopped(self) -> None:
        self._background_tasks.later(LONG / 1000, self._look)

    def _look(self) -> None:
        turn, now = self._turn, self._clock.now_ms()
        quiet = now - turn.voice_ended
        behind = turn.owed(now) and not turn.voice and (self._behind or quiet >= LONG)
        if behind != self._behind:
            self._behind = behind
            self._show({"t": "behind", "on": behind})
        if behind:
            self._background_tasks.later(LOOK_S, self._look)
