"""The words by which one can tell that an answer is about a requirement.

Names where a requirement has some ("Kafka", "R"), each by itself: one of them is enough for an answer to
be about it. Otherwise, and where a capital letter is all that shows a name ("Asia"), also the words that do not stand in every job description, in small letters, of which
an answer needs two. Words joined by "or", "and" or a comma are one term with alternatives:
"nursing/midwifery". One of the things that a requirement lists is enough, as one of its names is.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from greenroom.assessment.language_id import NEEDED, share
from greenroom.interview.terms.names import VENDORS
from greenroom.interview.terms.ordinary_words import ORDINARY
from greenroom.interview.terms.stemming import stem
from greenroom.interview.terms.tokens import Word, words
from greenroom_turns import folding
from greenroom_turns.folding import word_set
from greenroom_turns.function_words import FREQUENT
from greenroom_turns.vocabulary import DEFAULT_LANGUAGE

MOST: Final = 8
_ENOUGH: Final = 0.12
"""Of a text's words that every sentence of a language needs, for it to be of that language."""


_COMMON: Final = frozenset().union(*FREQUENT.values()) | word_set(
    """
    you've you'll you're don't yrs yr exp kg lb lbs cm mm km hours hour week weeks days per
    percent able ability abilities above across advanced advantage another applicable applicant
    applicants applied area areas aspects asset attitude aptitude awareness background bachelor
    bachelor's bachelors based basic benefit best between bonus both bring build candidate
    candidates capable certificate certification certified clear college comfort comfortable
    commitment committed competence competency competent confident considered current currently
    daily day deep degree demonstrable demonstrate demonstrated demonstrates desirable desire
    desired develop developing different diploma distinct diverse e.g e.g. eg effective
    effectively either else enjoy ensure enthusiasm enthusiastic environment environments
    equivalent especially essential etc etc. evidence evident excellent exceptional expected
    experience experienced experiences expert expertise exposure extensive familiar familiarity
    fast-paced field fields first-class five fluency fluent four full fully general genuine gcse
    good great grasp habit hands happy hard having held help high helpful high-quality higher
    useful welcome welcomed highly hold holding i.e ideal ideally include includes including
    interest interested job join keen key kind know knowing knowledge known least level levels
    looking love making mandatory master's masters may mid minimum minimally month months
    multiple must necessary need needed new nice open outstanding part passion passionate
    perform performing person personal point position positive possess post practical practice
    prefer preferably preferred previous prior professional proficiency proficient profile
    proven qualification qualifications qualified range related relevant required requirement
    requirements requires role roles salary sense setting settings several should show shown
    similar six skill skilled skills solid someone sort sound strong strongly subject successful
    successfully suitable take team ten thing things three time top track record two type
    understand understanding university upon use used using valid variety various want well
    whether whole willing willingness wish within without worked working year years yet yourself
    ab bereits berufserfahrung bist bringst dein deine eines erfahrung erfahrungen erforderlich
    erste erwünscht fähigkeit gute gutem guten guter hast idealerweise ihr ihre jahr jahre
    jahren kenntnisse können mehrere mehrjährige mindestens notwendig ohne sehr sein sicher
    sicherer sichere sind sowie umgang über verfügst verfügen vom voraussetzung vorteil
    wünschenswert zum zur suchen zwei drei fünf abgeschlossene abgeschlossenes abgeschlossener
    ausbildung ausgeprägte fundierte nachweisbare nachweislich bereitschaft muss müssen pflicht
    zwingend kennst dich sicheres
    ans année années atout avez avoir bon bonne bonnes capacité connaissance connaissances
    diplôme être exigé expérience expériences indispensable maîtrise maîtriser niveau première
    recherchons requis requise savoir serait solide solides souhaité souhaitée vous votre deux
    trois quatre cinq apprécié appréciée obligatoire excellente excellentes
    exigée exigées indispensables avancé avancée titulaire avanzado avanzada avançado avançada
    formación estudios carrera licenciatura grado título algo alto año años capacidad
    conocimiento conocimientos deseable dominio experiencia imprescindible manejo mínimo mínima
    nivel titulación valorará valora buen buena buenas tres cinco tener requerido requerida
    demostrable obligatorio
    ano anos bom boa capacidade conhecimento conhecimentos desejável diferencial domínio
    experiência formação necessário necessária nível obrigatório obrigatória ter será sólida
    sólido sólidos
    अनुभव आवश्यक अनिवार्य कम ज्ञान चाहिए या वर्ष वर्षों साल होना होनी अच्छा अच्छी जानकारी
    वांछनीय योग्यता कौशल दो तीन पाँच पांच
    """
)
"""Words of every language's sentences, and of every job description."""
_AREAS: Final = word_set("backend front-end back-end frontend devops it ai cloud")
_WEAK: Final = word_set(
    "staff people team teams member members colleague colleagues others employees"
)
_COMMON_NAMES: Final = word_set(
    "BA BS BSC MSC MA MS PHD MBA GCSE PC US UK EU GPA NVQ HND ID CV OK PLUS A1 A2 B1 B2 C1 C2 B.SC M.SC PH.D BAC"
)
_OTHERS: Final = re.compile(
    r"\b(?:or|oder|ou|o) (?:an?)?other\b|\b(?:another|similar|comparable|equivalent)\b", re.I
)
_JOINED: Final = re.compile(r"\s*(?:[,/&+]|,?\s(?:and|or|und|oder|et|ou|y|o|e)\s)\s*", re.I)
_LITTLE: Final = re.compile(r"(?<!\w)(?:on|off|up|in|out|over|down)-\Z", re.I)
_LITTLE_AFTER: Final = re.compile(r"-(?:on|off|up|in|out|over|down)(?!\w)", re.I)
_ORDINARY_STEMS: Final = frozenset(stem(word) for word in ORDINARY)


