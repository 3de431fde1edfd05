"""The few words that a proposed wording may add or leave out, by language. Data; the rules stand in `checked`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from greenroom.interview.understanding.lexicon import QUANTITY

DIGIT: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Words:
    added: frozenset[str]
    """Connectives that may stand where the candidate had none: they claim nothing."""
    joining: frozenset[str]
    """Words that join clauses and may be left out; with `added`, what ends a clause without a sign."""
    hesitations: frozenset[str]
    turning: frozenset[str]
    """Words that turn what stands before them around: a clause with one of them is not cut off."""
    numbers: re.Pattern[str]

    def loose(self, word: str) -> bool:
        """Whether it may be left out."""
        return self.joins(word) or word in self.hesitations

    def joins(self, word: str) -> bool:
        return word in self.added or word in self.joining

    def turns(self, word: str) -> bool:
        """Whether the word takes back or narrows what was said before it."""
        return word in self.turning or word.endswith("n't") or word.startswith(("n'", "s'"))

    def numbered(self, text: str) -> bool:
        """Whether there is a number in it."""
        return bool(DIGIT.search(text) or self.numbers.search(text))


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _words(
    added: str, joining: str, hesitations: str, turning: str, numbers: str | re.Pattern[str]
) -> Words:
    if isinstance(numbers, str):
        numbers = re.compile(rf"(?<!\w)(?:{'|'.join(numbers.split())})(?!\w)", re.I)
    return Words(_set(added), _set(joining), _set(hesitations), _set(turning), numbers)


WORDS: Final[Mapping[str, Words]] = {
    "en": _words(
        "and also but",
        "so then",
        "um uh uhm er erm ah hmm mm well okay ok",
        "not no never nothing nobody none neither nor without if unless except only rather but "
        "however though although almost nearly hardly barely maybe perhaps probably think guess "
        "believe hope hopefully said",
        QUANTITY,
    ),
    "es": _words(
        "y e también pero",
        "pues entonces",
        "eh em mm ah",
        "no nunca nada nadie ni sin si salvo excepto solo sólo pero aunque casi apenas "
        "quizá quizás creo",
        "dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta "
        "cincuenta cien ciento mil millón millones mitad doble",
    ),
    "fr": _words(
        "et aussi mais",
        "alors donc",
        "euh heu hum ben bah",
        "ne pas jamais rien personne ni sans si sauf mais quoique presque seulement "
        "peut-être crois pense",
        "deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante "
        "cinquante cent cents mille million millions moitié double",
    ),
    "de": _words(
        "und auch aber",
        "also dann",
        "äh ähm öh hm hmm naja",
        "nicht nie niemals nichts niemand kein keine keinen keiner keinem weder ohne wenn falls "
        "außer nur aber doch obwohl fast kaum vielleicht glaube denke",
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn zwanzig dreißig vierzig "
        "fünfzig hundert tausend million millionen hälfte doppelt",
    ),
    "hi": _words(
        "और भी लेकिन",
        "तो",
        "उम अं हम्म",
        "नहीं न ना मत बिना अगर यदि सिवाय सिर्फ केवल लेकिन मगर परंतु हालाँकि लगभग शायद",
        "दो तीन चार पाँच पांच छह सात आठ नौ दस बारह पंद्रह बीस तीस चालीस पचास सौ हज़ार हजार लाख करोड़ "
        "आधा दोगुना",
    ),
    "pt": _words(
        "e também mas",
        "então",
        "ah eh hum mm né",
        "não nunca nada ninguém nem sem se salvo exceto só apenas mas embora quase talvez acho",
        "dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta "
        "cinquenta cem cento mil milhão milhões metade dobro",
    ),
}
