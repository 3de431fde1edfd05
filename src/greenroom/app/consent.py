"""The words that candidates agree to, by version and language. What they agreed to is kept with them.

Words that were shown stay here as they were: a record names their version. To change them, add a version
and make it `CURRENT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from greenroom.interview.journal import Consent

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "1": {
        "en": "I know I will be talking to an AI, not a person, and that my words are written down "
        "for the report.",
        "de": "Ich weiß, dass ich mit einer KI spreche, nicht mit einem Menschen, und dass meine Worte "
        "für den Bericht aufgeschrieben werden.",
        "es": "Sé que hablaré con una IA, no con una persona, y que mis palabras se escriben para el "
        "informe.",
        "fr": "Je sais que je vais parler à une IA, pas à une personne, et que mes mots sont écrits "
        "pour le rapport.",
        "hi": "मुझे पता है कि मैं किसी व्यक्ति से नहीं, एक एआई से बात करूँगा या करूँगी, और मेरे शब्द रिपोर्ट के लिए "
        "लिखे जाते हैं।",
        "pt": "Sei que vou falar com uma IA, não com uma pessoa, e que as minhas palavras são escritas "
        "para o relatório.",
    },
}
"""Version, then language (BCP 47), to the words beside the box that is ticked."""
CURRENT: Final = "1"
LANGUAGE: Final = "en"
"""Of the page that asks, unless it is another."""


def words(language: str = LANGUAGE) -> str:
    """What the page shows beside the box."""
    return WORDS[CURRENT][language]


def given(at: str, language: str = LANGUAGE) -> Consent:
    """Consent to today's words in this language, given at this moment (ISO 8601, UTC)."""
    return Consent(CURRENT, language, at)
