"""Requirements of a job description by rules: required or preferred, each in its own words.

A line or sentence counts when it stands under a heading for requirements, behind a label ("Required:",
"Nice to have:"), or says itself that it is a requirement ("must", "at least three years", "experience
with"). What it says of itself goes before its heading: "Kafka is a plus" is preferred anywhere. What
stands under a heading for what the company offers never counts. A list behind a label is taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, TypeAlias

from greenroom.app.preparation import lines, pasted, requirement_kind, sections
from greenroom.app.preparation.requirement_kind import Section
from greenroom.app.preparation.sections import Heading, SectionKind
from greenroom.app.preparation.terms import language_of, names_something, terms
from greenroom.interview.background import RequirementKind

MOST: Final = 16
LONGEST: Final = 240
_ITEM_WORDS: Final = 9
"""An item of a list has at most so many words; a longer one makes it a sentence with commas."""

_LABEL: Final = re.compile(
    r"\s*([^:–—\n]{2,60}?)(?:\*\*|__)?\s?(?::|\s[–—-]\s)(?:\*\*|__)?\s*(?=\S)"
)
_END: Final = re.compile(r"(?<![.!?।])[.!?।]++(?=[)*_]|\s{1,4}[^\sa-z]|\s{0,4}\Z)|;")
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(])(?:[^\W\d_]|e\.g|i\.e|etc|approx|incl|inkl|bzw|ca|mind|min|max|z\.\s?b|d\.\s?h|st|dr|mr|mrs|ms|vs|p\.\s?ej|p\.\s?ex|ex)$",
    re.I,
)
_SEPARATOR: Final = re.compile(r"\s[|·•▪/]\s|[,;•·](?=\s)")
_CELL: Final = re.compile(r"\s[|·•▪]\s")
_FRONT: Final = re.compile(r"[\s*_–—•·|-]*(?:(?:and|und|et|y|e|और)\s)?", re.I)

Place: TypeAlias = tuple[int, int]
Claim: TypeAlias = tuple[RequirementKind, int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A requirement and where its words stand."""

    kind: RequirementKind
    text: str
    start: int
    end: int
    terms: tuple[str, ...]


def requirements(text: str) -> list[Found]:
    """What a description asks for, in its order; never more than `MOST`, nothing twice. Places are those
    of `pasted.plain(text)`, which is the text itself where it is no HTML."""
    text = pasted.plain(text)
    language = language_of(text)
    found: list[Found] = []
    seen: set[tuple[str, ...]] = set()
    for kind, start, end in _claims(text):
        if len(found) == MOST:
            break
        end = _cut(text, start, end)
        said = " ".join(text[start:end].split())
        wanted = terms(said, language)
        if wanted and wanted not in seen:
            seen.add(wanted)
            found.append(Found(kind, said, start, end, wanted))
    return found


