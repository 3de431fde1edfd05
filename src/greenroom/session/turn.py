"""The candidate's turn as it grows: its voice, its words, and when they were spoken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile

from greenroom.interview.plan import Millis
from greenroom.session.chaining import chained

DETECTED_LATE: Millis = 300
"""A voice may be heard to end so long after the words that a hasty recogniser has of it."""

OWED: Millis = 3_500
"""How long after a voice its words are waited for; the engine waits a little longer."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words and their time."""

    text: str
    began: Millis
    ended: Millis


class Turn:
    """Everything heard since the last answer was given."""

    def __init__(self, language: str = "en") -> None:
        self._language = language
        self.interim = ""
        """Words that the recogniser may still change."""
        self.last_interim = ""
        """The latest of them, whatever became of it."""
        self._interim_ended: Millis | None = None
        """When the voice of the interim words ended."""
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
    def began(self) -> Millis:
        """When the first certain words began. There must be some."""
        return min(word.began for word in self._words)

    @property
    def spoken(self) -> Spoken | None:
        """All certain words so far."""
        if not self._words:
            return None
        return Spoken(self.text, self.began, max(word.ended for word in self._words))

    @property
    def unheard(self) -> bool:
        """A voice has spoken whose words are not known yet: none can be before it has ended."""
        return self.voice_ended > self._heard_at

    @property
    def owed(self) -> bool:
        """The recogniser still owes words: some are guessed, or a voice has ended after the last ones."""
        return bool(self.interim) or self.voice_ended > self._heard_at + DETECTED_LATE

    def voice_began(self) -> None:
        self.voice = True

    def voice_stopped(self, at: Millis) -> None:
        """The end of a voice is known later than it was, and sometimes later than its words."""
        self.voice, self.voice_ended = False, at
        if self._interim_ended is None:
            self._interim_ended = at
        if self._words and self._words[-1].ended > at:
            last = self._words[-1]
            self._words[-1] = replace(last, began=min(last.began, at), ended=at)

    def guessed(self, text: str) -> None:
        """The recogniser's words so far, which it may still change."""
        self.interim = text
        self._interim_ended = None if self.voice else self.voice_ended
        if text:
            self.last_interim = text

    def heard(self, words: Spoken, now: Millis) -> None:
        """The recogniser is sure of these words. What an earlier answer took is not taken again, even
        if it was one voice."""
        began = max(words.began, self._taken_until)
        words = replace(words, began=min(began, words.ended))
        self._words.append(words)
        self.interim, self.last_final = "", now
        self._heard_at = now

    def trusted(self, words: Spoken, now: Millis) -> None:
        """These are the interim words, and their final will not come. Another voice may have begun
        after the one that said them."""
        ended = words.ended if self._interim_ended is None else self._interim_ended
        ended = max(words.began, min(words.ended, ended))
        self.heard(replace(words, ended=ended), now)

    def take(self, now: Millis) -> Spoken:
        """All certain words; the turn starts anew."""
        self.interim = ""
        return self._take(len(self._words)) or Spoken("", now, now)

    def take_until(self, at: Millis) -> Spoken | None:
        """The leading words that were spoken before that time, if any; the turn goes on without."""
        return self._take(sum(1 for _ in takewhile(lambda word: word.ended <= at, self._words)))

    def _take(self, count: int) -> Spoken | None:
        words, self._words = self._words[:count], self._words[count:]
        if not words:
            return None
        began, ended = min(w.began for w in words), max(w.ended for w in words)
        self._taken_until = ended
        return Spoken(chained((w.text for w in words), self._language), began, ended)

    def acknowledged(self, now: Millis) -> None:
        """The last words were a backchannel, or went another way: they are no part of this turn."""
        self._heard_at = now
