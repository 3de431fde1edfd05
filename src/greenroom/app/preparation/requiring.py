"""Requirements of a job description by rules: required or preferred, each in its own words.

A line or sentence counts when it stands under a heading for requirements, behind a label ("Required:",
"Nice to have:"), or says itself that it is a requirement ("must", "at least three years", "experience
with"). What it says of itself goes before its heading: "Kafka is a plus" is preferred anywhere. What
stands under a heading for what the company offers never counts. A list behind a label is taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, TypeAlias

from greenroom.app.preparation import lines, pasted, sections
from greenroom.app.preparation.sections import Heading, SectionKind
from greenroom.app.preparation.terms import language_of, names_something, terms
from greenroom.interview.background import RequirementKind

MOST: Final = 16
LONGEST: Final = 240
_ITEM_WORDS: Final = 9
"""An item of a list has at most so many words; a longer one makes it a sentence with commas."""

_REQUIRED: Final = re.compile(
    r"(?<!\w)(?:must(?! not)|required?|requires|(?:someone|somebody|people|a person|candidates?) who|mandatory|essential|needs? to (?:have|be|know|hold)|(?:is|are) needed|at least|minimum|"
    r"years? of|you(?:['’]ve|(?:['’]ll| will) (?:need|have|bring|hold|be)| have| need| hold| know| bring| speak| can| are (?:able|comfortable|familiar|fluent|experienced|qualified))|"
    r"experience (?:with|in|of|as|using|working|on|across|managing|leading)|experienced (?:in|with)|"
    r"proficien\w+|knowledge of|familiar(?:ity)? with|fluen\w+|expertise|track record|background in|ability to|able to|"
    r"degree in|comfortable with|qualified|certified|certification|understanding of|licen[cs]ed?|"
    r"mindestens|erfahrung(?:en)? (?:mit|in|im|als)|kenntnisse|erforderlich|voraussetzung|abgeschlossene\w*|zwingend|"
    r"vous (?:êtes|avez|maîtrisez|parlez)|(?:du|sie) (?:hast|bist|kannst|haben|sind|können|verfüg\w+|bring\w+)|"
    r"(?:tienes|eres|cuentas con|dispones de)|você (?:tem|é|possui)|expérience|maîtrise|connaissances?|exigée?|requise?|indispensable|diplôme|obligatoire|"
    r"experiencia|conocimientos?|dominio|imprescindible|requerid[oa]|obligatorio|titulación|"
    r"experiência|conhecimentos?|domínio|obrigatóri[oa]|necessári[oa]|formação em|"
    r"अनुभव|आवश्यक|अनिवार्य|ज्ञान|चाहिए)(?!\w)|\d\+ (?:years|yrs)|\d (?:years|yrs)['’]? (?:of|in|as|with|experience)",
    re.I,
)
_ADDRESSED: Final = re.compile(
    r"(?<!\w)(?:you(?:r|['’]\w+)?|must have|must be able|experience (?:with|in|of|as)|knowledge of|ability to|"
    r"able to|proficien\w+|familiar(?:ity)? with|degree in|erfahrung|kenntnisse|expérience (?:en|de)|maîtrise|"
    r"experiencia (?:en|con)|conocimientos?|experiência (?:em|com)|conhecimentos?)(?!\w)",
    re.I,
)
_PREFERRED: Final = re.compile(
    r"(?<!\w)(?:preferred|preferably|preference|nice to have|(?:is|are|be|would be) (?:an? )?(?:\w+ )?(?:plus|asset|bonus)|a (?:big |strong |huge )?plus|"
    r"bonus|ideally|desirable|desired|advantage\w*|beneficial|not (?:required|essential|mandatory)|optional|good to have|"
    r"welcome|(?:would|(?:it|that)['’]d) be (?:great|nice|good|helpful|useful|lovely)|helpful|"
    r"wünschenswert|von vorteil|idealerweise|gern gesehen|plus\s*$|souhaitée?s?|appréciée?s?|serait un (?:plus|atout)|est un (?:plus|atout)|un atout|"
    r"deseables?|se valorará\w*|valorable|será un plus|un plus|desejáve(?:l|is)|diferencial|será um (?:plus|diferencial)|"
    r"वांछनीय|बेहतर होगा)(?!\w)",
    re.I,
)
_CERTAIN: Final = re.compile(
    r"(?<!\w)(?:must|required|mandatory|muss|erforderlich|obligatoire|obligatorio|obrigatório|imprescindible)(?!\w)",
    re.I,
)
_BY_OTHERS: Final = re.compile(
    r"\b(?:required by|must (?:not )?be (?:submitted|received|sent)|interviews (?:will|must|are)|no (?:[\w-]+ ){0,3}(?:required|needed|necessary)|"
    r"regardless of|without regard|(?:we|wir|nous|on) (?:offer|provide|pay|bieten|zahlen|offrons|proposons)|ofrecemos|oferecemos|equal opportunit|all qualified applicants)",
    re.I,
)
_OURS: Final = re.compile(
    r"(?:we['’]ve|we (?:are(?! (?:looking|seeking|searching|after))|offer|have|build|provide|believe|value|can|will|serve|run|work)|"
    r"our\b|join us|apply|as a company|founded|wir (?:sind|bieten|haben)|unser|nous (?:sommes|offrons)|notre|"
    r"somos|ofrecemos|nuestr[oa]|oferecemos|noss[oa]|हम\b|हमारे)"
    r"|with (?:over |more than |nearly )?\d+\+? years of",
    re.I,
)
_OF_THE_COMPANY: Final = re.compile(
    r"(?!You|Candidates|Applicants|The (?:\w+ )?(?:candidate|applicant))(?:(?:the|at)\s)?[A-Z][\w&.'’-]{0,30}(?:\s[A-Z][\w&.'’-]{0,30}){0,4},?\s"
    r"(?:is|are|was|were|has|have|offers?|provides?|builds?|runs?|brings?)\s(?:an?|the|over|more|been|one|proud|building|\d)\b"
)
_CELLS: Final[dict[RequirementKind, str]] = {
    "required": "required|must|must have|must-have|mandatory|essential|yes|erforderlich|muss|requis|obligatoire|"
    "requerido|imprescindible|obrigatório",
    "preferred": "preferred|nice to have|nice-to-have|desirable|desired|optional|no|bonus|plus|wünschenswert|"
    "souhaité|deseable|desejável",
}
_WANTED: Final[dict[str, RequirementKind]] = {
    said: kind for kind, cells in _CELLS.items() for said in cells.split("|")
}
"""What a cell of a table says."""
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


@dataclass(slots=True)
class _Section:
    """The part of the description that is being read."""

    kind: SectionKind = "other"
    rank: int = 0
    fresh: bool = True
    """Nothing stands under its heading so far."""
    parted: bool = False
    """It begins with the heading of a part."""
    known: bool = False
    """The description has a heading for requirements."""
    columns: list[RequirementKind | None] = field(default_factory=list)
    """What the columns of its table hold."""

    def enter(self, heading: Heading) -> None:
        """Begin what a heading names; one of no known kind, marked more weakly, is a part of it."""
        if heading.kind == "other" and self.under is not None:
            self.parted = self.parted or self.fresh
            if heading.rank < self.rank or (heading.rank == self.rank and self.parted):
                return
        self.kind, self.rank = heading.kind, heading.rank
        self.fresh, self.parted = True, False
        self.known = self.known or self.under is not None

    @property
    def under(self) -> RequirementKind | None:
        return self.kind if self.kind in ("required", "preferred") else None


def _claims(text: str) -> Iterator[Claim]:
    """Each requirement's kind and place."""
    section = _Section()
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


