"""What is concrete in the words of an answer: amounts, names of things and places, tools (English)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from greenroom.assessment.coaching.signs import WORD, listed, may_deed
from greenroom.interview.understanding.lexicon import NUMBER, QUANTITY, SKILL_WORDS

_WHEN: Final = re.compile(
    rf"\b(?:at|until|till)\s+{NUMBER}\b(?!\s?%|\s+\w+s\b)|"
    rf"\b{NUMBER}\s?(?:o['’]?clock|[ap]\.?m\b|in the (?:morning|afternoon|evening)|at night)|"
    r"\b(?:in|since|from|by|until)\s+(?:19|20)\d\d\b|"
    rf"\b(?:{NUMBER}|an?)\s+(?:\w+\s+)?\w+\s+ago\b|\ban?\s+\w+\s+later\b",
    re.I,
)
"""When something was: no measure of anything."""
_SOME_DAY: Final = re.compile(
    r"(?<!\bin )(?<!\bwithin )(?<!\bonly )\b(?:one|a) (?:day|minute)\b", re.I
)
"""Some day, and nothing that is counted: neither a measure nor a fact."""
_TWICE_ALONE: Final = re.compile(r"\btwice\b(?!\s+(?:as|the|an?|per|every|each|what)\b)", re.I)
"""How often, without an amount: "measure twice" is no measure."""
_PRONOUN_ONE: Final = re.compile(
    r"\b(?:no one|one of|the one|this one|that one|each one|which one|any one|one another|every one)\b"
)
_ANY_NUMBER: Final = re.compile(
    r"\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|"
    r"billions?|dozens?|half|halves|halved|thirds?|quarters?|percent|double|doubled|triple|tripled|"
    r"twice|once|first|second|couple|pair|single)\b"
)
_NAME: Final = re.compile(r"(?<=[a-z,;:] )(?!I\b)[A-Z][A-Za-z0-9+#]+")
_LEADS: Final = re.compile(
    r"\b(?:in|at|near|around|across|the|our|a|an|using|used|use|uses)\s+(?:[A-Z]\w*\s+)*\Z"
)
"""What stands before the name of a place, of a thing or of a work, and before no person's."""
_TOLD: Final = 5
"""Words of a sentence that tells something of what it names."""
_DAYS: Final = frozenset(
    listed("""
        Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday, January, February, March, April,
        May, June, July, August, September, October, November, December, AI
    """)
)
_DAY: Final = re.compile(rf"\b(?:{'|'.join(sorted(_DAYS - {'AI'}))})\b", re.I)
_NO_AMOUNT: Final = re.compile(
    rf"\b(?:man|woman|lady|gentleman|boy|girl|child|patient|resident|person|people|aged?|age of|turned) (?:of )?{NUMBER}"
    rf"(?:[\s-]+(?:{NUMBER}|one))?\b(?!\s+\w+s\b)|\b{NUMBER}(?:[\s-]+(?:{NUMBER}|one))?[\s-]+years?[\s-]+old\b|"
    r"\b(?:two|three|four|half) of (?:it|them|you|those|these)\b|"
    r"\b(?:from|between)\s+(?:nought|zero|one|0|1)\s+(?:to|and)\s+(?:five|ten|(?:a|one)\s+hundred|5|10|100)\b"
    r"(?!\s+\w+s\b)|\b(?:the|these|those)\s+other\s+(?:two|three|four)\b(?!\s+\w+s\b)|"
    r"\bthe\s+(?:two|three|four)\s+of\s+(?:us|you|them)\b|\b(?:left|right|other|upper|lower)\s+half\b",
    re.I,
)
"""An age, a scale, what was named before, a side."""
SKILLS: Final = SKILL_WORDS.difference(
    listed("""
        learning, machine, sales, security, testing, go, spring, helm, rust, react, networking, node,
        oracle, spark, express, swift
    """)
)
"""Names of tools that are no everyday words."""


def measures(text: str) -> bool:
    """Whether these words say how much or how many."""
    return measured(text) is not None


def measured(text: str, start: int = 0, end: int | None = None) -> int | None:
    """Where these words say how much or how many; a time of day or a date says when, and “twice” alone how
    often."""
    end = len(text) if end is None else end
    other = [
        span
        for pattern in (_WHEN, _SOME_DAY, _TWICE_ALONE, _NO_AMOUNT)
        for span in _spans(pattern, text, start, end)
    ]
    found = (span for span in _spans(QUANTITY, text, start, end) if not _inside(span, other))
    return next((span[0] for span in found), None)


def _spans(pattern: re.Pattern[str], text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [found.span() for found in pattern.finditer(text, start, end)]


def _inside(span: tuple[int, int], places: list[tuple[int, int]]) -> bool:
    return any(first <= span[0] < last for first, last in places)


def may_number(text: str) -> bool:
    """Whether anything in the text may be a number."""
    return _ANY_NUMBER.search(_PRONOUN_ONE.sub(" ", text.lower())) is not None


def may_stand(text: str) -> bool:
    """Whether anything in the text may be a day or a deed of the speaker's own."""
    return may_deed(text) or _DAY.search(text) is not None


def places(text: str) -> Iterator[tuple[int, int]]:
    """Numbers and names, in the order of the text."""
    other = [
        span for pattern in (_SOME_DAY, _NO_AMOUNT) for span in _spans(pattern, text, 0, len(text))
    ]
    found = [s for s in _spans(QUANTITY, text, 0, len(text)) if not _inside(s, other)]
    found += [m.span() for m in _NAME.finditer(text) if m[0] not in _DAYS]
    found += [m.span() for m in WORD.finditer(text) if m[0].lower() in SKILLS]
    yield from sorted(found)


def is_thing(text: str, start: int, end: int, sentence: tuple[int, int]) -> bool:
    """Whether what is concrete there is a number, a tool, or a place, thing or work that the sentence tells
    of. A name alone may be anybody's."""
    if _NAME.fullmatch(text, start, end) is None or text[start:end].lower() in SKILLS:
        return True
    if any(c.isdigit() or c.isupper() for c in text[start + 1 : end]):
        return True
    told = len(WORD.findall(text, *sentence)) >= _TOLD
    return told and _LEADS.search(text, sentence[0], start) is not None
