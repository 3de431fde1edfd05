"""Which language a text is written in, and whether it reads as speech at all.

By the share of the words that every sentence needs. In ordinary speech they are a third to a half of
all words; in keyboard mash, in a list of names, or in another language they are few.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from greenroom.interview.understanding.lexicon import WORK_WORDS
from greenroom_turns import folding
from greenroom_turns.function_words import FREQUENT, FREQUENT_ENGLISH

NEEDED: Final = {**FREQUENT, "en": FREQUENT_ENGLISH | WORK_WORDS}
"""By language; in English a list of skills is an answer too."""
ENOUGH: Final = 0.1
"""Of the words, at least."""
SHORTEST: Final = 5
"""Words. Fewer are not told apart."""


def share(words: tuple[str, ...], language: str) -> float:
    """How many of the words every sentence of that language needs, from 0 to 1."""
    needed = NEEDED[language]
    return sum(word in needed for word in words) / len(words) if words else 0.0


def reads_as(text: str, language: str) -> str | None:
    """`language` when the text may be of that language; another one that it clearly is; None for no
    language at all. A language that we have no words of is believed."""
    words, mine = folding.words(text), folding.base(language)
    if len(words) < SHORTEST or mine not in NEEDED:
        return mine
    if Counter(words).most_common(1)[0][1] * 2 > len(words):
        return None
    best = max(NEEDED, key=lambda other: (share(words, other), other == mine))
    if share(words, mine) >= ENOUGH and share(words, mine) * 2 > share(words, best):
        return mine
    return best if share(words, best) >= ENOUGH else None
