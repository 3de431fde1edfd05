"""A message as it is compared with patterns: small letters, one script, one kind of white space."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property, lru_cache
from typing import Final

ACCENTS: Final = re.compile("[\u0300-\u036f]")
LOOKALIKES: Final = str.maketrans(
    "авсԁеһіјӏмнорԛстѕухԝѵαβεικνορτυχɡ", "abcdehijlmhopqctsyxwvabeikvoptuxg"
)
"""Cyrillic, Greek and phonetic letters that are drawn like Latin ones."""
NEWLINES: Final = "\n\r\x0b\x0c\x85\u2028\u2029"
RUN: Final = re.compile(r"[\t\r\x0b\x0c\x1c-\x1f]|\s\s")
"""In ASCII: white space that is not one space or one newline already."""


class Folded:
    """Any run of white space is one character, a newline if there is one in it: what repeats without
    end in a pattern would else be matched from each of its places."""

    def __init__(self, original: str) -> None:
        self.original = original
        plain = original.isascii() and "  " not in original
        if plain and not original.isprintable():
            plain = not RUN.search(original)
        self.text = original.lower() if plain else "".join(self._folded[0])

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where `text[start:end]` comes from."""
        if len(self.text) == len(self.original) and self.original.isascii():
            return start, end
        places = self._folded[1]
        return places[start], places[end - 1] + 1

    @cached_property
    def _folded(self) -> tuple[list[str], list[int]]:
        shown: list[str] = []
        places: list[int] = []
        for index, character in enumerate(self.original):
            for one in folded(character):
                if one in " \n" and shown and shown[-1] in " \n":
                    if one == "\n":
                        shown[-1] = one
                    continue
                shown.append(one)
                places.append(index)
        return shown, places


@lru_cache(maxsize=4096)
def folded(character: str) -> str:
    if character in NEWLINES:
        return "\n"
    if unicodedata.category(character) in ("Cf", "Co", "Cn"):
        return ""
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", character))
    small = plain.lower().translate(LOOKALIKES)
    return " " if small.isspace() else small
