"""A turn cut into sentences, and these into clauses, each by its place in the text.

A sentence ends at a mark (or a line's end); abbreviations, decimals and quoted speech stay whole.
A recogniser often writes no marks and no capitals, and people join whole stories by "and then". So a
clause also ends before words that open a new one: a connector with a subject ("and then", "so I",
"but", "because") or a question in direct order ("can you", "but I'm curious what").

Places are characters, half open, in order; they never overlap, and every word lies in one of them.
The time is linear in the length of the text. Openers are English; elsewhere only marks cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

FEWEST_BEFORE: Final = 3
"""Words that stand before a clause is cut off."""
FEWEST_AFTER: Final = 2
"""Words that follow, the opener included."""
_REPORTED_WITHIN: Final = 3
"""Words before a question opener among which a verb of saying makes it reported speech."""


class Span(NamedTuple):
    """The place of a piece of text: `text[start:end]`."""

    start: int
    end: int


_QUOTED: Final = re.compile(r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»")
_END: Final = re.compile(
    r"(?P<mark>(?<![.!?…।。؟])[.!?…।。؟]++[\"'”’»)\]]*+)(?:\s++|\Z)|[!?](?=[A-Za-z])|[।。]|\n\s*+"
)
_TITLE: Final = re.compile(
    r"(?<!\S)[(\"'“]?(?:dr|mr|mrs|ms|prof|vs|e\.g|i\.e|approx|st|[b-hj-z])\Z", re.I
)
"""A stop after these ends no sentence."""
_SHORTENED: Final = re.compile(r"(?<!\S)(?:etc|[ap]\.m|inc|ltd|co|dept|jr|sr|u\.[sk])\Z", re.I)
"""A stop after these ends one only before a capital."""
_NUMBERED: Final = re.compile(r"(?<!\S)(?:no|nr|fig)\Z", re.I)
"""A stop after these ends none before a digit."""
_LONGEST_SHORT: Final = 8

_WORD: Final = re.compile(r"\S+")
_SUBJECT: Final = (
    r"(?:i|we|he|she|they|it|you|that|this|there|everyone|everybody|nobody|now|my|our|his|her|their|the)"
    r"(?:['’]\w+)?"
)
_PERSON: Final = r"(?:i|we|he|she|they|it)(?:['’](?:m|ve|d|ll|s|re))?"
_CONNECTED: Final = re.compile(
    r"(?:"
    r"(?:and|so|but|because|cause|cuz|although|though|however|therefore|otherwise|plus|then|yet)"
    r"[,\s]+(?:then\s+)?(?:" + _SUBJECT + r")\b|"
    r"and\s+(?:then|so|also|after|in\s+the\s+end|since|eventually|finally|because|at\s+the)\b|"
    r"but\b|because\b(?!\s+of\b)|(?:al|even\s+)though\b|whereas\b|so\s+(?:in|at|after|from|when|what|eventually)\b|"
    r"then\s+(?:after|when|once)\b|after\s+that\b|in\s+the\s+end\b|as\s+a\s+result\b|"
    r"which\s+(?:meant|means|led|made|saved|gave|cost|helped|allowed|brought)\b"
    r")",
    re.I,
)
"""Opens a clause of a statement."""
_INVERTED: Final = (
    r"(?:can|could|would|will|may|should|shall|do|does|did|have|has)(?:n['’]t)?\s+"
    r"(?:you|i|we|it|they|he|she|the|this|there|your)\b|"
    r"(?:are\s+(?:you|we|there)|am\s+i|was\s+i|is\s+there\s+(?:an?|any\w*|some\w*|more)|"
    r"(?:is|was|are)\s+(?:it|that|this|these)\s+(?:ok|okay|right|enough|fine|alright|good|clear|possible|allowed|"
    r"what\s+you))\b"
)
_ASKED: Final = re.compile(
    r"(?:(?:and|but|so|or|also|then|ok|okay|well|now|sorry|please|actually|wait)[,\s]+){0,3}"
    r"(?:"
    r"(?:(?:how|what|when|where|why|who|which)(?:\s+\w+){0,2}\s+)?(?:" + _INVERTED + r")|"
    r"(?:how|what|when|where|why|who)\s+(?:is|are|was|were)\s+(?:you|your|the|this|that|it|there)\b|"
    r"(?:how|what|where|who)['’]?s\s+(?:the|your|next|it)\b|"
    r"i(?:['’]?m|\s+am|\s+was)\s+(?:just\s+)?(?:curious|wondering)\b|i\s+wonder\b|"
    r"i(?:['’]d|\s+would)\s+(?:like|love)\s+to\s+(?:know|ask)\b|"
    r"i\s+(?:just\s+)?(?:wanted|want|have|had)\s+(?:to\s+ask|a\s+question)\b|"
    r"(?:let|tell)\s+me\s+(?:know|ask|start)\b"
    r")",
    re.I,
)
"""Opens a question, or words that lead to one."""
_SPLICED: Final = re.compile(_PERSON + r"\s", re.I)
_BEGINS_BELOW: Final = re.compile(
    r"(?:(?:and|but|so|then)[,\s]+)?(?:when|if|after|while|because|although|though|since|as|before|once|until|whenever|even)\b",
    re.I,
)
"""A clause that waits for its main clause behind the comma."""
_NO_BREAK_BEFORE_BUT: Final = frozenset(
    {"nothing", "all", "anything", "everything", "no", "none", "can't"}
)
_REPORTING: Final = re.compile(
    r"\b(?:ask\w*|sa(?:y|ys|id|ying)|t(?:ell|ells|old|elling)|kn(?:ow|ows|ew|owing)|wonder\w*|s(?:ee|aw|eeing)|"
    r"learn\w*|underst(?:and|ood)|expla?in\w*|show\w*|th(?:ink|inking|ought)|decided?|discuss\w*|check\w*|"
    r"remember|whether|curious|question)\b|"
    r"\b(?:like|about|of|on|to|at|for|in|with|from|by|out|is|was|are|were|be|so|as|nor|or|neither|than)\s*\Z",
    re.I,
)
"""After these a question is told, not asked: "I asked her can you stay"."""


def sentences(text: str) -> tuple[Span, ...]:
    """The pieces that marks and line ends make."""
    return tuple(_trimmed(text, _pieces(text)))


def clauses(text: str, language: str = "en") -> tuple[Span, ...]:
    """The sentences, cut again before words that open a new clause."""
    if language != "en":
        return sentences(text)
    quoted = _Places(match.span() for match in _QUOTED.finditer(text))
    return tuple(clause for sentence in sentences(text) for clause in _cut(text, sentence, quoted))


class _Places:
    """Places in order, asked for in order."""

    def __init__(self, places: Iterator[tuple[int, int]]) -> None:
        self._rest = places
        self._place = next(places, None)

    def hold(self, at: int) -> bool:
        """Whether `at` lies inside one of them."""
        while self._place is not None and self._place[1] <= at:
            self._place = next(self._rest, None)
        return self._place is not None and self._place[0] < at


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    quoted = _Places(match.span() for match in _QUOTED.finditer(text))
    start = 0
    for end in _END.finditer(text):
        marked = max(end.start(), end.end("mark"))
        if not quoted.hold(marked) and not _goes_on(text, end):
            yield start, end.end()
            start = end.end()
    yield start, len(text)


def _goes_on(text: str, end: re.Match[str]) -> bool:
    """The mark ends no sentence: an abbreviation's stop, or dots in mid-sentence."""
    following = text[end.end() : end.end() + 1]
    if not following or end["mark"] is None:
        return False
    mark = end["mark"].rstrip("\"'”’»)]")
    if mark in ("…", "...", "..") or len(mark) > 3:
        return following.islower()
    if mark != end["mark"] and following.islower():
        return True
    if mark != ".":
        return False
    before = text[max(0, end.start() - _LONGEST_SHORT) : end.start()]
    if _TITLE.search(before):
        return True
    if _NUMBERED.search(before):
        return following.isdigit()
    return _SHORTENED.search(before) is not None and not following.isupper()


