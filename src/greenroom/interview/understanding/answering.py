"""The fact in a plain answer to the very question that asks for it: "Stock control.", "Nurse.", "Eight."

No cue introduces it, so the words must be such that they can be this fact: a role is named by a noun, a
strength is no event, years are a number. Refusals, denials and talk about the talk are none.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from greenroom.interview.questions import content, words
from greenroom.interview.reading import Stated
from greenroom.interview.understanding.condensed import condensed
from greenroom.interview.understanding.occupations import names_occupation
from greenroom.interview.understanding.protected import unprotected
from greenroom.interview.understanding.refusals import REMARK, is_no_answer
from greenroom.interview.understanding.stated import name_at
from greenroom.interview.understanding.statements import Statement, Whose, statements
from greenroom.interview.understanding.values import LIST, NARROW, WIDE, value
from greenroom.interview.understanding.years import AMOUNT, BARE, NO_WORK

SURE: Final = 0.6
"""Less than what a cue introduces: whether the turn answers its question at all, others may know better."""

_BARE_NO: Final = frozenset(
    words(
        """
        sometimes enough mum dad again goodbye earlier later yes no yeah nope yep ok okay maybe perhaps sure fine well what huh why hmm none stop right hello hi
        bye go on
        """
    )
)
_HEDGE: Final = re.compile(
    r"(?:(?:it|that)(?:['’]?s(?:\s+been)?|\s+has\s+been|\s+will\s+be|['’]ll\s+be|\s+is|\s+would(?:\s+(?:probably|maybe))?\s+be|['’]d\s+be|\s+must\s+be|\s+might\s+be)\s+|"
    r"(?:probably|maybe|perhaps|definitely|certainly|mainly|mostly|just|simply|only|for\s+sure|hopefully|my\s+greatest\s+strength)\b[\s,]*|that\s+|"
    r"i['’]?m\s+(?:really\s+|very\s+|quite\s+|currently\s+|now\s+)*(?=\w+ing\b)|i\s+am\s+(?:currently\s+|now\s+)?(?=\w+ing\b)|currently\s+|now\s+)*",
    re.I,
)
_I_DO: Final = re.compile(
    r"i\s+(?:always\s+)?(?:try\s+to[\s,]+(?:(?:um+|uh+)[\s,]+)?)?(?!(?:was|am|had|have|need|want|mean|did|went|got|said|saw|joined|came|could|will|would|should|might|may|must|feel|forget|remember|leave|quit|doubt|agree|disagree|understand|see|hear|just|again|only|look\s+for\s+(?:the|a)\s+word|hope|think|guess|know|wish|like\s+(?:tea|to\s+(?:eat|sleep)))\b)(?=\w)",
    re.I,
)
_FEELS: Final = re.compile(
    r"i\s+(?:really\s+|always\s+|never\b)?\s*(?:like|love|hate|enjoy|never|prefer|stay|am|get\s+on|listen|give)\b",
    re.I,
)
"""No word for what somebody does for a living."""
_MY_OWN: Final = re.compile(
    r"my(?:\s+[\w'’-]+){1,2}(?:\s+(?:with|for|of|to|in|at|under|and|when|even)\b.*)?\s*$",
    re.I | re.S,
)
_THE_OWN: Final = re.compile(r"the\s+(?!ability|way|fact|skill|art|will|patience|courage)", re.I)
_PAST: Final = re.compile(r"\w+ed\b", re.I)
_I_SEE: Final = re.compile(
    r"i(?:(?:['’]?d|\s+would)\s+(?:really\s+)?(?:like|love|want)|\s+(?:really\s+)?(?:want|hope|plan|aim)|(?:\s+can|\s+could)?\s+see\s+myself)\s+(?:to\s+)?",
    re.I,
)
_TRAIT: Final = re.compile(
    r"(?:i['’]?m|i\s+am|i['’]?ve\s+always\s+been)\s+(?:(?:an?|very|really|quite|pretty|always|usually|extremely|rather|fairly|also|just|so)\s+)*"
    r"(?=(?:patient|reliable|friendly|organi[sz]ed|creative|careful|honest|punctual|polite|calm|flexible|curious|hard[\s-]?working|"
    r"motivated|loyal|thorough|precise|accurate|quick|fast|strong|helpful|kind|caring|empathetic|open|outgoing|confident|determined|"
    r"persistent|stubborn|ambitious|adaptable|resourceful|responsible|dependable|independent|efficient|practical|analytical|"
    r"structured|tidy|clean|attentive|observant|dedicated|committed|disciplined|energetic|enthusiastic|passionate|cheerful|"
    r"communicative|sociable|respectful|trustworthy|conscientious|detail|level-?headed|easy-?going|good-?humou?red|resilient|"
    r"positive|optimistic|never\s+(?:late|sick|rude|angry)|always\s+(?:on\s+time|there|calm|friendly|prepared))\b(?!\s+(?:for|about|to\s+(?:go|stop))\b))",
    re.I,
)
"""What somebody is like."""
_IS_BEST: Final = re.compile(
    r"\s+(?:is|are|would\s+be)\s+(?:(?:probably|definitely)\s+)?(?:what\s+i|something\s+i|where\s+i|my\s+(?:\w+\s+)?(?:strength|strong\s+point|talent|thing))\b",
    re.I,
)
_POINTS: Final = re.compile(r"\b(?:it|that|this|them|him|her|so)$", re.I)
_EVENT: Final = re.compile(
    r"\b(?:is|are|was|were|went|came|said|told|had|got|wanted|asked|it\s+is|they|he|she|we|you)\b",
    re.I,
)
_LONGEST_BARE: Final = 12
_LONGEST_ROLE: Final = 8


def answering(text: str, key: str, language: str = "en") -> Stated | None:
    """The fact that answers the question for `key`; None if the words cannot be it."""
    seen = condensed(text)
    found = _answering(seen.text, key, language)
    if found is None:
        return None
    start, end = seen.span(found.start, found.end)
    return replace(found, start=start, end=end)


def _answering(text: str, key: str, language: str) -> Stated | None:
    if "?" in text or not text.strip():
        return None
    if language != "en":
        return _plain(text, key)
    for one in statements(text):
        if one.asks or REMARK.search(text[one.start : one.end]):
            continue
        if is_no_answer(text[one.start : one.end]):
            return None
        if one.whose is Whose.OTHERS and not _points(text, one):
            return None
        found = _refused(text, one) or _of(text, one, key)
        if isinstance(found, Stated):
            end = unprotected(text, found.start, found.end)
            return None if end is None else Stated(key, found.start, end, SURE)
        if found or one.whose is Whose.MINE:
            return None
    return None


def _plain(text: str, key: str) -> Stated | None:
    """In a language without rules of its own: a word or two, whatever they are."""
    said = words(text)
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip(" .,!\n\t"))
    short = key in ("name", "role", "years", "target_role") and 0 < len(said) < 3
    return Stated(key, start, end, SURE) if short and end > start else None


def _points(text: str, one: Statement) -> bool:
    """ "It's my patience", "that would be cooking"."""
    lead = _HEDGE.match(text, one.body, one.end)
    return lead is not None and lead.end() > one.body


def _refused(text: str, one: Statement) -> bool:
    said = [word.lower() for word in words(text[one.start : one.end])]
    return (
        all(word in _BARE_NO for word in said)
        and len(said) == 1
        and said[0] in ("no", "nope", "none", "stop")
    )


def _of(text: str, one: Statement, key: str) -> Stated | None:
    said = [word.lower() for word in words(text[one.body : one.end])]
    if not said or all(word in _BARE_NO for word in said):
        return None
    lead = _HEDGE.match(text, one.body, one.end)
    place = lead.end() if lead else one.body
    find = _FINDERS.get(key, _any)
    found = find(text, place, one)
    return None if found is None else Stated(key, *found, SURE)


def _name(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    return (
        name_at(text, place)
        if one.whose is not Whose.MINE and len(words(text[place : one.end])) <= 3
        else None
    )


def _years(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    if (
        one.whose is Whose.MY
        or NO_WORK.search(text, one.start, one.end)
        or re.search(
            r"\b(?:old|ago|kids|children|prison|jail|unemployed|married|contract|team|company)\b",
            text[one.start : one.end],
            re.I,
        )
    ):
        return None
    match = AMOUNT.match(text, place, one.end) or BARE.match(text, place, one.end)
    if match is None and one.whose is Whose.MINE:
        match = AMOUNT.search(text, place, one.end)
        return None if match is None else match.span()
    return None if match is None or match[0].lower() in ("a", "an", "one") else match.span()


def _role(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    if one.whose is Whose.MINE:
        did = None if _FEELS.match(text, place) else _I_DO.match(text, place, one.end)
        if did is None or _PAST.match(text, did.end()):
            return None
        return value(text, did.end(), one.end, WIDE)
    found = value(text, place, one.end, NARROW)
    if found is None or one.whose is Whose.MY:
        return None
    told = text[found[0] : found[1]]
    short = (
        text[max(0, found[0] - 4) : found[0]].lower() != "the "
        and len(told.split()) <= 3
        and not _PAST.match(told)
        and not _EVENT.search(told)
    )
    named = len(told.split()) <= _LONGEST_ROLE and not _EVENT.search(told)
    return found if short or (named and _names(told)) else None


def _names(told: str) -> bool:
    head = re.split(r"\s+(?:at|in|for|with|of|on|from)\b", told, maxsplit=1)[0]
    return names_occupation(head) or re.match(r"(?:\w+ing|head|student)\b", told, re.I) is not None


def _strength(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    if (trait := _TRAIT.match(text, place, one.end)) is not None:
        return value(text, trait.end(), one.end, LIST)
    if one.whose is Whose.MINE:
        did = _I_DO.match(text, place, one.end)
        found = (
            None
            if did is None or _PAST.match(text, did.end())
            else value(text, did.end(), one.end, WIDE)
        )
        return None if found is None or _POINTS.search(text[found[0] : found[1]]) else found
    best = _IS_BEST.search(text, place, one.end)
    found = value(text, place, best.start() if best else one.end, LIST)
    return found if found is not None and _thing(text, *found) else None


def _thing(text: str, start: int, end: int) -> bool:
    told = text[start:end]
    if re.match(r"my\b", told, re.I) and _MY_OWN.match(told) is None:
        return False
    if (
        _THE_OWN.search(text[max(0, start - 4) : end])
        and text[max(0, start - 4) : start].lower() == "the "
    ):
        return False
    return len(told.split()) <= _LONGEST_BARE and not _EVENT.search(told)


def _target(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    found = value(text, place, one.end, NARROW)
    return (
        found
        if found is not None and one.whose is Whose.OPEN and _names(text[found[0] : found[1]])
        else None
    )


def _goal(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    if one.whose is Whose.MINE:
        seen = _I_SEE.match(text, place, one.end)
        return None if seen is None else value(text, seen.end(), one.end, WIDE)
    if one.whose is Whose.MY:
        return None
    found = value(text, place, one.end, LIST)
    return found if found is not None and _thing(text, *found) else None


def _listed(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    if one.whose is not Whose.OPEN:
        return None
    found = value(text, place, one.end, LIST)
    return found if found is not None and _thing(text, *found) else None


def _any(text: str, place: int, one: Statement) -> tuple[int, int] | None:
    found = value(text, place, one.end, LIST)
    return found if found is not None and content(text[found[0] : found[1]]) else None


_FINDERS: Final = {
    "name": _name,
    "years": _years,
    "role": _role,
    "highlight": _strength,
    "target_role": _target,
    "goals": _goal,
    "skills": _listed,
    "background": _listed,
}
