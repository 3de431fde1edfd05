"""The candidate's voices as a detector found them, and which of them words were said in.

A recogniser's words come late, and the next voice may sound by then. Not every recogniser says when
they were spoken; where it does not, the voices do. Times are integer milliseconds on one clock.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from greenroom_turns.limits import Millis

VOICES_KEPT = 8
FRESH_MS = 250
"""No recogniser writes words this soon after a voice began: they belong to the voice before."""

BLINK_MS = 200
"""A shorter silence than this is none: detectors close a voice after 250 ms at the least, but a
handoff opens a new detector, which first reports silence in the middle of a voice."""

FORGOTTEN_MS = 3_000
"""So long after its voice a guess at words has been dropped: no final will follow it."""


@dataclass(slots=True)
class _Voice:
    began_ms: Millis
    ended_ms: Millis | None = None
    transcribed: bool = False
    """Words of it came that are no guess."""


class Voices:
    """The latest of them. Not for several threads."""

    def __init__(self) -> None:
        self._voices: deque[_Voice] = deque(maxlen=VOICES_KEPT)
        self._guessed: list[_Voice] = []
        """Those in which words were guessed whose final has not come."""

    @property
    def began_ms(self) -> Millis | None:
        """When the voice that sounds now began; None in silence."""
        voice = self._voices[-1] if self._voices else None
        return voice.began_ms if voice is not None and voice.ended_ms is None else None

    @property
    def wordless(self) -> bool:
        """The latest voice, sounding or over, has had no words, or none but guesses that were dropped."""
        last = self._voices[-1] if self._voices else None
        return last is not None and not last.transcribed and last not in self._guessed

    def begins(self, at_ms: Millis) -> None:
        if self.began_ms is not None:
            return
        last = self._voices[-1] if self._voices else None
        if last is not None and last.ended_ms is not None and at_ms - last.ended_ms < BLINK_MS:
            last.ended_ms = None
        else:
            self._voices.append(_Voice(at_ms))

    def ends(self, at_ms: Millis) -> None:
        if self.began_ms is not None:
            self._voices[-1].ended_ms = at_ms

    def saying(
        self, text: str, now_ms: Millis, *, final: bool
    ) -> tuple[Millis, Millis | None] | None:
        """When the words that come now were said: the beginning of their first voice and the end of
        their last, None while it sounds. None when there has been no voice.

        A recogniser tells an utterance in order: a final is about the voices in which it was guessed
        before, whatever sounds by now.
        """
        if not self._voices:
            return None
        self._forget(now_ms)
        if not text.strip():
            return self._wordless(final=final)
        if not (final and self._guessed):
            latest = self._latest(now_ms, final=final)
            if latest not in self._guessed:
                self._guessed.append(latest)
        first, last = self._guessed[0], self._guessed[-1]
        if final:
            for voice in self._guessed:
                voice.transcribed = True
            self._guessed = []
        return first.began_ms, last.ended_ms

    def settled(self) -> None:
        """The recogniser is done with its utterance: what it guessed and did not keep is nothing."""
        self._guessed = []

    def _wordless(self, *, final: bool) -> tuple[Millis, Millis | None]:
        """No words are about the voice of now, and take back what was guessed in it."""
        last = self._voices[-1]
        if final and last in self._guessed:
            self._guessed = []
        return last.began_ms, last.ended_ms

    def _latest(self, now_ms: Millis, *, final: bool) -> _Voice:
        last = self._voices[-1]
        fresh = last.ended_ms is None and now_ms - last.began_ms < FRESH_MS
        known = final or bool(self._guessed)
        return self._voices[-2] if fresh and known and len(self._voices) > 1 else last

    def _forget(self, now_ms: Millis) -> None:
        ended_ms = self._guessed[-1].ended_ms if self._guessed else None
        if ended_ms is not None and now_ms - ended_ms > FORGOTTEN_MS:
            self._guessed = []