def language_of(text: str) -> str:
    """The language in which most of a text is written; English where one cannot tell."""
    found = folding.words(text)
    best = max(NEEDED, key=lambda language: share(found, language))
    return best if share(found, best) >= _ENOUGH else DEFAULT_LANGUAGE


def terms(text: str, language: str = DEFAULT_LANGUAGE) -> tuple[str, ...]:
    """The terms of a requirement, in order; none where it says nothing but commonplaces."""
    found = [word for word in words(text, language) if not word.inner]
    telling = [word for word in found if _is_telling(word)]
    names = _names(telling, text, language)
    if not names:
        return _distinct(_alternatives(_without_weak(telling), text))
    others = [word for word in telling if word not in names]
    if any(word.known or word.strong for word in names):
        open_end = _OTHERS.search(text)
        after = open_end.end() if open_end else len(text)
        beside = _beside(names, telling, text)
        others = [word for word in others if word.start >= after or word in beside]
    return _distinct([*map(_name, names), *_alternatives(others, text)])


def names_something(text: str) -> bool:
    """Whether a text holds a name of something one can know, and not of an area alone."""
    found = (word for word in words(text) if word.text.lower() not in _AREAS)
    return any(word.known or word.strong for word in found)


def _beside(names: list[Word], telling: list[Word], text: str) -> list[Word]:
    """The words in small letters that are named in one breath with a name: "SQL or spreadsheets"."""
    found: list[Word] = []
    for ordered in (telling, telling[::-1]):
        for word, following in pairwise(ordered):
            first, second = sorted((word, following), key=lambda one: one.start)
            between = text[first.end : second.start]
            joined = word in names and _JOINED.fullmatch(between) is not None
            if (joined or (word in found and between == " ")) and following not in names:
                found.append(following)
    return found


def _without_weak(telling: list[Word]) -> list[Word]:
    """The words without those that say little beside others: "staff"."""
    strong = [word for word in telling if word.text.lower() not in _WEAK]
    return strong or telling


def _distinct(found: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))[:MOST]


def _name(word: Word) -> str:
    """A name as it is kept: with a capital letter, where small letters would make it an ordinary word."""
    base = word.text[:-3]
    if word.text.lower().endswith(".js") and any(char.isdigit() for char in base):
        return f"{word.text}/{base}"
    return (
        word.text.capitalize() if word.known and word.text in ORDINARY | {"r", "c"} else word.text
    )


def _is_telling(word: Word) -> bool:
    if word.known:
        return True
    if not any(char.isalpha() for char in word.text):
        return False
    if word.strong and not word.text[:1].isdigit():
        upper = word.text.upper().split("+")[0] or word.text
        return not {upper, upper.removesuffix("S")} & _COMMON_NAMES
    return (
        word.text.lower().replace("’", "'").removesuffix("'s") not in _COMMON and len(word.text) > 1
    )


def _names(telling: list[Word], text: str, language: str) -> list[Word]:
    """The words that are names. A first word, whose capital letter says nothing, is one when it is joined
    with a name; a maker's name says little before its product's."""
    names = [word for word in telling if _is_name(word, language)]
    for word, following in pairwise(telling):
        joined = _JOINED.fullmatch(text[word.end : following.start]) is not None
        unknown = word.first and word.text[0].isupper() and not _is_ordinary(word)
        if unknown and joined and following in names and language != "de":
            names.append(word)
    names.sort(key=lambda word: word.start)
    made = {one.start for one, other in pairwise(names) if _is_maker(one, other)}
    return [word for word in names if word.start not in made]


def _is_maker(word: Word, following: Word) -> bool:
    return word.text.lower() in VENDORS and following.start - word.end <= 1


def _is_name(word: Word, language: str) -> bool:
    if word.known or (word.strong and not word.text[0].isdigit()):
        return True
    return word.capital and language != "de" and not _is_ordinary(word)


def _is_ordinary(word: Word) -> bool:
    return stem(word.text.lower()) in _ORDINARY_STEMS


def _alternatives(telling: list[Word], text: str) -> list[str]:
    """The words in small letters, those that are joined as one term."""
    groups: list[list[Word]] = []
    for word in telling:
        between = text[groups[-1][-1].end : word.start] if groups else ""
        if groups and _JOINED.fullmatch(between):
            groups[-1].append(word)
        else:
            groups.append([word])
    return ["/".join(_compound(word, text) for word in group) for group in groups]


def _compound(word: Word, text: str) -> str:
    """A word in small letters, with the little word that a hyphen joins to it: "on-call"."""
    front = _LITTLE.search(text, max(0, word.start - 5), word.start)
    back = _LITTLE_AFTER.match(text, word.end)
    start, end = front.start() if front else word.start, back.end() if back else word.end
    return text[start:end].lower()
