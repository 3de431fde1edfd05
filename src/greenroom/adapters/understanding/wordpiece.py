"""Texts as tokens of BERT's uncased vocabulary (WordPiece: the longest known piece first)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

LONGEST_WORD = 100
"""Characters; a longer word is one unknown token, as in BERT."""
_PART = re.compile(r"\w+|[^\w\s]", re.UNICODE)


class WordPiece:
    """`pieces`: the vocabulary; a piece's place in it is its token."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._tokens = {piece: token for token, piece in enumerate(pieces)}
        self._unknown = self._tokens["[UNK]"]
        self._first, self._last = self._tokens["[CLS]"], self._tokens["[SEP]"]

    def tokens(self, text: str, longest: int) -> list[int]:
        """At most `longest` of them, with the first and the last that frame every text."""
        found = [self._first]
        for word in _words(text):
            found += self._of_word(word)
            if len(found) >= longest:
                break
        return [*found[: longest - 1], self._last]

    def _of_word(self, word: str) -> list[int]:
        if len(word) > LONGEST_WORD:
            return [self._unknown]
        found, start = [], 0
        while start < len(word):
            end = self._end(word, start)
            if end == start:
                return [self._unknown]
            found.append(self._tokens[_piece(word, start, end)])
            start = end
        return found

    def _end(self, word: str, start: int) -> int:
        """Where the longest known piece ends; `start` if none is known."""
        for end in range(len(word), start, -1):
            if _piece(word, start, end) in self._tokens:
                return end
        return start


def _piece(word: str, start: int, end: int) -> str:
    return f"##{word[start:end]}" if start else word[:end]


def _words(text: str) -> Iterator[str]:
    """Lower case, without accents; each mark is a word of its own."""
    plain = text.lower()
    if not (plain.isascii() and plain.isprintable()):
        plain = unicodedata.normalize("NFD", plain)
        plain = "".join(c for c in plain if c.isspace() or unicodedata.category(c) not in _DROPPED)
    for match in _PART.finditer(plain):
        yield from match.group().replace("_", " _ ").split()


_DROPPED = frozenset({"Mn", "Cc", "Cf", "Co", "Cs", "Cn"})
"""Kinds of characters that are no part of a word: accents, and what is not written."""
