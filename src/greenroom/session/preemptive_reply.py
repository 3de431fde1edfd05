"""Asks for the reply before the answer is over, once its words have settled (T8): preemptive generation.

The prepared reply is neither spoken nor journalled. If more words come it is thrown away, without any effect on
the interview.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from greenroom.interview.events import AnswerGiven
from greenroom.interview.plan import Millis
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.clock import SessionClock
from greenroom.session.endpointing_delay import EndpointingDelay
from greenroom.session.growing_turn import GrowingTurn

SETTLED: Final[Millis] = 300
"""So long after the last of them words have settled."""
LEAD: Final[Millis] = 1_500
"""Time a model needs for its first words. In a longer wait the model is asked later, so that a mere breath
seldom costs a reply that nobody hears."""
MOST: Final = 3
"""Replies made ready for one answer: each may cost money."""


class PreemptiveReply:
    """Decides when to prepare the reply to the answer as it stands, and when to drop it."""

    def __init__(
        self,
        turn: GrowingTurn,
        endpointing: EndpointingDelay,
        clock: SessionClock,
        background_tasks: BackgroundTasks,
        late: Callable[[], bool],
        prepare: Callable[[AnswerGiven | None], None],
    ) -> None:
        """`prepare` is given the answer as it stands, so that its reply can be made ready; None: it has
        grown."""
        self._turn, self._endpointing, self._clock, self._background_tasks = (
            turn,
            endpointing,
            clock,
            background_tasks,
        )
        self._late, self._prepare = late, prepare
        self._due: asyncio.TimerHandle | None = None
        self._made = 0

    def more(self) -> None:
        """The answer grows, or may grow: drop the prepared reply."""
        self._background_tasks.forget(self._due)
        self._due = None
        self._prepare(None)
        self._watch()

    def over(self) -> None:
        """The answer is given."""
        self._background_tasks.forget(self._due)
        self._due, self._made = None, 0

    def _watch(self) -> None:
        turn = self._turn
        if not turn.text or turn.voice or self._made == MOST:
            return
        wait = max(SETTLED, self._endpointing.delay(turn.text) - LEAD)
        due = max(turn.last_final, turn.voice_ended) + wait
        delay = max(0, due - self._clock.now_ms())
        self._due = self._background_tasks.later(delay / 1000, self._settled)

    def _settled(self) -> None:
        self._due = None
        said, now = self._turn.spoken, self._clock.now_ms()
        if said is None or self._turn.voice or self._turn.owed(now) or self._late():
            return
        self._made += 1
        self._prepare(AnswerGiven(now, said.text, said.began, said.ended))
