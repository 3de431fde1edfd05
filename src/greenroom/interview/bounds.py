"""How much one interview may write down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LONGEST_TYPED: Final = 8_000
"""Characters of a typed answer: some ten minutes of speech."""
LONGEST_SPOKEN: Final = 40_000
"""Characters of a spoken one. Nobody says as much in one turn: a recogniser that returns more is broken."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of one interview. Its journal carries them, so that it replays by those that it was held under."""

    messages: int
    said: int
    """Characters of everything that the candidate says or types."""
    journal: int
    """Bytes of the journal's lines behind the header."""
    parts: int
    """Answers that are assessed together as one turn; later ones are kept, and not assessed with it."""


BOUNDS: Final = Bounds(messages=2_000, said=160_000, journal=2 * 2**20, parts=40)
"""Of every new interview. An hour and a half of talk is about 300 messages, 80,000 characters, 500 KiB."""
