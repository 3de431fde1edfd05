"""Where the words of a fact end: a whole phrase, never one cut in its middle."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from greenroom.interview.questions import content

MOST_WORDS: Final = 20
_FILLER: Final = r"(?:u+m+|u+h+|e+r+m?|hm+|you\s+know|i\s+mean|like|well|so)"
_BEGINS: Final = re.compile(
    rf"(?:[\s,]+|{_FILLER}\b|(?:an?|the|that|that\s+i|i|just|maybe|probably|definitely|i['’]?d\s+say)\s+(?=\w))*",
    re.I,
)
_RELATIVE: Final = r"\s+(?:which|who|whom|whose|where|that\s+(?:has|have|is|are|was|were|i|we|my|he|she|they|it|you))\b"
_CAUSE: Final = (
    r"\s*,?\s+(?:because|since\s+(?!\d)|but|although|though|so\s+(?:that|i|we)|when|while|until|till|if|unless|which|and\s+"
    r"(?:um|uh|er|you\s+know|i|we|my|the\s+\w+\s+(?:is|was|has)|that['’]?s|it|so|then)\b)"
)
_AFTERWORD: Final = re.compile(
    rf"[\s,]+(?:{_FILLER}|i\s+(?:think|guess|suppose|believe|hope|would\s+say)|i['’]?d\s+say|hopefully|probably|maybe|"
    r"actually|really|basically|though|too|as\s+well|by\s+the\s+way|at\s+the\s+moment|right\s+now|now|currently|"
    r"these\s+days|please|sorry|thanks|thank\s+you|or\s+(?:so|something)|and\s+(?:so\s+on|stuff|things|all\s+that)|"
    r"if\s+that\s+(?:helps|counts)|to\s+be\s+honest|honestly|one\s+day|someday|eventually|"
    r"for|with|and|or|but|at|in|of|to|the|an?|on|by|from|as|about|around|over|almost|nearly|because|"
    r"that|which|who|my|is|are|was|it['’]?s|i['’]?m|i|we|also|then|there|here|again|already|since|last|next|past|"
    r"mostly|mainly)$",
    re.I,
)
_YEARS: Final = (
    r"[\s,]+(?:(?:and|for|with|about|over|almost|nearly|around|like|already|going\s+on|the|past|last|now|um,?|uh,?|more\s+than|i\s+have)[\s,]+)*"
    r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|several|many|half\s+a)(?:[\s-]+\w+)?(?:\s+(?:and\s+a\s+half|or\s+\w+|plus))?\s+"
    r"(?:years?|months?|decades?)\b"
)


class Span(Enum):
    """How far a fact reaches."""

    NARROW = re.compile(
        rf",|\s+not\s|{_RELATIVE}|{_CAUSE}|{_YEARS}|\s+(?:and|since)\s+(?!\w+(?:er|or|ist|ian)\b)|\s+since\s",
        re.I,
    )
    """A noun phrase: to the first comma."""
    WIDE = re.compile(rf",\s+(?!{_FILLER}\b)|{_CAUSE}|{_YEARS}", re.I)
    """A clause, to its first comma."""
    LIST = re.compile(
        rf"{_CAUSE}|{_YEARS}|,\s+(?:mostly|mainly|especially|for\s+example|i|we)\b", re.I
    )
    """What is counted up, commas and all."""


NARROW: Final = Span.NARROW
WIDE: Final = Span.WIDE
LIST: Final = Span.LIST


def value(text: str, start: int, end: int, span: Span) -> tuple[int, int] | None:
    """The place of the fact's words between `start` and `end`; None if nothing tells anything."""
    lead = _BEGINS.match(text, start, end)
    first = lead.end() if lead else start
    stop = span.value.search(text, first, end)
    last = stop.start() if stop else end
    last = _shortened(text, first, last)
    last = trimmed(text, first, last)
    if last <= first or not content(text[first:last]):
        return None
    return first, last


def trimmed(text: str, start: int, end: int) -> int:
    """Where the words end without marks, afterwords and words that wait for another one."""
    while True:
        piece = text[start:end].rstrip(" ,.!?;:\t\r\n-–")
        end = start + len(piece)
        loose = _AFTERWORD.search(piece)
        if loose is None:
            return end
        end = start + loose.start()


def _shortened(text: str, start: int, end: int) -> int:
    limit = re.compile(rf"(?:\S++\s++){{{MOST_WORDS}}}(?=\S)").match(text, start, end)
    if limit is None:
        return end
    cut = text.rfind(",", start, limit.end())
    return cut if cut > start else limit.end()
