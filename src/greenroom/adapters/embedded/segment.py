"""One utterance on its way through the page's loudspeaker, and where the loudspeaker is in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from greenroom.interview.plan import Millis
from greenroom.session.utterance_audio import Utterance

_PATIENCE: Millis = 5_000
"""How much later than expected a page may report `started` or `finished`."""


@dataclass(slots=True)
class Playhead:
    """Runs from `start` to `stop`. All times in milliseconds of one clock."""

    started_at: Millis | None = None
    _stopped_at: Millis | None = None

    def start(self, now: Millis) -> None:
        if self.started_at is None:
            self.started_at = now

    def stop(self, now: Millis) -> None:
        if self._stopped_at is None:
            self._stopped_at = now

    def position(self, now: Millis) -> Millis:
        """How much was played at `now`, were there always something to play."""
        if self.started_at is None:
            return 0
        until = now if self._stopped_at is None else min(now, self._stopped_at)
        return max(0, until - self.started_at)


@dataclass(slots=True, eq=False)
class Segment(Utterance):
    """One utterance on its way through the page's loudspeaker."""

    head: Playhead = field(default_factory=Playhead)
    first_sent_at: Millis | None = None
    sealed: bool = False
    """The page knows that it has all of it."""
    clearing: bool = False
    """The page was asked to stop, and has not said yet where it did."""
    most: Millis | None = None
    """The page knows that no more than this was heard."""

    def played(self, now: Millis) -> Millis:
        played = min(self.sent_ms, self.head.position(now))
        return played if self.most is None else min(played, self.most)

    def overdue(self, now: Millis) -> bool:
        """The page has not said for too long what it must have to say."""
        if self.head.started_at is None:
            return self.first_sent_at is not None and now - self.first_sent_at > _PATIENCE
        return self.complete and self.head.position(now) > self.total_ms + _PATIENCE
