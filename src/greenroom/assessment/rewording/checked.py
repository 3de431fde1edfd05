"""Whether a proposed wording says only what the candidate said.

Each sentence names the candidate's sentences that it is made of, and is those sentences: word by word and
in their order, but for connectives that may be added, hesitations and repeated words that may go, and a
last clause that may be cut off. So no fact can be added, taken from elsewhere, turned around or given to
somebody else. Whole sentences may be left out and stand in any order. Gaps are text of our own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from greenroom.assessment.question import INVISIBLE, visible
from greenroom.assessment.rewording.words import WORDS
from greenroom.assessment.stronger import GAPS, NUMBER_GAP, Piece
from greenroom.interview.understanding.numbers import has_number
from greenroom_turns import folding

MOST_SENTENCES: Final = 30
LONGEST: Final = 3_000
"""Characters of the whole wording."""
MOST_SOURCES: Final = 3
"""The candidate's sentences that one sentence may join."""
FEWEST_KEPT: Final = 4
"""Words of a sentence whose last clause was cut off."""
LONGEST_REPEAT: Final = 3
"""Words that somebody says twice by accident."""

_SIGNS: Final = r"\s.,;:!?…।¿¡\"“”„«»()—–"
_WORD: Final = re.compile(rf"[^{_SIGNS}]+(?:(?<=\d)[.,:/]\d+)*[^{_SIGNS}]*")
_STOP: Final = re.compile(r"[.!?…।]")
_PAUSE: Final = re.compile(r"[.,;:!?…।—–]")
_GAPS: Final = sorted({NUMBER_GAP, *GAPS.values()}, key=len, reverse=True)


class Refusal(StrEnum):
    """Why a wording is not shown. In the order in which they are looked for."""

    TOO_LONG = "too_long"
    ODD_CHARACTERS = "odd_characters"
    NO_SOURCE = "no_source"
    NUMBER_NOT_SAID = "number_not_said"
    WORD_NOT_SAID = "word_not_said"
    CHANGED = "changed"
    NOTHING = "nothing"
    NUMBER_MISSING = "number_missing"


SENTENCES: Final = {
    Refusal.TOO_LONG: "The model's wording was longer than an answer may be.",
    Refusal.ODD_CHARACTERS: "The model's wording held characters that nobody speaks.",
    Refusal.NO_SOURCE: "The model did not say from which of your sentences its wording comes.",
    Refusal.NUMBER_NOT_SAID: "The model's wording had a number that you did not say.",
    Refusal.WORD_NOT_SAID: "The model's wording had words that you did not say.",
    Refusal.CHANGED: "The model put your words together in a way that can change what they say.",
    Refusal.NOTHING: "The model's wording held none of your sentences.",
    Refusal.NUMBER_MISSING: f"The model's wording had neither a number nor {NUMBER_GAP}.",
}
"""What a person is told."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a wording, and the candidate's that it is made of. A gap alone has none."""

    text: str
    sources: tuple[Piece, ...]

    def plain(self) -> dict[str, Any]:
        places = [{"message": s.message, "start": s.start, "end": s.end} for s in self.sources]
        return {"text": self.text, "from": places, "gap": not self.sources}


@dataclass(frozen=True, slots=True)
class Proposed:
    """A sentence as a model wrote it; `sources` counts the candidate's sentences from 1."""

    text: str
    sources: tuple[int, ...]


