"""Story parts located in a turn by its words alone: what holds where no reader read it.

The cues are those of `story`, clause by clause, less what reads like a part and is none: "without
sacrificing quality" and "not as quick as the others" price nothing, and a till that "went down for two
hours" is no result. What "we" did is no deed of the candidate's own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Final

from greenroom.interview.reading import Told
from greenroom.interview.understanding.clauses import clauses, sentences
from greenroom.interview.understanding.condensed import condensed
from greenroom.interview.understanding.lexicon import PAST_DEEDS, WEAK_VERBS
from greenroom.interview.understanding.story import (
    ACTION,
    DID,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    TRADE_OFF,
    compares,
    story_parts,
)

_TOLD: Final = re.compile(
    r"\b(?:i|we|(?:both|all|two|three|some|each|one|none)\s+of\s+us|us\s+(?:two|all|both))(?:['’]?ve|\s+have|['’]?d)?\s+"
    r"(?:(?:\w{2,12}ly|then|also|first|just|myself|ourselves|all|both|each|once|even|still|sort\s+of|kind\s+of|and\s+i|and\s+we)\s+){0,3}"
    rf"(?P<verb>{'|'.join(sorted(PAST_DEEDS))}|[a-z]{{3,16}}ed)\b(?!\s+not\b)"
)
"""A first person, and a past verb of doing that is not denied."""
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


_MOVED: Final = re.compile(
    r"(?P<kept>\bi (?:[\w ]{1,40} (?:and|then) )?)(?:went|came) (?:down|up|back)\b"
)
"""The speaker's own way, and no figure's: "I went down with one man"."""
_MEANT: Final = re.compile(
    r"\b(?:i|we)\s+(?:\w+ly\s+)?(?:(?:must|should|ought|shall|want(?:ed)?|need(?:ed)?|hope[ds]?)\b|"
    r"(?:hear|heard|see|saw|smell(?:ed|t)?|feel|felt|knew|know|believed?|thought|think|tell\s+a\s+lie)\b)"
)
"""A first person before a word of duty, wish, sense or thought."""
_OTHERS: Final = re.compile(
    r"^\W*(?:(?:well|so|um+|uh+|and|then|but|yes|okay|actually|once|there)\W+){0,3}"
    r"(?:he|she|they|it|(?:an?|the|my|our|his|her|their|this|that|one|some|two)(?:\s+[\w'’-]+){1,3}?)\s+"
    rf"(?:{'|'.join(sorted(PAST_DEEDS))}|[a-z]{{3,16}}ed|was|were|had)\b"
)
_WORD: Final = re.compile(r"\S+")
_ONESELF: Final = re.compile(r"\b(?:i|we|me|us|myself|ourselves)\b")
_NO_DEEDS: Final = WEAK_VERBS - PAST_DEEDS


def tells_deed(text: str) -> bool:
    """Whether the speaker did something, alone or with others: a first person before a past verb of doing."""
    found = _TOLD.finditer(condensed(text).text.lower())
    return any(match["verb"] not in _NO_DEEDS for match in found)


def told_at(text: str, tells: Callable[[str], bool]) -> int | None:
    """Where the shortest beginning of `text` ends that tells it; None if the whole does not. It is found by halving,
    so that a long text is read few times."""
    if not tells(text):
        return None
    ends = [word.end() for word in _WORD.finditer(text)]
    first = bisect_left(ends, True, key=lambda end: tells(text[:end]))
    return ends[min(first, len(ends) - 1)] if ends else len(text)


def only_meant(text: str) -> bool:
    """Whether the speaker only had to do something, wished it, saw it or thought it: "so I must find a way"."""
    return _MEANT.search(condensed(text).text.lower()) is not None and not tells_deed(text)


def of_others(text: str) -> bool:
    """Whether somebody else is who did it, and the speaker is not in it: "an old man wrote a letter"."""
    said = condensed(text).text.lower()
    return _OTHERS.match(said) is not None and _ONESELF.search(said) is None


def parts_by_cues(text: str, language: str = "en") -> tuple[Told, ...]:
    """The parts that the words show, each with its clause, in the order of the text. An amount before and an amount after
    are told by their sentence: "we had thirty a week before, and then it was twelve"."""
    if language != "en":
        return ()
    found: list[Told] = []
    for start, end in clauses(text):
        clause = text[start:end].lower()
        parts = story_parts(_MOVED.sub(r"\g<kept>", clause)) - frozenset(_mistaken(clause))
        found.extend(Told(part, start, end, SURE) for part in PARTS if part in parts)
    measured = [told.start for told in found if told.part == MEASURABLE_RESULT]
    for start, end in sentences(text):
        inside = bisect_left(measured, end) > bisect_left(measured, start)
        if not inside and compares(text[start:end]):
            found += (Told(part, start, end, SURE) for part in (RESULT, MEASURABLE_RESULT))
    return tuple(sorted(found, key=lambda told: (told.start, told.end, PARTS.index(told.part))))


def _deeds(said: str) -> Iterator[re.Match[str]]:
    return (match for match in DID.finditer(said) if match["verb"] not in WEAK_VERBS)


def _mistaken(clause: str) -> Iterator[str]:
    if _NO_PRICE.search(clause):
        yield TRADE_OFF
    if _DAMAGE.search(clause):
        yield from (RESULT, MEASURABLE_RESULT)
    if not any(match[0].startswith("i") for match in _deeds(clause)):
        yield ACTION
