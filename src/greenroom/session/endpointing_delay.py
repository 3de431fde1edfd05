"""The wait for the end of an answer (`interview.waits`), as it stands now."""

from __future__ import annotations

from greenroom.interview.events import Pace
from greenroom.interview.plan import Millis, QuestionKind
from greenroom.interview.waits import finished_wait, wait

FIRST: Millis = 2_000
"""Before anything was asked."""


class EndpointingDelay:
    """Remembers what was asked, and the candidate's pace."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._kind: QuestionKind = "open"
        self._reply_delay = FIRST
        self.pace: Pace = "normal"

    def expect(self, kind: QuestionKind, reply_delay: Millis) -> None:
        """A question of this kind is about to be asked."""
        self._kind, self._reply_delay = kind, reply_delay

    def delay(self, words: str) -> Millis:
        """The silence that ends an answer of these words."""
        return wait(words, finished_wait(self._kind, self._reply_delay, self.pace), self._language)
