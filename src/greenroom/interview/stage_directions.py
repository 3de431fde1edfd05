"""What a model writes between marks: "*smiles*" is a stage direction, "*hardest*" is a word of the sentence.

A direction goes with its words, everything else keeps its words and loses its marks. A direction is a
gesture that stands apart (before, after or between sentences), or nothing but a gesture anywhere.
"""

from __future__ import annotations

import re
from typing import Final

_SPAN: Final = re.compile(
    r"(?<!\w)(?P<mark>\*{1,3}|_{1,3})(?=\S)(?P<marked>[^*_\n]{1,80}?)(?<=\S)(?P=mark)(?!\w)"
    r"|\[(?P<square>[^\[\]\n]{1,80})\](?:\(\w[^()\s]*\))?"
    r"|\((?P<round>[^()\n]{1,200})\)"
)
"""Emphasis; square brackets, with the address of a link behind them or none; parentheses."""
_AROUND: Final = ".!?…।؟？:;,—–-\"'“”«»*_()[]"
"""Signs around a word that are none of its own."""
_ROUNDS: Final = 4
"""Marks within marks are read so many times; whatever is deeper loses its marks alone."""
_NEAR: Final = 200
"""Characters before and after it that say whether a direction stands apart."""
_ENDS: Final = ".!?…।؟？:;,—–-"
_STOPS: Final = ".!?…।؟？"


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_GESTURES: Final = _listed(
    """
    smiles smiling nods nodding laughs laughing chuckles chuckling giggles giggling grins grinning
    smirks smirking frowns frowning sighs sighing pauses pausing shrugs shrugging winks winking
    waves waving coughs coughing gasps gasping blinks blinking gestures gesturing leans leaning
    sonríe sonriendo asiente asintiendo ríe riendo suspira suspirando carraspea
    sourit souriant hoche hochant rit riant soupire soupirant rires
    lächelt lächelnd nickt nickend lacht lachend seufzt seufzend räuspert pausiert
    sorri sorrindo acena acenando rindo suspirando pigarreia
    मुस्कुराते मुस्कुराता मुस्कुराती मुस्कुराकर हँसते हँसता हँसती हंसते हँसकर
    """
)
"""What somebody does who is seen and heard, in every language of a plan: no question needs it."""
_NOUNS: Final = _listed(
    """
    pause pauses beat silence laughter smile nod sigh chuckle laugh grin shrug
    pausa silencio risas sonrisa sourire soupir rire stille lächeln lachen seufzer
    silêncio risos sorriso suspiro विराम मौन ठहराव
    """
)
"""Directions where they stand apart ("[long pause]"), words inside a sentence ("the *pause* before it")."""
_NO_VERBS: Final = _listed(
    """
    yes this is was has does thanks us as always perhaps besides plus its his ours yours theirs
    thus less unless sometimes afterwards regardless nothing something anything everything during
    interesting congratulations
    """
)
"""End as verbs of a direction do and are none."""
_BEFORE_A_NOUN: Final = _listed(
    """
    a an the this that these those my your his her its our their who what which of and or to do
    does did when how el la los las un una le les der die das ein eine o os as um uma
    """
)
"""After such a word comes a part of the sentence."""


def without_directions(text: str) -> str:
    """The text without stage directions, and without the marks around its other words."""
    for _ in range(_ROUNDS):
        if _SPAN.search(text) is None:
            break
        text = _once(text)
    return text.translate({ord(mark): " " for mark in "()[]*_"})


def _once(text: str) -> str:
    done: list[str] = []
    at, before = 0, ""
    for span in _SPAN.finditer(text):
        inner = span["marked"] or span["square"] or span["round"]
        before = f"{before}{text[at : span.start()]}"[-_NEAR:]
        # a parenthesis that touches a word, as in "f(x)", ends that word
        kept = inner if span["marked"] else f" {inner} "
        after = text[span.end() : span.end() + _NEAR]
        said = " " if _is_direction(inner, before, after) else kept
        done += [text[at : span.start()], said]
        at, before = span.end(), f"{before}{said}"[-_NEAR:]
    return "".join((*done, text[at:]))


def _is_direction(inner: str, before: str, after: str) -> bool:
    words = _words(inner)
    if not words or inner.rstrip().endswith(("?", "？", "؟")):
        return False
    if _apart(before, after):
        return bool(_GESTURES & {*words} or _NOUNS & {words[0], words[-1]}) or _acts(inner)
    last = _words(before)[-1:]
    return words[0] in _GESTURES and not _BEFORE_A_NOUN & {*last}


def _words(text: str) -> list[str]:
    found = (word.strip(_AROUND).lower() for word in text.split())
    return [word for word in found if word]


def _apart(before: str, after: str) -> bool:
    """Whether it stands between sentences: before it one ends, and after it one begins or nothing is."""
    before, after = before.rstrip(), after.lstrip().lstrip(_STOPS).lstrip()
    begins = not after or after[0] in "*_[(" or _opens(after[0])
    return (not before or before[-1] in _ENDS) and begins


def _opens(sign: str) -> bool:
    """A capital, a letter of a script without capitals, a quotation's or a Spanish question's mark."""
    return sign in '¿¡"“«' or (sign.isalpha() and not sign.islower())


def _acts(inner: str) -> bool:
    """Written as directions are: small, and begun with what somebody does ("adjusts his glasses")."""
    word = inner.split()[0].strip(_AROUND)
    return word.islower() and word.endswith(("s", "ing")) and word not in _NO_VERBS
