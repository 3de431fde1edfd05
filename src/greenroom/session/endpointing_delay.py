"""The silence that ends an answer (`interview.endpointing`), for the question that was asked last."""

from __future__ import annotations

from greenroom.interview.endpointing import delay_after_sentence, endpointing_delay
from greenroom.interview.events import Pace
from greenroom.interview.plan import Millis, QuestionKind

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
        return endpointing_delay(
            words, delay_after_sentence(self._kind, self._reply_delay, self.pace), self._language
        )
