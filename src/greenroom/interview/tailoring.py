"""Questions that tie to a candidate's papers: what to ask next about a highlight or a requirement.

Every second question of a stage is one of these while there are any, highlights and requirements in
turn; between two of them the plan follows up on the answer. A requirement that an answer covers is not
asked. Whether anything is asked at all is decided by the plan's own limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

from greenroom.interview.background import Background, Highlight, Requirement
from greenroom.interview.brief import Brief
from greenroom.interview.coverage import is_covered
from greenroom.interview.questions import normalised
from greenroom.interview.sentences import cleaned

LONGEST: Final = 160
"""Characters of a document that are read out in a question."""

ENGLISH: Final[Mapping[str, str]] = {
    "role": "Let me come to your résumé. It says: “{text}”. What did you change while you were there?",
    "project": "Let me come to your résumé. It says: “{text}”. What was your own part in that?",
    "number": "One point of your résumé has a figure in it: “{text}”. How did you get there?",
    "skill": "Your résumé lists {text}. Where did you last use one of these, and what for?",
    "requirement": "The job asks for this: “{text}”. When did you do something of the kind?",
}
OTHERS: Final[Mapping[str, Mapping[str, str]]] = {
    "es": {
        "highlight": "Su currículum dice: «{text}». ¿Cuál fue su propia parte en ello?",
        "requirement": "El puesto pide esto: «{text}». ¿Cuándo ha hecho algo parecido?",
    },
    "fr": {
        "highlight": "Votre CV dit : « {text} ». Quelle a été votre propre part ?",
        "requirement": "Le poste demande ceci : « {text} ». Quand avez-vous fait quelque chose de ce genre ?",
    },
    "de": {
        "highlight": "In Ihrem Lebenslauf steht: „{text}“. Was war Ihr eigener Anteil daran?",
        "requirement": "Die Stelle verlangt: „{text}“. Wann haben Sie so etwas gemacht?",
    },
    "hi": {
        "highlight": "आपके रिज़्यूमे में लिखा है: “{text}”। इसमें आपका अपना काम क्या था?",
        "requirement": "इस नौकरी में यह चाहिए: “{text}”। आपने ऐसा कुछ कब किया?",
    },
    "pt": {
        "highlight": "O seu currículo diz: “{text}”. Qual foi a sua própria parte nisso?",
        "requirement": "A vaga pede isto: “{text}”. Quando é que fez algo parecido?",
    },
}


def tied_question(brief: Brief, background: Background) -> str | None:
    """The next question about the candidate's papers in this stage, as it is spoken; None: it is the
    plan's turn, or there is nothing left."""
    tied = list(_tied(brief, background))
    if brief.asked_texts and any(_says(brief.asked_texts[-1], text) for text, _ in tied):
        return None
    asked = {text for text, _ in tied if any(_says(said, text) for said in brief.asked_texts)}
    asked |= {readable(one.text) for one in covered(brief, background)}
    return next((question for text, question in tied if text not in asked), None)


def covered(brief: Brief, background: Background) -> tuple[Requirement, ...]:
    """The requirements of this stage that an answer of the interview covers."""
    answers = (*brief.told, brief.answer)
    return tuple(
        one
        for one in background.requirements_in(brief.stage.id)
        if any(is_covered(one, answer, brief.language) for answer in answers)
    )


def readable(text: str) -> str:
    """The words of a document as they are read out: a whole piece of them, if they are many."""
    said = " ".join(cleaned(text, 1).split()).rstrip(".;, ").replace("?", "")
    if len(said) <= LONGEST:
        return said
    start = said[:LONGEST]
    cut = max(start.rfind(sign) for sign in (", ", "; ", ". ", " – ", ": "))
    return start[: cut if cut > LONGEST // 3 else start.rfind(" ")].rstrip(".;,–: ")


def _tied(brief: Brief, background: Background) -> Iterator[tuple[str, str]]:
    """What is read out, and the question that reads it: highlights and requirements in turn."""
    own = [
        (readable(one.text), _about(one, brief.language))
        for one in background.highlights_in(brief.stage.id)
    ]
    wanted = [
        (readable(one.text), _template("requirement", brief.language))
        for one in background.requirements_in(brief.stage.id)
    ]
    for pair in zip_longest(own, wanted):
        for text, template in filter(None, pair):
            if text:
                yield text, template.replace("{text}", text)


def _about(highlight: Highlight, language: str) -> str:
    return _template(highlight.kind if language not in OTHERS else "highlight", language)


def _template(kind: str, language: str) -> str:
    return OTHERS.get(language, ENGLISH)[kind]


def _says(spoken: str, text: str) -> bool:
    return f" {normalised(text)} " in f" {normalised(spoken)} "
