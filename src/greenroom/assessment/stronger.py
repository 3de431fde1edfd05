"""A stronger answer out of the candidate's own sentences: put in order, and what is missing said.

By rule, without a model: every sentence goes to one part of a STAR story, by the cue words of
`interview.understanding.story`; the parts stand in their order, each sentence as it was said and with
its place. A part without a sentence, and a result without a quantity, get a gap to fill in. Nothing is
ever added but gaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from greenroom.assessment.exchanges import Message
from greenroom.assessment.sentence import Sentence, joined
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    RESULT,
    SITUATION,
    TASK,
    TRADE_OFF,
    story_parts,
)
from greenroom_turns import folding

NUMBER_GAP: Final = Sentence("[add your number]")
GAPS: Final = {
    SITUATION: Sentence("[say where this was and what was wrong]"),
    TASK: Sentence("[say what you had to do]"),
    ACTION: Sentence("[say what you did yourself]"),
    RESULT: joined(Sentence("[say what changed]"), NUMBER_GAP),
}
ORDER: Final = (SITUATION, TASK, ACTION, RESULT, TRADE_OFF)
"""A trade-off may be left out; the others are asked for."""
FEWEST_WORDS: Final = 4
"""A shorter sentence tells no part of a story."""
_SENTENCE: Final = re.compile(r"[^.!?।]+(?:[.!?।]+(?!\s|$)[^.!?।]+)*[.!?।]*")
_CLAIM: Final = (TRADE_OFF, ACTION, TASK, SITUATION)
"""A sentence with several parts goes to the first of these it has, unless it tells a result."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence of the candidate's, located, or a gap."""

    part: str
    text: str
    message: int | None = None
    start: int | None = None
    end: int | None = None
    gap: bool = False

    def plain(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Stronger:
    pieces: tuple[Piece, ...]
    left_out: tuple[Piece, ...]
    """Sentences that are no part of a story; `part` is empty."""


def stronger(answers: Sequence[Message], language: str = "en") -> Stronger | None:
    """The answer in order. None: there is nothing to put in order, or not in a language we can read."""
    said = list(sentences(answers))
    if not said or not folding.is_english(language):
        return None
    placed = [(piece, _part(piece.text)) for piece in said]
    pieces: list[Piece] = []
    for part in ORDER:
        own = [
            Piece(part, p.text, p.message, p.start, p.end) for p, where in placed if where == part
        ]
        pieces += own or ([Piece(part, GAPS[part], gap=True)] if part in GAPS else [])
        if part == RESULT and own and not any(QUANTITY.search(piece.text) for piece in own):
            pieces.append(Piece(part, NUMBER_GAP, gap=True))
    return Stronger(tuple(pieces), tuple(p for p, where in placed if where is None))


def sentences(answers: Sequence[Message]) -> Iterator[Piece]:
    """Every sentence of the answers, as it was said; of no part."""
    for answer in answers:
        text: str = answer["text"]
        for found in _SENTENCE.finditer(text):
            words = found[0].strip()
            if words:
                start = found.start() + found[0].index(words)
                yield Piece("", words, answer["index"], start, start + len(words))


def _part(sentence: str) -> str | None:
    if len(folding.words(sentence)) < FEWEST_WORDS:
        return None
    parts = story_parts(sentence)
    if parts & {RESULT, MEASURABLE_RESULT} and TRADE_OFF not in parts:
        return RESULT
    return next((part for part in _CLAIM if part in parts), None)
