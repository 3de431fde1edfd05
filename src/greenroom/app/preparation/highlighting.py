"""Highlights of a document by rules: roles, projects, numbers, skills, each in the document's own words.

A line (with the lines that go on with it) is proposed as

- a *number*, when it says something with a figure in it that is no year, date, telephone number or
  address: "Cut the nightly import from nine hours to 40 minutes";
- a *role*, when it is short and holds a word for a post next to years, or a place after "at", a comma
  or a dash: "Senior engineer, Northwind Freight, 2019 – 2024";
- a *project*, when it begins with a verb of doing or stands under a heading for projects or work;
- a *skill*, when it lists things under a heading for skills.

Lines that speak to whoever reads ("ignore", "instructions", "you must") are never proposed, nor are
addresses, links and telephone numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from greenroom.interview.background import Highlight, HighlightKind

MOST: Final = 14
MOST_OF: Final[dict[HighlightKind, int]] = {"number": 6, "project": 5, "role": 4, "skill": 2}
LONGEST: Final = 300
FEWEST_WORDS: Final = 4

_HEADINGS: Final = (
    ("work", r"experience|employment|work history|career|projects?|achievements|portfolio|berufserfahrung|projekte|experiencia|expérience"),
    ("skills", r"skills|technolog\w+|tools|tech stack|stack|competenc\w+|kenntnisse|fähigkeiten|habilidades|compétences"),
    ("other", r"education|languages|contact|references|interests|hobbies|certificat\w+|publications|summary|profile|about(?: me)?|ausbildung|sprachen|formation"),
)  # fmt: skip
_BULLET: Final = re.compile(r"^[\s]*(?:[•‣▪◦●·*–—-]|\d{1,2}[.)])\s+")
_MARKS: Final = re.compile(r"^[#>\s]+|[*_`]{1,3}")
_POST: Final = re.compile(
    r"\b(?:engineer|developer|programmer|manager|lead|head|director|architect|analyst|scientist|"
    r"consultant|designer|administrator|officer|specialist|coordinator|assistant|intern|trainee|"
    r"teacher|nurse|doctor|researcher|technician|founder|owner|baker|chef|accountant|lawyer|editor|"
    r"writer|clerk|cashier|driver|mechanic|electrician|entwickler|leiter|ingenieur|ingénieur|"
    r"ingeniero|desarrollador)(?:in|s)?\b",
    re.I,
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_PLACE: Final = re.compile(r"\s(?:at|bei|chez|en)\s+[A-ZÄÖÜ]|[,|–—@]|\s-\s")
_DOING: Final = re.compile(
    r"^(?:achieved|automated|built|coached|created|cut|delivered|designed|developed|drove|established|"
    r"expanded|founded|grew|headed|hired|implemented|improved|increased|introduced|launched|led|made|"
    r"managed|mentored|migrated|moved|negotiated|optimi[sz]ed|organi[sz]ed|owned|planned|raised|ran|"
    r"rebuilt|redesigned|reduced|refactored|replaced|rewrote|saved|scaled|set up|shipped|shortened|"
    r"simplified|sped up|started|taught|trained|transformed|won|wrote)\b",
    re.I,
)
_FIGURE: Final = re.compile(
    r"\d+(?:[.,]\d+)*\s*(?:%|percent|k\b|m\b|x\b|ms\b)|[€$£]\s*\d|\b\d{1,3}(?:[.,\s]\d{3})+\b|"
    r"\b\d+(?:[.,]\d+)?\+?\s+[a-z]{3,}|\b(?:by|from|to|of|over|under)\s+\d+|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand|million)\s+[a-z]{3,}|"
    r"\b(?:half|halved|doubled|tripled)\b",
    re.I,
)
_CONTACT: Final = re.compile(
    r"\S+@\S+\.\S+|https?://|www\.|linkedin\.com|github\.com|(?:\+?\d[\s().-]?){8,}|"
    r"\b(?:phone|e-?mail|address|born|birth)\b",
    re.I,
)
_TO_THE_READER: Final = re.compile(
    r"\b(?:ignore|disregard|instructions?|prompt|system|assistant|interviewer|you|your|score|rate|"
    r"rating|points|hire me|must be given)\b",
    re.I,
)
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Found:
    """A highlight and where its words stand."""

    highlight: Highlight
    start: int
    end: int
    line: int


@dataclass(slots=True)
class _Piece:
    """Lines that belong together."""

    text: str
    start: int
    end: int
    line: int
    bullet: bool


def highlights(text: str) -> list[Found]:
    """What this text proposes, in its order; never more than `MOST`."""
    section, found = "", list[Found]()
    left = dict(MOST_OF)
    for piece in _pieces(text):
        heading = _heading(piece)
        if heading:
            section = heading
            continue
        kind = _kind(piece, section)
        if kind is not None and left[kind] and len(found) < MOST:
            left[kind] -= 1
            found.append(Found(Highlight(kind, piece.text), piece.start, piece.end, piece.line))
    return found


def speaks_to_the_reader(text: str) -> bool:
    """Whether these words are for whoever reads the document, and no fact about its author."""
    return _TO_THE_READER.search(text) is not None


def place(text: str, start: int) -> int:
    """The number of the line in which a place stands."""
    return text.count("\n", 0, start) + 1


def _pieces(text: str) -> Iterator[_Piece]:
    piece: _Piece | None = None
    at = 0
    for number, line in enumerate(text.split("\n"), start=1):
        start, at = at, at + len(line) + 1
        bullet = _BULLET.match(line)
        lead = len(bullet[0]) if bullet else len(line) - len(line.lstrip())
        body = line[lead:].rstrip()
        if piece is not None and not (body and not bullet and _goes_on(piece, body)):
            yield piece
            piece = None
        if not body:
            continue
        if piece is None:
            piece = _Piece(
                _plain(body), start + lead, start + lead + len(body), number, bool(bullet)
            )
        else:
            piece.text = f"{piece.text} {_plain(body)}"
            piece.end = start + lead + len(body)
    if piece is not None:
        yield piece


def _goes_on(piece: _Piece, body: str) -> bool:
    """Whether a line is the rest of the one before, broken by the width of the page."""
    whole = piece.text[-1:] in ".!?:;"
    return not whole and body[:1].islower() and len(piece.text) < LONGEST


def _plain(text: str) -> str:
    """Without the marks of Markdown, which nobody says."""
    return " ".join(_MARKS.sub("", text).split())


def _heading(piece: _Piece) -> str | None:
    """Which kind of section begins here."""
    words = piece.text.strip(" :").lower()
    if piece.bullet or len(words) > 60 or len(words.split()) > 4 or _YEAR.search(words):
        return None
    for name, pattern in _HEADINGS:
        if re.fullmatch(rf"(?:[\w&]+ ){{0,2}}(?:{pattern})(?: (?:&|and) \w+)?", words):
            return name
    return None


def _kind(piece: _Piece, section: str) -> HighlightKind | None:
    text = piece.text
    words = _WORDS.findall(text)
    if len(text) > LONGEST or _CONTACT.search(text) or speaks_to_the_reader(text):
        return None
    if section == "skills":
        return "skill" if text.count(",") + text.count("|") + text.count("•") else None
    if _POST.search(text) and len(words) <= 12 and (_YEAR.search(text) or _PLACE.search(text)):
        return None if _DOING.match(text) else "role"
    if len(words) < FEWEST_WORDS or section == "other":
        return None
    if _FIGURE.search(_YEAR.sub("", text)) and (
        piece.bullet or _DOING.match(text) or section == "work"
    ):
        return "number"
    if _DOING.match(text) or (piece.bullet and section == "work"):
        return "project"
    return None
