"""One text from the pieces in which a recogniser hands an answer on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from greenroom_turns.unfinished import function_words

_ENDED = re.compile(r"[.!?…。？！।][\"'”’»)\]]*$")
_ALSO_NAMES = frozenset(["i", "i'm", "i'd", "i've", "mr", "mrs", "dr", "may", "will", "ihr"])
"""Function words that may have their capital by right: names, titles, months, forms of address."""


def chained(pieces: Iterable[str], language: str) -> str:
    """The pieces, joined by spaces. A recogniser begins each with a capital, even in mid-sentence.

    That capital is taken back only where it cannot belong to the word: the piece before did not end
    a sentence, and the word is a function word of the language ("And", "Und", "Parce"), which none
    writes with a capital. Every other word stays as it was understood: it may be a name, or a German noun.
    """
    told: list[str] = []
    before = ""
    for piece in pieces:
        if told:
            told.append(_continued(before, piece, language))
        elif piece:
            told.append(piece)
        before = piece
    return " ".join(told)


def _continued(before: str, piece: str, language: str) -> str:
    word = piece.split(maxsplit=1)[0].rstrip(",;:.!?…") if piece.strip() else ""
    known = word.lower().replace("’", "'")
    if _ENDED.search(before) or known in _ALSO_NAMES or known not in function_words(language):
        return piece
    return piece[0].lower() + piece[1:] if word[1:] == word[1:].lower() else piece
