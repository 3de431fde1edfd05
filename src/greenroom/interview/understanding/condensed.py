"""A turn as it is looked at: without the runs that say nothing, and of bounded length.

The patterns of this package are tried at every place of a text, so a text of one sign or one word said a
thousand times would cost its square. What people say has no such runs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 3_000
"""Characters that are looked at: six minutes of talk."""
WORD: Final = 60
"""Characters of a word, with the signs that touch it."""
SAME: Final = 3
"""So often the same word, or the same sign, stands in a row."""
_PIECE: Final = re.compile(r"\s++|[^\s]++")
_SIGN: Final = re.compile(r"(\W)\1{2}\1++")


@dataclass(frozen=True, slots=True)
class Condensed:
    """The text that is looked at, and where its characters stand in the whole."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the whole text of `text[start:end]`, which is not empty."""
        return self.places[start], self.places[end - 1] + 1


def condensed(text: str) -> Condensed:
    """The text with one space for each run of them, no word too long, and no word or sign too often in a row.

    A text in which there is no such run is as it was, up to `LONGEST`.
    """
    places: list[int] = []
    last, times = "", 0
    for piece in _PIECE.finditer(text):
        start, said = piece.start(), piece[0]
        if said.isspace():
            lines = said.find("\n")
            places.append(start + max(lines, 0))
            continue
        times = times + 1 if said.lower() == last else 1
        last = said.lower()
        if times > SAME:
            if places and text[places[-1]].isspace():
                places.pop()
            continue
        places.extend(start + place for place in _kept(said))
        if len(places) >= LONGEST:
            break
    del places[LONGEST:]
    return Condensed("".join(text[place] for place in places), tuple(places))


def _kept(word: str) -> list[int]:
    """The characters of a word that are looked at."""
    if _SIGN.search(word[:WORD]) is None:
        return list(range(min(len(word), WORD)))
    run, kept = 0, []
    for place, sign in enumerate(word[:WORD]):
        again = place > 0 and sign == word[place - 1] and not sign.isalnum()
        run = run + 1 if again else 1
        if run <= SAME:
            kept.append(place)
    return kept