def _of_piece(text: str, piece: lines.Piece, section: _Section) -> Iterator[Claim]:
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
            kind = _kind(text[start:end], section, piece)
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
            preferred = _PREFERRED.search(text, first, last) is not None
            yield "preferred" if preferred else kind, first, last


def _of_row(text: str, cells: list[Place], section: _Section) -> Iterator[Claim]:
    """A row of a table: its head names the columns, or a cell says how much the first one is wanted. Cells
    that say neither are items."""
    said: list[RequirementKind | None] = [
        _WANTED.get(sections.own_words(text[start:end]).lower()) for start, end in cells
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


def _kind(sentence: str, section: _Section, piece: lines.Piece) -> RequirementKind | None:
    """What a sentence asks for by itself or by its section; None: nothing."""
    if not sentence.strip() or _BY_OTHERS.search(sentence):
        return None
    words = sentence.strip(" *_")
    company = _OURS.match(words) is not None or _OF_THE_COMPANY.match(words) is not None
    aside = piece.bullet or not piece.lines[0].after_gap
    if section.kind == "offer" or (section.kind == "duties" and aside):
        return (
            "required"
            if _CERTAIN.search(words) and not company and not (section.kind == "offer" and aside)
            else None
        )
    if _PREFERRED.search(words) and not (company and section.under is None):
        return "preferred"
    if company and not piece.bullet:
        return None
    if section.known and section.kind == "other" and aside and not _ADDRESSED.search(words):
        return None
    return section.under or ("required" if _REQUIRED.search(words) and not company else None)


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
