"""Whether somebody named a number, in digits or in words, by language. "One" mostly measures nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from greenroom.interview.understanding.lexicon import QUANTITY

_DIGIT: Final = re.compile(r"\d")


def _words(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(text.split())})(?!\w)", re.I)


_IN_WORDS: Final[Mapping[str, re.Pattern[str]]] = {
    "en": QUANTITY,
    "es": _words("""
        dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta
        cincuenta cien ciento mil millón millones mitad doble
    """),
    "fr": _words("""
        deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante
        cent cents mille million millions moitié double
    """),
    "de": _words("""
        zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn zwanzig dreißig vierzig
        fünfzig hundert tausend million millionen hälfte doppelt
    """),
    "hi": _words("""
        दो तीन चार पाँच पांच छह सात आठ नौ दस बारह पंद्रह बीस तीस चालीस पचास सौ हज़ार हजार लाख करोड़ आधा
        दोगुना
    """),
    "pt": _words("""
        dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta
        cinquenta cem cento mil milhão milhões metade dobro
    """),
}


def has_number(text: str, language: str) -> bool:
    """In a language that is not here, only digits are seen."""
    words = _IN_WORDS.get(language)
    return bool(_DIGIT.search(text)) or (words is not None and bool(words.search(text)))
