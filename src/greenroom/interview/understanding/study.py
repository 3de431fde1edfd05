"""Study mode: a hint when the candidate asks for one, and a remark after each answer, both by rule.

A hint is the plan's own, or names what a good answer covers. A remark says what was heard in the answer
and what would make it stronger, by the same cues that depth goes by (`depth`, `story`); in languages
whose stories we can't read it goes by length and numbers alone. Neither is a score, and neither is kept
apart from what was said.
"""

from __future__ import annotations

import re
from typing import Final

from greenroom.interview.plan import Question, StagePlan
from greenroom.interview.questions import words
from greenroom.interview.understanding.depth import assess
from greenroom.interview.understanding.numbers import has_number
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    SITUATION,
    TRADE_OFF,
)

LONGEST_REQUEST: Final = 8
"""Words. "Could you give me a hint please" asks for one; a longer turn that has the word is an answer."""
_ASKS: Final = {
    "en": re.compile(r"\bhints?\b", re.I),
    "es": re.compile(r"\bpistas?\b", re.I),
    "fr": re.compile(r"\bindices?\b", re.I),
    "de": re.compile(r"\b(?:tipp|hinweis)\b", re.I),
    "hi": re.compile(r"संकेत"),
    "pt": re.compile(r"\bdicas?\b", re.I),
}
_STORY: Final = {
    "en": "Say what the situation was, what you did yourself, and what came of it, with a number.",
    "es": "Diga cuál era la situación, qué hizo usted y qué resultó, con un número.",
    "fr": "Dites quelle était la situation, ce que vous avez fait vous-même, et le résultat, avec un chiffre.",
    "de": "Sagen Sie, wie die Lage war, was Sie selbst getan haben und was daraus wurde, mit einer Zahl.",
    "hi": "बताइए कि स्थिति क्या थी, आपने खुद क्या किया, और नतीजा क्या निकला, एक संख्या के साथ।",
    "pt": "Diga qual era a situação, o que você mesmo fez e o que resultou, com um número.",
}
_PLAIN: Final = {
    "en": "Answer in two or three sentences, and give one example by its name.",
    "es": "Responda en dos o tres frases, y dé un ejemplo concreto.",
    "fr": "Répondez en deux ou trois phrases, avec un exemple précis.",
    "de": "Antworten Sie in zwei oder drei Sätzen, mit einem Beispiel.",
    "hi": "दो या तीन वाक्यों में उत्तर दीजिए, और एक ठोस उदाहरण दीजिए।",
    "pt": "Responda em duas ou três frases, com um exemplo concreto.",
}
_LITTLE: Final = {
    "en": "There was little in that to go by.",
    "es": "En eso había poco con lo que trabajar.",
    "fr": "Il y avait là peu de choses sur quoi s'appuyer.",
    "de": "Darin war wenig, worauf ich eingehen könnte.",
    "hi": "उसमें आगे बढ़ने के लिए बहुत कम था।",
    "pt": "Nisso havia pouco em que me basear.",
}
_SHORT: Final = {
    "en": "That was short. One example, by its name, would make it stronger.",
    "es": "Eso fue breve. Un ejemplo concreto, con su nombre, le daría más fuerza.",
    "fr": "C'était court. Un exemple précis, avec son nom, renforcerait la réponse.",
    "de": "Das war kurz. Ein Beispiel, mit Namen genannt, würde die Antwort stärker machen.",
    "hi": "यह छोटा था। नाम के साथ एक ठोस उदाहरण इसे और मज़बूत बनाता।",
    "pt": "Foi breve. Um exemplo concreto, com o nome, deixaria a resposta mais forte.",
}
_NO_NUMBER: Final = {
    "en": "That was clear. A number or a reason would make it stronger.",
    "es": "Un número o un motivo le daría más fuerza.",
    "fr": "Un chiffre ou une raison renforcerait la réponse.",
    "de": "Eine Zahl oder ein Grund würde die Antwort stärker machen.",
    "hi": "कोई संख्या या कारण इसे और मज़बूत बनाता।",
    "pt": "Um número ou um motivo deixaria a resposta mais forte.",
}
_CONCRETE: Final = {
    "en": "That was clear and concrete.",
    "es": "Ha dado un número, y eso hace concreta la respuesta.",
    "fr": "Vous avez donné un chiffre, c'est concret.",
    "de": "Sie haben eine Zahl genannt, das macht es konkret.",
    "hi": "आपने एक संख्या बताई, इससे बात ठोस होती है।",
    "pt": "Você deu um número, e isso torna a resposta concreta.",
}
_SHORT_WORDS: Final = 15
"""An answer of fewer words, and without a number, is short where we can't read more of it."""
_HEARD: Final = {
    SITUATION: "the situation",
    ACTION: "what you did",
    RESULT: "what came of it",
    TRADE_OFF: "what it cost",
}
_MISSING: Final = (
    (ACTION, "Say what you did yourself."),
    (RESULT, "Say what came of it."),
    (MEASURABLE_RESULT, "A number would make the result stronger."),
    (TRADE_OFF, "Saying what it cost would round it off."),
)


def asks_for_hint(text: str, language: str) -> bool:
    """A short turn that has the word for it."""
    asked = _ASKS.get(language)
    return asked is not None and len(text.split()) <= LONGEST_REQUEST and bool(asked.search(text))


def hint(question: Question, stage: StagePlan, language: str) -> str:
    """The question's own hint; else its points, in English; else what a story, or any answer, needs."""
    if question.hint:
        return question.hint
    if question.points and language == "en":
        return f"A good answer covers {_listed(question.points)}."
    return (_STORY if _wants_story(stage) else _PLAIN)[language]


def remark_on(answer: str, question: Question, stage: StagePlan, language: str) -> str:
    """One or two sentences on an answer; empty where there is none."""
    if not words(answer):
        return ""
    found = assess(answer, question, (), language)
    if found.nothing is not None:
        return _LITTLE[language]
    if language != "en":
        return _on_unread(answer, language)
    if not _wants_story(stage):
        return _on_plain(found.depth)
    heard = [told for part, told in _HEARD.items() if part in found.story_parts]
    said = f"I heard {_listed(tuple(heard))}." if heard else "I heard no story in that yet."
    more = next((told for part, told in _MISSING if part not in found.story_parts), "")
    return f"{said} {more}".strip()


def _on_plain(depth: int) -> str:
    if depth <= 2:
        return _SHORT["en"]
    return (_NO_NUMBER if depth == 3 else _CONCRETE)["en"]


def _on_unread(answer: str, language: str) -> str:
    """It says nothing of what the words mean."""
    if has_number(answer, language):
        return _CONCRETE[language]
    return (_SHORT if len(words(answer)) < _SHORT_WORDS else _NO_NUMBER)[language]


def _wants_story(stage: StagePlan) -> bool:
    return stage.story or any(probe.topic in PARTS for probe in stage.probes)


def _listed(items: tuple[str, ...]) -> str:
    *rest, last = items
    return f"{', '.join(rest)} and {last}" if rest else last