def _cut(text: str, start: int, end: int) -> int:
    """The end of a claim that can be read out: of a long one, that of its last whole part."""
    if end - start <= LONGEST:
        return end
    said = text[start : start + LONGEST]
    cut = max(said.rfind(sign) for sign in (", ", "; ", " (", " – ", ": "))
    return start + (cut if cut > LONGEST // 3 else max(said.rfind(" "), 0))


def _claims(text: str) -> Iterator[Claim]:
    """Each requirement's kind and place."""
    section = Section()
    found = list(lines.pieces(text, _begins))
    for piece, following in zip_longest(found, found[1:]):
        heading = _heading(piece, following)
        if heading is not None:
            section.enter(heading)
            continue
        section.fresh = False
        yield from _of_piece(text, piece, section)


def _begins(line: lines.Line) -> bool:
    """Whether a line without a bullet begins something new: it has a capital letter or a number first and
    hangs under nothing."""
    return line.indent == 0 and not line.text[0].islower()


def _heading(piece: lines.Piece, following: lines.Piece | None) -> Heading | None:
    if len(piece.lines) > 1 or _CELL.search(piece.text):
        return None
    before_items = following is not None and following.bullet
    if piece.bullet:
        nested = following is not None and following.lines[0].indent > piece.lines[0].indent
        group = nested and len(piece.text.split()) <= 3 and not names_something(piece.text)
        if not piece.text.endswith(":") and not group:
            return None
        found = sections.heading(piece.text, before_items=nested)
        return Heading("other" if found is None else found.kind, 0)
    return sections.heading(piece.text, before_items=before_items)


def _of_piece(text: str, piece: lines.Piece, section: Section) -> Iterator[Claim]:
    cells = list(_parts(_CELL, text, piece.start, piece.end))
    if len(cells) > 1:
        yield from _of_row(text, cells, section)
        return
    label: SectionKind | None = None
    for start, end, ends in _sentences(text, piece.start, piece.end):
        named, behind = _label(text, start, end)
        if named:
            label, start = named, behind
        if label is not None:
            yield from _labelled(text, start, end, label)
        else:
            kind = requirement_kind.of_sentence(text[start:end], section, piece)
            if kind is not None:
                yield from _items(text, kind, start, end)
        label = None if ends else label


def _label(text: str, start: int, end: int) -> tuple[SectionKind | None, int]:
    """The kind of section that a label here names, and where what it labels begins."""
    match = _LABEL.match(text, start, end)
    if match is None or len(match[1].split()) > 6:
        return None, start
    return sections.kind_of(match[1]), match.end()


def _labelled(text: str, start: int, end: int, label: SectionKind) -> Iterator[Claim]:
    """What stands behind a label, item by item."""
    if label in ("required", "preferred"):
        for kind, first, last in _listed(text, label, start, end):
            preferred = requirement_kind.is_preferred(text, first, last)
            yield "preferred" if preferred else kind, first, last


def _of_row(text: str, cells: list[Place], section: Section) -> Iterator[Claim]:
    """A row of a table: its head names the columns, or a cell says how much the first one is wanted. Cells
    that say neither are items."""
    said: list[RequirementKind | None] = [
        requirement_kind.of_cell(text[start:end]) for start, end in cells
    ]
    if len(set(filter(None, said))) > 1:
        section.columns = said
    elif section.kind != "offer" and not text.startswith("**", cells[0][0]):
        told: RequirementKind | None = next((one for one in said if one), None)
        if told is not None:
            kinds: Sequence[RequirementKind | None] = [
                told if one is None and None not in said[:at] else None
                for at, one in enumerate(said)
            ]
        elif len(section.columns) == len(cells):
            kinds = section.columns
        else:
            kinds = [section.under] * len(cells)
        for kind, place in zip(kinds, cells, strict=True):
            if kind is not None:
                yield kind, *_trimmed(text, *place)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """The sentences and their parts before semicolons; whether each ends the sentence. A label begins a
    sentence, also behind a single letter ("Python, R. Benefits: …")."""
    for match in _END.finditer(text, start, end):
        abbreviated = match[0] == "." and _ABBREVIATED.search(
            text[max(start, match.start() - 8) : match.start()]
        )
        if not abbreviated or match.end() == end or _label(text, match.end(), end)[0]:
            yield start, match.start(), match[0] != ";"
            start = match.end()
    if start < end:
        yield start, end, True


def _items(text: str, kind: RequirementKind, start: int, end: int) -> Iterator[Claim]:
    """The sentence, or the items of the short list after its colon. What stands before the colon is
    kept where it is a name ("PostgreSQL: query plans, migrations")."""
    head, colon, rest = text[start:end].partition(":")
    if colon and len(head.split()) <= 6 and rest.strip() and not names_something(head):
        yield from _listed(text, kind, start + len(head) + 1, end)
    else:
        yield kind, *_trimmed(text, start, end)


def _listed(text: str, kind: RequirementKind, start: int, end: int) -> Iterator[Claim]:
    """The items of a list; the whole, where its parts are too long for items or any of them will do."""
    parts = list(_parts(_SEPARATOR, text, start, end))
    short = all(len(text[first:last].split()) <= _ITEM_WORDS for first, last in parts)
    any_of = (
        re.match(r"\s*(?:or|oder|ou|o|या)\s", text[parts[-1][0] : end], re.I) if parts else None
    )
    for first, last in parts if short and not any_of else [(start, end)]:
        yield kind, *_trimmed(text, first, last)


def _parts(
    separator: re.Pattern[str], text: str, start: int, end: int
) -> Iterator[tuple[int, int]]:
    """The places between separators that stand in no brackets."""
    depth, at = 0, start
    for match in separator.finditer(text, start, end):
        depth += text.count("(", at, match.start()) - text.count(")", at, match.start())
        at = match.start()
        if depth <= 0:
            if text[start : match.start()].strip():
                yield start, match.start()
            start = match.end()
            depth = 0
    if text[start:end].strip():
        yield start, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The place without marks, stops and joining words around the words."""
    front = _FRONT.match(text, start, end)
    start = front.end() if front else start
    return start, start + len(text[start:end].rstrip(" .;,!*_|\n"))
