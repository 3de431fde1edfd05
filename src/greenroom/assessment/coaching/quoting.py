"""Words of an answer as a quote: short enough to be read, and whole enough to be read alone."""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import Final

from greenroom.assessment.addressed import addressed
from greenroom.assessment.coaching import signs
from greenroom.assessment.exchanges import Message
from greenroom.evidence import Quote
from greenroom.interview.understanding.clauses import clauses
from greenroom_turns import folding

LONGEST_QUOTE: Final = 24
"""Words of a quote; a longer one is cut at its end."""
LONGEST_PAIR: Final = 40
"""The same of a sentence with the one that it leans on."""
FEWEST_QUOTED: Final = 3
"""Words; fewer need the sentence that they stand in."""
FEWEST_KEPT: Final = 8
"""Words before a comma at which a long quote is cut."""
SENTENCE: Final = re.compile(r"[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]+)*[.!?]*")
_BEFORE: Final = re.compile(
    r"\b(?:before|at first|at the (?:start|beginning)|to begin with|until then|used to)\b", re.I
)
_TURNS: Final = re.compile(
    r"[,;]?\s+(?:but|although|though|except|unless|when i was)\b\W*(?=\w)", re.I
)
"""What takes back or narrows the words before it."""
_AFTER: Final = re.compile(
    r"[,;]?\s+(?:and\s+|but\s+)?(?:then|now|afterwards|after that|today|later|it)\b", re.I
)
"""What is compared with the words before it, where these tell of before."""
_BUT: Final = re.compile(r"[\s,;]*but\b", re.I)
_BUT_BEFORE: Final = re.compile(r"\bbut[\s,;]*\Z", re.I)
_DANGLING: Final = re.compile(r"[\s,;]{1,4}(?:and|but|or|because)\Z", re.I)
_WORD: Final = re.compile(r"\S+")
_COMMA: Final = re.compile(r"[,;:]\s+")


def located(message: Message, start: int, end: int, longest: int = LONGEST_QUOTE) -> Quote:
    """These words as a quote, cut to `longest` words, without white space at its ends."""
    text: str = message["text"]
    words = [m.span() for m in _WORD.finditer(text, start, end)]
    purpose = signs.PURPOSE.match(text, start, end) is not None
    joints = takewhile(lambda span: signs.JOINT.fullmatch(text[slice(*span)]), words)
    skipped = 0 if purpose else len(list(joints))
    words = words[skipped if skipped < len(words) else 0 :][:longest]
    if not words:
        return Quote(message["index"], start, end, text[start:end])
    first, last = words[0][0], words[-1][1]
    if (loose := _DANGLING.search(text, first, last)) is not None:
        last = loose.start()
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
    long = _many(message["text"], start, end) > LONGEST_QUOTE
    return quote if spoken or long else located(message, start, end)


def telling(message: Message, start: int, end: int, sign: int | None = None) -> Quote:
    """These words so that they say something alone: with their sentence, or else the clause before, where they
    lean on it or are few; where they are too many, to a comma. `sign`: the place of a word that must stay in it."""
    text: str = message["text"]
    first, last = sentence_of(message, start)
    if _is_against(text, first, start) and _many(text, first, end) <= LONGEST_QUOTE:
        start = first
    if _leans(text[start:end]):
        if _many(text, first, last) <= LONGEST_QUOTE:
            return located(message, first, last)
        before = max((a for a, b in clauses(text) if first <= a < start), default=start)
        if _many(text, before, end) <= LONGEST_QUOTE:
            start = before
    whole = _turned(text, start, end, last)
    if _many(text, start, whole) <= LONGEST_QUOTE:
        return located(message, start, whole)
    if _many(text, start, end) <= LONGEST_QUOTE:
        return located(message, start, end)
    return located(message, *_cut(text, start, end, start if sign is None else sign))


def is_half(message: Message, quote: Quote) -> bool:
    """Whether what follows in its sentence takes the quote back or is compared with it: "we came late, but …"."""
    text: str = message["text"]
    last = sentence_of(message, quote.start)[1]
    return _turn(text, quote.start, quote.end, last) or (
        _BEFORE.search(quote.text[-15:]) is not None
        and (quote.end < last and bool(_WORD.search(text, quote.end + 1, last)))
    )


def with_sentence_before(message: Message, quote: Quote) -> Quote:
    """The sentence of these words and the one before it; they alone where there is none or the words are too many."""
    text: str = message["text"]
    first, last = sentence_of(message, quote.start)
    before = max((f.start() for f in SENTENCE.finditer(text) if f.start() < first), default=first)
    spoken = any(span.start < last and before < span.end for span in addressed(text))
    if spoken or before == first or _many(text, before, last) > LONGEST_PAIR:
        return quote
    return located(message, before, last, LONGEST_PAIR)


def with_clause_before(message: Message, quote: Quote) -> Quote:
    """These words with the clause before them in their sentence; they alone where there is none or the words are too many."""
    text: str = message["text"]
    first = sentence_of(message, quote.start)[0]
    before = max(
        (a for a, b in clauses(text) if first <= a < quote.start and b <= quote.start), default=None
    )
    if before is None or _many(text, before, quote.end) > LONGEST_QUOTE:
        return quote
    if any(span.start < quote.end and before < span.end for span in addressed(text)):
        return quote
    return located(message, before, quote.end)


def _turned(text: str, start: int, end: int, last: int) -> int:
    """The end of the clause that takes these words back or is compared with them; their own where none does."""
    ends = [b for _, b in clauses(text) if end < b <= last]
    while ends and _turn(text, start, end, last):
        end = ends.pop(0)
    return end


def _turn(text: str, start: int, end: int, last: int) -> bool:
    if _TURNS.match(text, end, last):
        return True
    told_before = _BEFORE.search(text, start, end) is not None
    return told_before and _AFTER.match(text, end, last) is not None


def _is_against(text: str, first: int, start: int) -> bool:
    """Whether these words answer what their sentence said before: "we came late, but nobody complained"."""
    begins = _BUT.match(text, start)
    here = start if begins is None else begins.end()
    return _BUT_BEFORE.search(text, first, here) is not None and _many(text, first, here) > 1


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
    """How many words; beyond the longest quote it is enough to know that there are more."""
    return sum(1 for _ in islice(_WORD.finditer(text, start, end), LONGEST_PAIR + 1))
