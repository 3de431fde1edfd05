"""What a model thinks aloud, between <think> and </think>, is not said."""

from __future__ import annotations

from typing import Final

OPENED: Final = ("<think>", "<thinking>")
CLOSED: Final = ("</think>", "</thinking>")
LONGEST: Final = max(map(len, CLOSED))


class Thoughts:
    """Text piece by piece in, the same text without its thoughts and their marks out."""

    def __init__(self) -> None:
        self._held = ""
        """What may be the beginning of a mark; in a thought its last characters."""
        self._inside = False

    def feed(self, text: str) -> str:
        """What is certainly to be said by now."""
        if not self._held and not self._inside and "<" not in text:
            return text
        return "".join(map(self._next, text))

    def end(self) -> str:
        """What was held back; nothing of a thought that never ended."""
        held, self._held = self._held, ""
        return "" if self._inside else held

    def _next(self, sign: str) -> str:
        if self._inside:
            self._held = (self._held + sign)[-LONGEST:]
            if self._held.lower().endswith(CLOSED):
                self._held, self._inside = "", False
            return ""
        done = ""
        if sign == "<":
            done, self._held = self._held, ""
        elif not self._held:
            return sign
        self._held += sign
        mark = self._held.lower()
        if mark in (*OPENED, *CLOSED):
            self._held, self._inside = "", mark in OPENED
        elif not any(one.startswith(mark) for one in (*OPENED, *CLOSED)):
            done, self._held = done + self._held, ""
        return done


def without_thoughts(text: str) -> str:
    """The text without its thoughts; what stands before a mark that only closes was one, too."""
    small = text.lower()
    ends = (small.rfind(mark) + len(mark) for mark in CLOSED if mark in small)
    thoughts = Thoughts()
    return thoughts.feed(text[max(ends, default=0) :]) + thoughts.end()
