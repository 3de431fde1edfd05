"""Words of an answer as a quote: short enough to be read, and whole enough to be read alone."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

from greenroom.assessment.addressed import addressed
from greenroom.assessment.coaching import signs
from greenroom.assessment.exchanges import Message
from greenroom.evidence import Quote
from greenroom.interview.understanding.clauses import clauses
from greenroom_turns import folding

LONGEST_QUOTE: Final = 24
"""Words of a quote; a longer one is cut at its end."""
FEWEST_QUOTED: Final = 3
"""Words; fewer need the sentence that they stand in."""
FEWEST_KEPT: Final = 8
"""Words before a comma at which a long quote is cut."""
SENTENCE: Final = re.compile(r"[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]+)*[.!?]*")
_WORD: Final = re.compile(r"\S+")
_COMMA: Final = re.compile(r"[,;:]\s+")


def located(message: Message, start: int, end: int) -> Quote:
    """These words as a quote, cut to `LONGEST_QUOTE` words, without white space at its ends."""
    text: str = message["text"]
    words = [m.span() for m in _WORD.finditer(text, start, end)]
    purpose = signs.PURPOSE.match(text, start, end) is not None
    joints = takewhile(lambda span: signs.JOINT.fullmatch(text[slice(*span)]), words)
    skipped = 0 if purpose else len(list(joints))
    words = words[skipped if skipped < len(words) else 0 :][:LONGEST_QUOTE]
    if not words:
        return Quote(message["index"], start, end, text[start:end])
    first, last = words[0][0], words[-1][1]
    while last > first and text[last - 1] in ".,;:–—-":
        last -= 1
    return Quote(message["index"], first, last, text[first:last])


def sentence_of(message: Message, start: int) -> tuple[int, int]:
    """The sentence that holds this place."""
    text: str = message["text"]
    spans = (found.span() for found in SENTENCE.finditer(text))
    return next((span for span in spans if span[0] <= start < span[1]), (0, len(text)))


def clause_of(message: Message, start: int) -> tuple[int, int]:
    """The clause that holds this place."""
    spans = clauses(message["text"])
    return next(((a, b) for a, b in spans if a <= start < b), sentence_of(message, start))


def widened(message: Message, quote: Quote) -> Quote:
    """The whole sentence of these words, or they alone where it is too long or speaks to the judge."""
    start, end = sentence_of(message, quote.start)
    spoken = any(span.start < end and start < span.end for span in addressed(message["text"]))
    whole = located(message, start, end)
    return quote if spoken or whole.end < quote.end else whole


def telling(message: Message, start: int, end: int, sign: int | None = None) -> Quote:
    """These words so that they say something alone: with their sentence, or else the clause before, where they
    lean on it or are few; where they are too many, to a comma. `sign`: the place of a word that must stay in it."""
    text: str = message["text"]
    first, last = sentence_of(message, start)
    if _leans(text[start:end]):
        if _many(text, first, last) <= LONGEST_QUOTE:
            return located(message, first, last)
        before = max((a for a, b in clauses(text) if first <= a < start), default=start)
        if _many(text, before, end) <= LONGEST_QUOTE:
            start = before
    if _many(text, start, end) <= LONGEST_QUOTE:
        return located(message, start, end)
    return located(message, *_cut(text, start, end, start if sign is None else sign))


def _leans(words: str) -> bool:
    """Whether these words need what stands before them."""
    bare = signs.JOINED.sub("", words.lower())
    return signs.LEANS.match(bare) is not None or len(folding.words(bare)) < FEWEST_QUOTED


def _cut(text: str, start: int, end: int, sign: int) -> tuple[int, int]:
    """A piece from comma to comma that holds the sign."""
    commas = [found.end() for found in _COMMA.finditer(text, start, end)]
    for begin in (start, *reversed([at for at in commas if at <= sign])):
        ends = (at for at in (*commas, end) if at > sign)
        for stop in ends:
            if FEWEST_KEPT <= _many(text, begin, stop) <= LONGEST_QUOTE:
                return begin, stop
    words = [m.start() for m in _WORD.finditer(text, start, end) if m.start() <= sign]
    held = len(words) <= LONGEST_QUOTE
    return (start, end) if held else (words[-FEWEST_KEPT], end)


def _many(text: str, start: int, end: int) -> int:
    return len(_WORD.findall(text, start, end))
