"""What a turn says, statement by statement, and about whom.

A statement is a clause: its words, the place where they begin behind "well, I think", and whether the
candidate speaks of themselves in it. Recognised speech has no marks, so a new subject begins a new
statement as a full stop does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from greenroom.interview.questions import words

_I: Final = r"(?:i['’]?(?:m|ve|ll|d)|i)"
_OTHER: Final = (
    r"(?:we(?:['’](?:re|ve|ll|d))?|he(?:['’]s)?|she(?:['’]s)?|they(?:['’](?:re|ve|d))?|it(?:['’]s)?|"
    r"you(?:['’](?:re|ve|d))?|there(?:['’]s)?|that['’]s|our|his|her|their)"
)
_MINE: Final = rf"(?:{_I}|my)"
_IS: Final = r"(?:\s+\w+){1,3}\s+(?:is|are|was|were)\b"
_CARRIED_ON: Final = (
    r"(?:am|have\s+been|want|hope|plan|used\s+to|studied|work|worked|would\s+(?:like|love)|know|use|"
    r"speak|teach|taught|run|manage|drive|lead|trained|started)"
)
"""Verbs that go on about the same subject behind an "and"."""
_HARD: Final = re.compile(r"[!?;:\n]|\.(?!\d)|…|\s[-–—]+\s")
_SOFT: Final = re.compile(
    rf"(?:,\s*|\s+)(?:and|but|so|because|though|although|while|or|then|yet|plus)\s+"
    rf"(?:then\s+|now\s+|also\s+|currently\s+|these\s+days\s+|before\s+that\s+|since\s+then\s+)?"
    rf"(?P<joined>{_MINE}|{_OTHER})\b"
    rf"|(?:,\s*|\s+)(?:and|but|then)\s+(?:now\s+|also\s+|then\s+)?(?P<same>{_CARRIED_ON})\b"
    rf"|,\s*(?:now\s+|then\s+|so\s+|before\s+that\s+|since\s+then\s+|currently\s+)?(?P<after>{_MINE}|{_OTHER})\b"
    rf"|(?P<word>\b[\w'’]+)\s+(?:(?:now|currently|then|so|hi|hello|before\s+that)\s+)?"
    rf"(?P<bare>{_I}|my(?={_IS})|we|he|she|they|it['’]s|there['’]?s|(?:our|his|her|their)(?={_IS}))\b"
    r"|(?:,\s*|\s+)(?P<cause>because|although|though|but|unless)\s",
    re.I,
)
_KEEPS: Final = frozenset(
    words(
        """
        what that which who whom whose when if because as where how why while since than whether think say
        says said guess feel believe know told tell tells me mean hope wish saw see is was are would may might must shall haven't didn't isn't aren't am once
        before after until though although and but so or to with for of at in on from by about like the a an
        am i im my be been being called makes make let suppose heard asked unless except then now all
        everything anything something nothing does do did can could should will has have had not or our your
        his her their um uh er erm love hate hi hello people others everyone
        """
    )
)
"""A subject behind one of these does not begin a statement of its own."""
_LEAD: Final = re.compile(
    r"(?:(?:u+m+|u+h+|e+r+m?|hm+|mm+|ah|oh|well|so|okay|ok|yes|yeah|yep|sure|like|basically|actually|"
    r"honestly|frankly|personally|right|hi|hello|hey|good\s+(?:morning|afternoon|evening|day)|"
    r"thanks|thank\s+you|you\s+know|i\s+mean|and|but|because|then|also|plus|or|before\s+that|after\s+that|previously|later|originally|to\s+be\s+honest|"
    r"let['’]?s\s+see|let\s+me\s+(?:see|think)|of\s+course|probably|maybe|perhaps|definitely|"
    r"i(?:['’]?d|\s+would)(?:\s+have\s+to)?\s+say|i\s+(?:think|guess|believe|suppose|feel(?:\s+like)?(?=\s+(?:i|my|that)\b))|"
    r"(?:people|others|they|everyone|everybody|(?:my\s+)?(?:colleagues|friends|team|teachers?|boss|manager|"
    r"customers|patients|family))\s+(?:always\s+|often\s+|usually\s+)?(?:says?|tells?\s+me)|that(?!['’]?s\b))\b[\s,.]*)*+",
    re.I,
)
_TIME: Final = re.compile(
    r"(?:(?:right\s+now|now|currently|at\s+the\s+moment|at\s+present|these\s+days|nowadays|today|"
    r"presently|since\s+then)\b[\s,]*)+",
    re.I,
)
_SUBJECT_I: Final = re.compile(rf"{_I}\b", re.I)
_SUBJECT_MY: Final = re.compile(
    r"(?:my|what\s+i|one\s+of\s+my|the\s+(?:highlight|achievement|best\s+thing\s+about\s+me))\b",
    re.I,
)
_SUBJECT_OTHER: Final = re.compile(
    rf"(?:{_OTHER}|this|these|those|some(?:body|one)|every(?:body|one)|nobody|no\s+one|people|if|when|"
    r"the\s+[\w\s]{1,30}?\s(?:is|was|has|had|went|were|are|will|said|told|came)|"
    r"an?\s+\w+\s(?:is|was|has|had|wanted|said|told|came|asked))\b",
    re.I,
)
_TOLD: Final = re.compile(
    r"\b(?:told|said|asked|thought|knew|mentioned|explained|claimed|pretended|dreamed|dreamt|wished|heard)\b(?!.*\bthat's)",
    re.I,
)
"""What follows such a word without an "and" is what was told then, and no statement of now."""
_ASKS: Final = re.compile(
    r"(?:what(?:['’]s)?\b(?!\s+i\b)|(?:in|for|about|from|to|by|with)\s+(?:what|which|whom)\b|how(?:['’]s)?\b(?!\s+to\b)|"
    r"(?:can|could|would|will|should|may|might|shall|must)\s+(?:you|we|i|it|they|that|this)\b|"
    r"(?:do|does|did|are|is|was|were|have|has|am|haven['’]?t|didn['’]?t|don['’]?t|isn['’]?t|aren['’]?t)\s+"
    r"(?:you|we|i|it|they|there|this|that|he|she)\b|(?:who(?:['’]s)?|where(?:['’]s)?|when|why|which)\s+"
    r"(?!i\b|we\b)\w+)",
    re.I,
)


class Whose(StrEnum):
    """Who a statement is about."""

    MINE = "mine"
    """"I …"."""
    MY = "my"
    """"My … is …"."""
    OTHERS = "others"
    OPEN = "open"
    """No subject: "Nurse, eight years.\""""


