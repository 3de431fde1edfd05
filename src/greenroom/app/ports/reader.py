"""Who reads what a turn of the candidate is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from greenroom.interview.reading import Reading


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn as a reader gets it."""

    text: str
    """Stripped, never empty. Spoken words may lack capitals and punctuation."""
    question: str
    """The question that was pending, as it was asked; "" if none was."""
    language: str = "en"


class Reader(Protocol):
    """Reads a turn. May be slow or broken: the session waits for it only a moment, and the engine goes by
    words alone without it."""

    async def read(self, heard: Heard) -> Reading | None:
        """None: it does not read this language."""
        ...

    async def repeats(self, question: str, asked: Sequence[str], language: str) -> float | None:
        """How sure it is, from 0 to 1, that a question asks what one of `asked` did, in whatever words.
        None: it does not read this language, or nothing was asked."""
        ...
