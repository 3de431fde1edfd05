"""The candidate's turn as it grows: its voice, its words, and when they were spoken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from greenroom.interview.plan import Millis
from greenroom.session.chaining import chained

DETECTED_LATE: Millis = 300
"""The end of a voice may be detected so long after a fast recogniser has given its words."""

OWED: Millis = 3_500
"""How long after a voice its words are waited for; the engine waits a little longer."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words and their time."""

    text: str
    began: Millis
    ended: Millis
    confidence: float | None = None
    least_sure: float | None = None
    """Of pieces that were joined: the smallest confidence."""


class GrowingTurn:
    """Everything heard since the last answer was given."""

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self._guess: Spoken | None = None
        self._guess_ended: Millis | None = None
        """When the voice of the guessed words ended."""
        self.voice = False
        self.voice_ended: Millis = 0
        self.last_final: Millis = 0
        self._heard_at: Millis = 0
        self._words: list[Spoken] = []
        self._taken_until: Millis = 0

    def __len__(self) -> int:
        """How many pieces of certain words there are."""
        return len(self._words)

    @property
    def text(self) -> str:
        return chained((word.text for word in self._words), self._language)

    @property
    def interim(self) -> str:
        """Words that the recogniser may still change."""
        return "" if self._guess is None else self._guess.text

    @property
    def began(self) -> Millis:
        """When the first certain words began. There must be some."""
        return min(word.began for word in self._words)

    @property
    def quiet_since(self) -> Millis:
        """When the last sound of it ended: some words come without a voice that was found."""
        return max([self.voice_ended, *(word.ended for word in self._words)])

    @property
    def spoken(self) -> Spoken | None:
        """All certain words so far."""
        return _joined(self._words, self._language)

    @property
    def words_missing(self) -> bool:
        """Somebody has spoken and the words are not known yet; none are known before the voice ends."""
        return self.voice_ended > self._heard_at

    def owed(self, now: Millis) -> bool:
        """Words are still expected from the recogniser: some are only guessed, or a voice ended after the last
        ones."""
        due = self._guess is not None or self.voice_ended > self._heard_at + DETECTED_LATE
        return due and now < self.voice_ended + OWED

    def voice_began(self) -> None:
        self.voice = True

    def voice_stopped(self, at: Millis) -> None:
        """A voice's end is reported late, sometimes after its words."""
        self.voice, self.voice_ended = False, at
        if self._guess_ended is None:
            self._guess_ended = at
        if self._words and self._words[-1].ended > at:
            last = self._words[-1]
            self._words[-1] = replace(last, began=min(last.began, at), ended=at)

    def guessed(self, words: Spoken) -> None:
        """The recogniser's words so far, which it may still change; none take back what it guessed."""
        self._guess = words if words.text else None
        self._guess_ended = None if self.voice else self.voice_ended

    def heard(self, words: Spoken, now: Millis) -> None:
        """The recogniser is sure of these words. What an earlier answer took is not taken again, even
        if it was one voice."""
        began = max(words.began, self._taken_until)
        self._words.append(replace(words, began=min(began, words.ended)))
        self._guess = None
        self.last_final = self._heard_at = now

    def trust(self, now: Millis) -> None:
        """The final of what was guessed will not come. Another voice may have begun after the one that
        said it."""
        if self._guess is not None:
            ended = now if self._guess_ended is None else self._guess_ended
            self.heard(replace(self._guess, ended=max(self._guess.began, ended)), now)

    def take(self) -> Spoken | None:
        """All certain words, if any; the turn starts again."""
        self._guess = None
        return self._take(len(self._words))

    def take_until(self, at: Millis) -> Spoken | None:
        """The leading words that were spoken before that time, if any; the turn goes on without."""
        return self._take(sum(1 for _ in takewhile(lambda word: word.ended <= at, self._words)))

    def _take(self, count: int) -> Spoken | None:
        taken = _joined(self._words[:count], self._language)
        self._words = self._words[count:]
        if taken is not None:
            self._taken_until = taken.ended
        return taken

    def acknowledged(self, now: Millis) -> None:
        """The last words were a backchannel or were posted already: they are not part of this turn."""
        self._heard_at = now


def _joined(words: Sequence[Spoken], language: str) -> Spoken | None:
    if not words:
        return None
    known = [word.confidence for word in words if word.confidence is not None]
    return Spoken(
        chained((word.text for word in words), language),
        min(word.began for word in words),
        max(word.ended for word in words),
        sum(known) / len(known) if known else None,
        min(known) if len(known) > 1 else None,
    )
