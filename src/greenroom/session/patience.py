"""The wait for the end of an answer (`interview.waits`), carried out by LiveKit."""

from __future__ import annotations

from typing import Any

from livekit.agents import AgentSession

from greenroom.interview.events import Pace
from greenroom.interview.plan import Millis, QuestionKind
from greenroom.interview.waits import LONGER, finished_wait, wait


class Patience:
    """Sets LiveKit's endpointing delays."""

    def __init__(self, session: AgentSession[Any], language: str, reply_delay: Millis) -> None:
        self._session, self._language = session, language
        self._kind: QuestionKind = "open"
        self._reply_delay = reply_delay
        self._pace: Pace = "normal"
        self._words = ""
        self._applied: tuple[Millis, Millis] | None = None
        self._hurried = False

    @property
    def finished(self) -> Millis:
        """The silence that ends an answer after a finished sentence."""
        return finished_wait(self._kind, self._reply_delay, self._pace)

    @property
    def delay(self) -> Millis:
        """The silence that ends the answer as it stands."""
        return self._applied[0] if self._applied else self.finished

    @property
    def longest(self) -> Millis:
        return self.finished + LONGER

    def expect(self, kind: QuestionKind, reply_delay: Millis) -> None:
        """A question of this kind is about to be asked."""
        self._kind, self._reply_delay = kind, reply_delay
        self._apply()

    def keep(self, pace: Pace) -> None:
        """The candidate's pace, as it is now."""
        if pace != self._pace:
            self._pace = pace
            self._apply()

    def consider(self, words: str) -> None:
        """These are the words of the answer so far."""
        self._words = words
        self._apply()

    def hurry(self) -> None:
        """Have LiveKit end the turn that it is told to end now without waiting for any silence: a
        voice that began in the wait would bring the turn back to life."""
        self._hurried = True
        self._set(0, 0)

    def calm(self) -> None:
        """LiveKit has ended it; other turns wait as before."""
        if self._hurried:
            self._hurried = False
            self._set(*(self._applied or (self.finished, self.longest)))

    def _apply(self) -> None:
        delay = wait(self._words, self.finished, self._language)
        # who says that this is all is not waited for longer, whatever the turn detector thinks
        longest = self.longest if delay >= self.finished else delay
        if self._applied != (delay, longest):
            self._applied = (delay, longest)
            if not self._hurried:
                self._set(delay, longest)

    def _set(self, shorter: Millis, longer: Millis) -> None:
        self._session.update_options(
            endpointing_opts={"min_delay": shorter / 1000, "max_delay": longer / 1000}
        )
