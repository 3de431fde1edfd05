"""Story parts located in a turn by its words alone: what holds where no reader read it.

The cues are those of `story`, clause by clause, less what reads like a part and is none: "without
sacrificing quality" and "not as quick as the others" price nothing, and a till that "went down for two
hours" is no result. What "we" did is no deed of the candidate's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from greenroom.interview.reading import Told
from greenroom.interview.understanding.clauses import clauses
from greenroom.interview.understanding.lexicon import WEAK_VERBS
from greenroom.interview.understanding.story import (
    ACTION,
    DID,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    TRADE_OFF,
    story_parts,
)

SURE: Final = 0.6
"""Of a cue: it is a word, not an understanding."""
_NO_PRICE: Final = re.compile(
    r"\b(?:without|never|not|no|don['’]?t|didn['’]?t|doesn['’]?t)\s+(?:\w+\s+){0,2}?"
    r"(?:sacrific\w+|compromis\w+|giv\w+\s+up|downsides?|drawbacks?|trade[\s-]?offs?)\b|"
    r"\b(?:am|['’]m|is|was|are|were|be|im)\s+not\s+(?:\w+\s+)?as\s+\w+\s+as\b"
)
_DAMAGE: Final = re.compile(
    r"\b(?:system|server|site|website|service|till|tills|power|line|lift|network|internet|machine|printer|"
    r"database|app|oven|freezer|pump|card\s+reader|it|everything)\s+(?:went|was|were|had\s+gone)\s+"
    r"(?:down|off|out)\b|\b(?:outage|crashed|broke\s+down|flooded|lost\s+(?:power|connection))\b"
)


def tells_deed(text: str) -> bool:
    """Whether somebody ("I", "we") did something."""
    return next(_deeds(text.lower()), None) is not None


def parts_by_cues(text: str, language: str = "en") -> tuple[Told, ...]:
    """The parts that the words show, each with its clause, in the order of the text."""
    if language != "en":
        return ()
    found: list[Told] = []
    for start, end in clauses(text):
        clause = text[start:end].lower()
        parts = story_parts(clause) - frozenset(_mistaken(clause))
        found.extend(Told(part, start, end, SURE) for part in PARTS if part in parts)
    return tuple(found)


def _deeds(said: str) -> Iterator[re.Match[str]]:
    return (match for match in DID.finditer(said) if match["verb"] not in WEAK_VERBS)


def _mistaken(clause: str) -> Iterator[str]:
    if _NO_PRICE.search(clause):
        yield TRADE_OFF
    if _DAMAGE.search(clause):
        yield from (RESULT, MEASURABLE_RESULT)
    if not any(match[0].startswith("i") for match in _deeds(clause)):
        yield ACTION
