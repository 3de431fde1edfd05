"""How long a silence ends an answer: it depends on the question, and on the words so far."""

from __future__ import annotations

from typing import Any

from livekit.agents import AgentSession

from greenroom.interview.plan import Millis, QuestionKind
from greenroom.turns.unfinished import unfinished

YES_NO: Millis = 500
"""A yes or no is over sooner than a story."""
LONGER: Millis = 1_500
"""Added while the words end in the middle of a sentence, or the turn detector expects more."""
CAP: Millis = 3_000
"""Nobody is kept waiting for longer; the engine, too, counts on words within 4 s of the voice."""


class Patience:
    """Sets LiveKit's endpointing delays."""

    def __init__(self, session: AgentSession[Any], language: str, reply_delay: Millis) -> None:
        self._session, self._language = session, language
        self.reply_delay = reply_delay
        self._applied: tuple[Millis, Millis] | None = None
        self._hurried = False

    @property
    def delay(self) -> Millis:
        """The silence that ends the answer as it stands."""
        return self._applied[0] if self._applied else self.reply_delay

    @property
    def longest(self) -> Millis:
        return max(self.reply_delay, min(self.reply_delay + LONGER, CAP))

    def expect(self, kind: QuestionKind, reply_delay: Millis) -> None:
        """A question of this kind is about to be asked."""
        self.reply_delay = min(YES_NO, reply_delay) if kind == "yesno" else reply_delay
        self._apply(self.reply_delay)

    def consider(self, words: str) -> None:
        """These are the words of the answer so far."""
        more = bool(words) and unfinished(words, self._language)
        self._apply(self.longest if more else self.reply_delay)

    def hurry(self) -> None:
        """Have LiveKit end the turn that it is told to end now without waiting for any silence: a
        voice that began in the wait would bring the turn back to life."""
        self._hurried = True
        self._set(0, 0)

    def calm(self) -> None:
        """LiveKit has ended it; other turns wait as before."""
        if self._hurried:
            self._hurried = False
            self._set(self.delay, self.longest)

    def _apply(self, delay: Millis) -> None:
        if self._applied != (delay, self.longest):
            self._applied = (delay, self.longest)
            if not self._hurried:
                self._set(delay, self.longest)

    def _set(self, shorter: Millis, longer: Millis) -> None:
        self._session.update_options(
            endpointing_opts={"min_delay": shorter / 1000, "max_delay": longer / 1000}
        )
