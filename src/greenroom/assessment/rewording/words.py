"""The few words that a proposed wording may add or leave out, by language. Data; the rules stand in `checked`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Words:
    added: frozenset[str]
    """Connectives that may stand where a clause begins and the candidate had none: they claim nothing."""
    joining: frozenset[str]
    """Words that join clauses; like `added` they may be left out where a clause begins."""
    hesitations: frozenset[str]
    turning: frozenset[str]
    """Words that turn what stands before them around: a clause with one of them is not cut off."""

    def joins(self, word: str) -> bool:
        return word in self.added or word in self.joining

    def turns(self, word: str) -> bool:
        """Whether the word takes back or narrows what was said before it."""
        return word in self.turning or word.endswith("n't") or word.startswith(("n'", "s'"))


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _words(added: str, joining: str, hesitations: str, turning: str) -> Words:
    return Words(_set(added), _set(joining), _set(hesitations), _set(turning))


WORDS: Final[Mapping[str, Words]] = {
    "en": _words(
        "and also but",
        "so then",
        "um uh uhm er erm ah hmm mm",
        "not no never nothing nobody none neither nor without if unless except only rather but "
        "however though although almost nearly hardly barely maybe perhaps probably think guess "
        "believe hope hopefully said roughly about around approximately",
    ),
    "es": _words(
        "y e también pero",
        "pues entonces",
        "eh em mm ah",
        "no nunca nada nadie ni sin si salvo excepto solo sólo pero aunque casi apenas "
        "quizá quizás creo aproximadamente",
    ),
    "fr": _words(
        "et aussi mais",
        "alors donc",
        "euh heu hum bah",
        "ne pas jamais rien personne ni sans si sauf mais quoique presque seulement "
        "peut-être crois pense environ",
    ),
    "de": _words(
        "und auch aber",
        "also dann",
        "äh ähm öh hm hmm naja",
        "nicht nie niemals nichts niemand kein keine keinen keiner keinem weder ohne wenn falls "
        "außer nur aber doch obwohl fast kaum vielleicht glaube denke etwa ungefähr",
    ),
    "hi": _words(
        "और भी लेकिन",
        "तो",
        "उम अं हम्म",
        "नहीं न ना मत बिना अगर यदि सिवाय सिर्फ केवल लेकिन मगर परंतु हालाँकि लगभग शायद",
    ),
    "pt": _words(
        "e também mas",
        "então",
        "ah eh hum mm né",
        "não nunca nada ninguém nem sem se salvo exceto só apenas mas embora quase talvez acho aproximadamente",
    ),
}