def checked(
    proposal: Sequence[Proposed], said: Sequence[Piece], language: str
) -> tuple[Sentence, ...] | Refusal:
    """The wording, or the first reason why it does not stand. Raises `KeyError` for a language that
    has no `WORDS`."""
    spoken = folding.base(language)
    if len(proposal) > MOST_SENTENCES or sum(len(one.text) for one in proposal) > LONGEST:
        return Refusal.TOO_LONG
    used: list[int] = []
    found = []
    for one in proposal:
        if any(unicodedata.category(c) in INVISIBLE for c in one.text):
            return Refusal.ODD_CHARACTERS
        own = _without_gaps(one.text)
        if bool(_tokens(own)) != bool(one.sources) or len(one.sources) > MOST_SOURCES:
            return Refusal.NO_SOURCE
        used += one.sources
        if any(not 1 <= n <= len(said) for n in one.sources) or len(set(used)) < len(used):
            return Refusal.NO_SOURCE
        sources = tuple(said[n - 1] for n in one.sources)
        refusal = _refused(_tokens(own), [_tokens(s.text) for s in sources], spoken)
        if refusal is not None:
            return refusal
        found.append(Sentence(one.text.strip(), sources))
    if not used:
        return Refusal.NOTHING
    text = " ".join(one.text for one in found)
    if NUMBER_GAP not in text and not has_number(_without_gaps(text), spoken):
        return Refusal.NUMBER_MISSING
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Token:
    raw: str
    word: str
    paused: bool
    """Punctuation stands between this word and the one before it."""
    first: bool
    """Of a sentence."""


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    end = 0
    plain = unicodedata.normalize("NFC", visible(text)).replace("’", "'")
    for match in _WORD.finditer(plain):
        raw = match[0].strip("'")
        if not raw.strip("-"):
            continue
        between = plain[end : match.start()]
        first = not found or bool(_STOP.search(between))
        found.append(_Token(raw, raw.casefold(), bool(_PAUSE.search(between)), first))
        end = match.end()
    return _once(found)


def _once(tokens: Sequence[_Token]) -> list[_Token]:
    """Without what was said twice in a row. Numbers may be meant twice."""
    kept: list[_Token] = []
    for token in tokens:
        kept.append(token)
        for n in range(1, LONGEST_REPEAT + 1):
            tail = [t.word for t in kept[-n:]]
            if tail == [t.word for t in kept[-2 * n : -n]] and not has_number(" ".join(tail), ""):
                del kept[-n:]
                break
    return kept


def _without_gaps(text: str) -> str:
    for gap in _GAPS:
        text = text.replace(gap, " ")
    return text


def _refused(
    proposed: Sequence[_Token], sources: Sequence[Sequence[_Token]], spoken: str
) -> Refusal | None:
    """None: the proposed words are the sources', one source after the other."""
    words = WORDS[spoken]
    said = {token.word for source in sources for token in source}
    strange = [t.word for t in proposed if t.word not in said and t.word not in words.added]
    if strange:
        number = any(has_number(word, spoken) for word in strange)
        return Refusal.NUMBER_NOT_SAID if number else Refusal.WORD_NOT_SAID
    at = 0
    for source in sources:
        taken = _taken(proposed, at, source, spoken)
        if taken is None:
            return Refusal.CHANGED
        at = taken
    rest = proposed[at:]
    return None if all(token.word in words.added for token in rest) else Refusal.CHANGED


def _taken(
    proposed: Sequence[_Token], at: int, source: Sequence[_Token], spoken: str
) -> int | None:
    """Where in the proposal the words of this source end; None: they are not all there."""
    words = WORDS[spoken]
    kept = last = 0
    begins = True
    for n, token in enumerate(source):
        begins = begins or token.first or token.paused
        loose = token.word in words.hesitations or (begins and words.joins(token.word))
        while (
            at < len(proposed)
            and begins
            and not loose
            and proposed[at].word in words.added
            and not _same(proposed[at], token)
        ):
            at += 1
        if at < len(proposed) and _same(proposed[at], token):
            at, kept, last = at + 1, kept + 1, n + 1
        elif not loose:
            return at if _may_end(source, last, n, kept, spoken) else None
        begins = begins and loose
    return at if kept else None


def _same(proposed: _Token, token: _Token) -> bool:
    """The same word; capitals differ only where a sentence begins."""
    if proposed.word != token.word:
        return False
    return proposed.raw == token.raw or (
        (proposed.first or token.first) and proposed.raw[1:] == token.raw[1:]
    )


def _may_end(source: Sequence[_Token], last: int, n: int, kept: int, spoken: str) -> bool:
    """A clause ends before word `n`, not on a number, and what is cut off takes nothing back."""
    words = WORDS[spoken]
    return (
        kept >= FEWEST_KEPT
        and any(t.paused or words.joins(t.word) for t in source[last : n + 1])
        and not any(token.word in words.hesitations for token in source[last:n])
        and not has_number(source[last - 1].word, spoken)
        and not any(words.turns(token.word) for token in source[last:])
    )
