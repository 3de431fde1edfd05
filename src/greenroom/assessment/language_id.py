"""Which language a text is written in, and whether it reads as speech at all.

By the share of the words that every sentence needs. In ordinary speech they are a third to a half of
all words; in keyboard mash, in a list of names, or in another language they are few.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from greenroom.interview.understanding.lexicon import FUNCTION_WORDS, WORK_WORDS
from greenroom_turns import folding


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEEDED: Final = {
    # a list of skills is an answer too
    "en": FUNCTION_WORDS | WORK_WORDS,
    "es": _words("""
        de la que el en y a los las un una se no con para por mi me lo es era fue como más pero
        sus le ya o este porque cuando muy sin sobre también hasta hay donde yo nos esto del al
        su estaba tenía había teníamos todo ellos
    """),
    "fr": _words("""
        de la le les et des en un une du que est pour qui dans sur pas plus par je avec il ce on
        nous se mais ou au ne sont mon j'ai c'est était étaient avait avions ont elle cette très
        comme tout leur l'équipe d'un d'une aux
    """),
    "de": _words("""
        der die das und in den von zu mit sich des auf für ist im dem nicht ein eine als auch es
        an werden aus er hat dass sie nach wir ich habe war wurde einen einem einer um am haben
        nur oder aber vor bei uns mein meine wie dann hatten
    """),
    "hi": _words("""
        के में की है से का को और एक पर यह हैं कि था ने भी मैं मैंने हम हमने तो थी थे लिए कर इस
        वह जो हो ही करने किया गया नहीं मेरे मेरा मुझे हमें हमारे अपने फिर बहुत
    """),
    "pt": _words("""
        de a que o e do da em um uma para com não os as no na por mais dos como mas foi ao ele
        das tem à seu sua ou ser quando muito há nos já eu também só pelo pela até isso era
        minha meu nós tínhamos estava fiz
    """),
}
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
