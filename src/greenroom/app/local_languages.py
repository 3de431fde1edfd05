"""Which languages this machine itself hears and speaks, and what is said where a plan's is none of them.

Said before an interview begins, in the plan's language and in English: the candidate can type, or choose
a provider that knows the language.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from greenroom.app.providers.catalogue import Part
from greenroom.interview.prompts import LANGUAGES

ON_BOARD: Final = {Part.STT: frozenset({"en"}), Part.TTS: frozenset({"en"})}
"""The languages of the recogniser and of the voice on board (docs/explanation/speech.md)."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One text in one language."""

    language: str
    text: str


@dataclass(frozen=True, slots=True)
class _Words:
    hearing: str
    voice: str


_WORDS: Final = {
    "en": _Words(
        "This interview is in {name}, and nothing here hears {name}. Please type your answers.",
        "The voice here speaks English only, so it says {name} badly. Every question is also written: "
        "read it.",
    ),
    "es": _Words(
        "Esta entrevista es en español, y aquí nada entiende español hablado. Por favor, escriba sus "
        "respuestas.",
        "La voz de aquí solo habla inglés y pronuncia mal el español. Todas las preguntas están "
        "también escritas: léalas.",
    ),
    "fr": _Words(
        "Cet entretien est en français, et rien ici ne comprend le français parlé. Veuillez taper vos "
        "réponses.",
        "La voix d’ici ne parle qu’anglais et prononce mal le français. Chaque question est aussi "
        "écrite : lisez-la.",
    ),
    "de": _Words(
        "Dieses Gespräch ist auf Deutsch, und hier versteht nichts gesprochenes Deutsch. Bitte tippen "
        "Sie Ihre Antworten.",
        "Die Stimme hier spricht nur Englisch und sagt Deutsches schlecht. Jede Frage steht auch "
        "geschrieben da: Lesen Sie sie.",
    ),
    "hi": _Words(
        "यह इंटरव्यू हिंदी में है, और यहाँ बोली गई हिंदी समझी नहीं जाती। कृपया अपने उत्तर टाइप करें।",
        "यहाँ की आवाज़ केवल अंग्रेज़ी बोलती है और हिंदी ठीक से नहीं बोल पाती। हर प्रश्न लिखा हुआ भी है: उसे पढ़ें।",
    ),
    "pt": _Words(
        "Esta entrevista é em português, e aqui nada entende português falado. Por favor, digite as "
        "suas respostas.",
        "A voz daqui só fala inglês e pronuncia mal o português. Cada pergunta também está escrita: "
        "leia-a.",
    ),
}


def lacking(language: str, elsewhere: Collection[str]) -> tuple[Part, ...]:
    """The parts (hearing, voice) that this machine would do without knowing the language. `elsewhere`: parts
    that a provider does."""
    return tuple(
        part
        for part, languages in ON_BOARD.items()
        if language not in languages and part.value not in elsewhere
    )


def notices(language: str, lacks: Collection[Part]) -> tuple[Notice, ...]:
    """What the candidate is told about that: in the plan's language, then in English; empty if nothing lacks."""
    if not lacks:
        return ()
    return tuple(
        Notice(code, " ".join(_sentences(_WORDS[code], language, lacks)))
        for code in dict.fromkeys((language, "en"))
        if code in _WORDS
    )


def _sentences(words: _Words, language: str, lacks: Collection[Part]) -> list[str]:
    name = LANGUAGES.get(language, language)
    told = {Part.STT: words.hearing, Part.TTS: words.voice}
    return [text.format(name=name) for part, text in told.items() if part in lacks]
