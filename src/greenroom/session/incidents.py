"""What fails is written down, and the candidate is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from greenroom.assessment.sentence import Sentence
from greenroom.interview.events import Event, IncidentNoticed
from greenroom.session.clock import SessionClock

Level: TypeAlias = Literal["info", "warn", "stop"]


class Incidents:
    """The incidents of one interview."""

    def __init__(
        self,
        clock: SessionClock,
        *,
        post: Callable[[Event], None],
        show: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self._clock, self._post, self._show = clock, post, show

    def add(
        self, part: str, cause: str, notice: Sentence | None = None, level: Level = "info"
    ) -> None:
        """`part` failed. Without a `notice` the candidate is told nothing."""
        self._post(IncidentNoticed(self._clock.now_ms(), part, cause))
        if notice is not None:
            self.tell(notice, level)

    def tell(self, notice: Sentence, level: Level = "info") -> None:
        """Show the sentence on the candidate's page."""
        self._show({"t": "notice", "level": level, "text": notice})
