"""Story parts of a turn, by a head that was trained on sentences (`python -m training.story_parts`).

Each clause is read alone; a short sentence of several is read whole as well, because a price often
stands in two of them ("it was dearer, but it was safer"): with the vectors of its clauses together, and with its own
where these hint at a price or an end. A result whose clause names a quantity of its own is a
measurable one. What others did ("we built it") is no deed of the candidate's and no part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from greenroom.adapters.understanding.encoder import Embed
from greenroom.adapters.understanding.head import Floats, Head, joined, load_head, plain
from greenroom.app.ports import ReaderInput
from greenroom.interview.reading import Reading, Told
from greenroom.interview.understanding.clauses import Span, clauses, sentences
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.story import MEASURABLE_RESULT, PARTS, RESULT, TRADE_OFF

FILE: Final = "story_parts.npz"
LEAST_SURE: Final = 0.5
"""A part is told from here on, if no other label is likelier."""
LONGEST_WHOLE: Final = 24
"""Words of a sentence that is read whole beside its clauses."""
HINT: Final = 0.2
"""How likely a price or an end must seem by its clauses for a sentence to be embedded in whole."""
MOST: Final = 40
"""Pieces of a turn that are read; the first ones."""
FEWEST: Final = 2
"""Words of a sentence that can tell a part ("she passed")."""
FEWEST_INSIDE: Final = 4
"""Words of one of several clauses that can ("and so on" cannot)."""


Sentence: TypeAlias = tuple[Span | None, list[Span]]
"""Itself, if it is read in whole as well, and its clauses."""


class StoryParts:
    """Asked by the local reader, after the turn's kind is known."""

    def __init__(self, head: Head) -> None:
        self._head = head

    def __call__(self, heard: ReaderInput, reading: Reading, embed: Embed) -> tuple[Told, ...]:
        """In the order of the text; nothing from words that are an aside."""
        text = heard.text
        asides = [Span(aside.start, aside.end) for aside in reading.asides]
        found = [
            (
                None if whole is None or _within(whole, asides) else whole,
                [part for part in inside if not _within(part, asides)],
            )
            for whole, inside in _sentences(text)
        ]
        told: list[Told] = []
        for parts in self._read(text, _first(found), embed):
            told += (more for part in parts for more in _measured(text, part))
        return tuple(told)

    def _read(self, text: str, found: Sequence[Sentence], embed: Embed) -> Iterator[list[Told]]:
        """The parts that each sentence tells."""
        pieces = [part for _, inside in found for part in inside]
        if not pieces:
            return
        plains = [plain(text[start:end]) for start, end in pieces]
        vectors = embed(plains)
        wholes, near, at = [], [], 0
        for whole, inside in found:
            if whole is not None:
                among = slice(at, at + len(inside))
                wholes.append(plain(text[slice(*whole)]))
                near.append(joined(vectors[among], plains[among]))
            at += len(inside)
        rows = iter(self._head.probabilities([*plains, *wholes], np.vstack([vectors, *near])))
        clauses_told = [self._told(piece, row) for piece, row in zip(pieces, rows, strict=False)]
        at = 0
        for whole, inside in found:
            parts = [one for one in clauses_told[at : at + len(inside)] if one is not None]
            at += len(inside)
            if whole is not None and self._hints(next(rows), parts):
                words = [plain(text[slice(*whole)])]
                (row,) = self._head.probabilities(words, embed(words))
                parts = _joined(self._told(whole, row), parts)
            yield parts

    def _told(self, piece: Span, row: Floats) -> Told | None:
        """The part that a piece tells, if it tells one."""
        label, sure = self._head.labels[int(row.argmax())], float(row.max())
        return Told(label, *piece, sure) if label in PARTS and sure >= LEAST_SURE else None

    def _hints(self, row: Floats, parts: Sequence[Told]) -> bool:
        """A sentence whose clauses tell these may tell another part as a whole."""
        others = {TRADE_OFF, RESULT} - {part.part for part in parts if part.part == RESULT}
        return any(row[self._head.labels.index(part)] >= HINT for part in others)


def load_story_parts() -> StoryParts:
    """With the head that lies beside this module, verified."""
    return StoryParts(load_head(FILE))


def _sentences(text: str) -> Iterator[Sentence]:
    """Each sentence's clauses, and itself where it is short and has several."""
    parts = iter((*clauses(text), None))
    clause = next(parts)
    for sentence in sentences(text):
        inside = []
        while clause is not None and clause.end <= sentence.end:
            inside.append(clause)
            clause = next(parts)
        several = len(inside) > 1
        fewest = FEWEST_INSIDE if several else FEWEST
        whole = sentence if several and _words(text, sentence) <= LONGEST_WHOLE else None
        yield whole, [part for part in inside if _words(text, part) >= fewest]


def _first(found: Sequence[Sentence]) -> list[Sentence]:
    """Those with clauses to read, as far as `MOST` clauses go."""
    kept: list[Sentence] = []
    left = MOST
    for whole, inside in found:
        if inside[:left]:
            kept.append((whole, inside[:left]))
            left -= len(inside[:left])
    return kept


def _words(text: str, piece: Span) -> int:
    return len(text[piece.start : piece.end].split())


def _within(piece: Span, places: Sequence[Span]) -> bool:
    """Most of the piece lies in one of the places."""
    return any(
        2 * (min(piece.end, place.end) - max(piece.start, place.start)) > piece.end - piece.start
        for place in places
    )


def _joined(whole: Told | None, inside: list[Told]) -> list[Told]:
    """A price is told by its whole sentence, and what reads like an end in it is less sure than it; an end
    that no clause tells is told by its sentence, too."""
    if whole is not None and whole.part == TRADE_OFF:
        ends = {TRADE_OFF} | {one.part for one in inside if one.sure < whole.sure} & {RESULT}
        return [whole, *(one for one in inside if one.part not in ends)]
    if whole is not None and whole.part == RESULT and all(one.part != RESULT for one in inside):
        return [whole, *inside]
    return inside


def _measured(text: str, part: Told) -> Iterator[Told]:
    yield part
    if part.part == RESULT and QUANTITY.search(text, part.start, part.end):
        yield replace(part, part=MEASURABLE_RESULT)