def _trimmed(text: str, pieces: Iterator[tuple[int, int]]) -> Iterator[Span]:
    for start, end in pieces:
        piece = text[start:end]
        if any(sign.isalnum() for sign in piece):
            start += len(piece) - len(piece.lstrip())
            yield Span(start, start + len(piece.strip()))


def _cut(text: str, sentence: Span, quoted: _Places) -> Iterator[Span]:
    words = tuple(_WORD.finditer(text, sentence.start, sentence.end))
    first, opened = 0, 0
    for at in range(FEWEST_BEFORE, len(words) - FEWEST_AFTER + 1):
        place = words[at].start()
        if quoted.hold(place) or at - first < FEWEST_BEFORE or place < opened:
            continue
        end = _opener(text, sentence, words, first, at)
        if end is not None:
            yield Span(words[first].start(), words[at - 1].end())
            first, opened = at, end
    yield Span(words[first].start(), words[-1].end())


def _opener(
    text: str, sentence: Span, words: tuple[re.Match[str], ...], first: int, at: int
) -> int | None:
    """Where the words end that open a new clause with the word at `at`; None if none begins there."""
    place = words[at].start()
    before = words[at - 1][0].lower()
    asked = _ASKED.match(text, place, sentence.end)
    if asked and (before[-1] == "," or not _reported(text, words, first, at)):
        return asked.end()
    connected = _CONNECTED.match(text, place, sentence.end)
    if connected and before.strip(",") not in _NO_BREAK_BEFORE_BUT:
        return connected.end()
    if before[-1] in ";—–" or before == "-":
        return place
    spliced = before[-1] == "," and _SPLICED.match(text, place, sentence.end) is not None
    return place if spliced and not _BEGINS_BELOW.match(text, words[first].start()) else None


def _reported(text: str, words: tuple[re.Match[str], ...], first: int, at: int) -> bool:
    near = words[max(first, at - _REPORTED_WITHIN)].start()
    return _REPORTING.search(text[near : words[at].start()]) is not None
