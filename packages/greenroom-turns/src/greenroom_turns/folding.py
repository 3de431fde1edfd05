"""Text folded for comparison: its words, its clauses, the language of a tag. Pure and total.

Words are compared after NFKC and case folding, without punctuation; combining marks stay with their
letter, so Devanagari words stay whole.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TypeAlias

Words: TypeAlias = tuple[str, ...]

_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u02bc\uff07`\u00b4"), "'")
_RUN = re.compile(r"(\w)(?:\u094d?\1)+")
"""A letter several times; in Devanagari with the sign that joins two."""
_JOINERS = dict.fromkeys((0x200C, 0x200D, 0xFEFF))


def words(text: str) -> Words:
    """The words of a text, folded for comparison: "O.K., d'accord!" is ("o", "k", "d'accord")."""
    folded = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES)).casefold()
    kept = [c if _in_word(c) else " " for c in folded.translate(_JOINERS)]
    return tuple(w for w in (raw.strip("'") for raw in "".join(kept).split()) if w)


def word_set(text: str) -> frozenset[str]:
    """The words of a text, split at spaces: for lists of words in the code."""
    return frozenset(text.split())


@lru_cache(2_048)
def _in_word(char: str) -> bool:
    return char == "'" or unicodedata.category(char)[0] in "LMN"


def clauses(text: str) -> tuple[Words, ...]:
    """The words between punctuation. Apostrophes and hyphens inside words do not divide."""
    return tuple(clause for clause in map(words, divided(text)) if clause)


def divided(text: str) -> list[str]:
    """The text between punctuation, as it is written."""
    plain = text.translate(_APOSTROPHES)
    signs = (
        "\n" if unicodedata.category(c) in ("Po", "Pd") and c not in "'-" else c for c in plain
    )
    return "".join(signs).split("\n")


def collapsed(word: str) -> str:
    """The word with each repeated letter once: "ummm" is "um"."""
    return _RUN.sub(r"\1", word)


def base(lang: str) -> str:
    """The language of a tag: "pt" of "pt-BR"."""
    return lang.replace("_", "-").split("-")[0].strip().casefold()


def is_english(lang: str) -> bool:
    """Whether a tag is of English, of whatever place."""
    return base(lang) == "en"
