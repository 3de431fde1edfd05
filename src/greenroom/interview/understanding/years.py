"""Years of the candidate's own experience: of work, not of life, of a company or of a prison."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from greenroom.interview.reading import Stated
from greenroom.interview.understanding.statements import Statement, Whose

_COUNT: Final = (
    r"(?:\d{1,2}(?:[.,]5)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty)(?:[\s-]+(?:one|two|three|four|five|six|seven|"
    r"eight|nine))?|(?:an?\s+)?(?:few|couple\s+of)|several|many|half\s+a|one\s+and\s+a\s+half)"
)
_ABOUT: Final = (
    r"(?:(?:about|around|almost|nearly|over|more\s+than|just\s+over|some|roughly|at\s+least)\s+)?"
)
AMOUNT: Final = re.compile(
    rf"\b(?P<fact>{_ABOUT}{_COUNT}(?:\s+(?:or|to)\s+{_COUNT})?(?:\s*\+|\s+plus|\s+and\s+a\s+half)?\s+(?:years?|months?|decades?)"
    rf"(?:\s+and\s+a\s+half)?)\b(?!\s+(?:ago|old|later|from\s+now|time|contract|left|of\s+age|before|after|younger|older|of\s+(?!experience|work|service|practice|training|\w+ing\b))\b)"
    r"|\b(?P<since>since\s+(?:19|20)\d\d)\b",
    re.I,
)
BARE: Final = re.compile(
    rf"(?P<fact>{_ABOUT}{_COUNT}(?:\s+(?:or|to)\s+{_COUNT})?(?:\s*\+)?)\b", re.I
)
"""A number alone, which only the question for years makes one of years."""
NO_WORK: Final = re.compile(
    r"\b(?:old|ago|prison|jail|married|divorced|sick|ill|sober|clean\s+now|unemployed|without\s+(?:a\s+job|work)|off|lived|living|"
    r"waiting|waited|looking|searching|trying|tried|dating|engaged|single|retired|kids?|children|son|daughter|"
    r"contract|warranty|university|college|school|degree|studied|studying|student|in\s+therapy|pregnant|home|"
    r"worked\s+(?:hard|on)|it\s+took|took\s+(?:me|us)|every|husband|wife|mother|father|parents?|dream\w*|want(?:ed)?|"
    r"hope|would|will|within|next|abroad|in\s+hospital|depress\w+|playing|played|known)\b",
    re.I,
)
_RELATIVE: Final = re.compile(r"\b(?:that|which|who|whose|where)\b", re.I)
_AT_WORK: Final = re.compile(
    r"\bexperience|\bin\s+the\s+(?:trade|business|industry|field|job|profession|sector)|"
    r"i(?:['’]?ve|\s+have)\s+(?:now\s+|also\s+)?(?:been\b|worked|spent|done|driven|taught|run|had)|i['’]?ve\s+\w+|"
    r"\bi\s+(?:was|am)\s+|\bi['’]?m\s+|im\s+|\bive\s+|"
    r"\bi\s+(?:also\s+|then\s+)?(?:work|worked|taught|nursed|drove|cooked|welded|cleaned|sold|managed|led|lead|ran|run|"
    r"coached|served|spent|did|do|teach|drive|manage|cut|baked|repaired|fixed)\b|"
    r"\byears\s+(?:as|in|of)\b|\bas\s+an?\b",
    re.I,
)
_HERE_SO_FAR: Final = re.compile(
    r"[\s,]*(?:now|so\s+far|already|total|in\s+total|experience|as|in|of|at|with|by\s+now)?\b", re.I
)
_DELAY: Final = re.compile(r"\b(?:in|after|within|every)\s+$", re.I)


def years(text: str, own: list[Statement]) -> Iterator[Stated]:
    """What each of the candidate's own statements tells about years of work."""
    before: Statement | None = None
    for one in own:
        found = _in(text, one, before)
        if found is not None:
            yield found
        before = one


def _in(text: str, one: Statement, before: Statement | None) -> Stated | None:
    match = AMOUNT.search(text, one.start, one.end)
    if match is None or NO_WORK.search(text, one.start, one.end):
        return None
    if _RELATIVE.search(text, one.body, match.start()):
        return None
    as_one = re.match(r"\s+(?:as|of|in)\s", text[match.end() : one.end], re.I)
    if _DELAY.search(text[one.start : match.start()]) and as_one is None:
        return None
    where = match.span("fact") if match["fact"] else match.span("since")
    if one.whose is Whose.MINE:
        return Stated("years", *where, 0.9) if _AT_WORK.search(text, one.body, one.end) else None
    if one.whose is not Whose.OPEN:
        return None
    leads = match.start() == one.body
    near = before is not None and before.whose in (Whose.MINE, Whose.OPEN)
    named = _AT_WORK.search(text, one.body, one.end) is not None
    if (
        named
        or (leads and near)
        or (leads and _HERE_SO_FAR.fullmatch(text, match.end(), one.end) and near)
    ):
        return Stated("years", *where, 0.8)
    return None