@dataclass(frozen=True, slots=True)
class Statement:
    """`text[start:end]` of a turn."""

    start: int
    end: int
    body: int
    """Where it begins behind fillers and "I think"."""
    whose: Whose
    asks: bool
    now: bool
    """It begins with "now", "these days"."""
    sentence: int
    """The number of its sentence."""


def statements(text: str) -> tuple[Statement, ...]:
    """All statements of a turn, in order."""
    found: list[Statement] = []
    for number, (start, end) in enumerate(_sentences(text)):
        asked = text[end : end + 1] == "?"
        before = len(found)
        whose = Whose.OPEN
        for first, last in _clauses(text, start, end):
            one = _statement(text, first, last, number, whose)
            if (
                one is not None
                and found[before:]
                and _TOLD.search(text, found[-1].body, found[-1].end)
            ):
                one = replace(one, whose=Whose.OTHERS) if first == found[-1].end else one
            if one is not None:
                found.append(one)
                whose = one.whose
        if asked and not any(one.asks for one in found[before:]):
            found[before:] = [replace(one, asks=True) for one in found[before:]]
    return tuple(found)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in _HARD.finditer(text):
        if text[start : mark.start()].strip():
            yield start, mark.start()
        start = mark.end()
    if text[start:].strip():
        yield start, len(text)


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    position = start
    first = start
    while (mark := _SOFT.search(text, position, end)) is not None:
        word = mark["word"]
        if word is not None and word.lower() in _KEEPS:
            position = mark.end("word")
            continue
        place = mark.end("word") if word is not None else mark.start()
        if text[first:place].strip(" ,"):
            yield first, place
            first = place
        named = next(name for name in ("joined", "same", "after", "bare", "cause") if mark[name])
        position = mark.end(named)
    yield first, end


def _statement(text: str, start: int, end: int, number: int, before: Whose) -> Statement | None:
    body, now = _begins(text, start, end)
    if body >= end:
        return None
    words = text[body:end]
    carried = re.match(rf"{_CARRIED_ON}\b", words, re.I) and before is Whose.MINE
    if carried or _SUBJECT_I.match(words):
        whose = Whose.MINE
    elif _SUBJECT_MY.match(words):
        whose = Whose.MY
    elif _SUBJECT_OTHER.match(words):
        whose = Whose.OTHERS
    else:
        whose = Whose.OPEN
    asks = _ASKS.match(words) is not None
    return Statement(start, end, body, whose, asks, now, number)


def _begins(text: str, start: int, end: int) -> tuple[int, bool]:
    while start < end and text[start] in " ,\t":
        start += 1
    now = False
    while True:
        lead = _LEAD.match(text, start, end)
        place = lead.end() if lead else start
        if (time := _TIME.match(text, place, end)) is not None:
            now = True
            place = time.end()
        if place == start:
            return place, now
        start = place
