"""Highlights of a document by rules: roles, projects, numbers, skills, each in the document's own words.

A line (with the lines that go on with it) is proposed as

- a *number*, when it says something with a figure in it that is no year, date, telephone number or
  address: "Cut the nightly import from nine hours to 40 minutes";
- a *role*, when it is short and no bullet under work, and holds a word for a post next to years, or a place after "at", a comma
  or a dash: "Senior engineer, Northwind Freight, 2019 – 2024";
- a *project*, when it begins with a verb of doing or stands under a heading for projects or work;
- a *skill*, when it lists things under a heading for skills.

Lines that speak to the reader ("ignore", "instructions", "you must") are never proposed, nor are
addresses, links and telephone numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from greenroom.app.preparation import lines
from greenroom.interview.background import Highlight, HighlightKind

MOST: Final = 14
MOST_OF: Final[dict[HighlightKind, int]] = {"number": 6, "project": 5, "role": 4, "skill": 2}
LONGEST: Final = 300
FEWEST_WORDS: Final = 4

_HEADINGS: Final = (
    ("work", r"experience|employment|work history|career|projects?|achievements|portfolio|appointments|berufserfahrung|projekte|werdegang|experiencia(?: laboral)?|proyectos|expériences?|parcours|projets|experiência|projetos|अनुभव|कार्य अनुभव|परियोजनाएँ"),
    ("skills", r"skills|technolog\w+|tools|tech stack|stack|competenc\w+|kenntnisse|fähigkeiten|habilidades|competencias|compétences|competências|कौशल"),
    ("other", r"education|languages|contact|references|interests|hobbies|certificat\w+|publications|summary|profile|about(?: me)?|ausbildung|sprachen|formation|educación|formación|idiomas|formação|langues|शिक्षा|भाषाएँ"),
)  # fmt: skip
_HEADING: Final = {
    name: re.compile(rf"(?:[^\W\d_]+ |& ){{0,2}}(?:{pattern})(?: (?:&|and|und|et|y|e) \w+)?")
    for name, pattern in _HEADINGS
}
_MARKS: Final = re.compile(r"^[#>\s]+|[*_`]{1,3}")
_POST: Final = re.compile(
    r"\b(?:engineer|developer|programmer|manager|lead|head|director|architect|analyst|scientist|"
    r"consultant|designer|administrator|officer|specialist|coordinator|assistant|intern|trainee|"
    r"teacher|nurse|doctor|researcher|technician|founder|owner|baker|chef|accountant|lawyer|editor|"
    r"writer|clerk|cashier|driver|mechanic|electrician|plumber|welder|carpenter|foreman|supervisor|"
    r"operator|midwife|carer|paramedic|pharmacist|physiotherapist|tutor|lecturer|professor|principal|"
    r"bookkeeper|auditor|associate|representative|executive|president|barista|apprentice|"
    r"entwickler|leiter|ingenieur|pfleger|lehrer|verkäufer|koch|buchhalter|ingénieur|développeur|"
    r"infirmi(?:er|ère)|enseignante?|responsable|technicien|comptable|ingeniero|desarrollador|"
    r"enfermer[ao]|profesora?|gerente|técnic[ao]|engenheir[ao]|desenvolvedora?|professora?)(?:in|s)?\b|"
    r"इंजीनियर|शिक्षक|नर्स|प्रबंधक",
    re.I,
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_YEARS: Final = re.compile(r"\b(?:19|20)\d\d\s?[-–—/]\s?(?:(?:19|20)\d\d|\d\d)\b")
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
    r"\d{1,9}(?:[.,]\d{1,9}){0,6}\s{0,3}(?:%|percent|k\b|m\b|x\b|ms\b)|[€$£]\s{0,3}\d|\b\d{1,3}(?:[.,\s]\d{3}){1,6}\b|"
    r"\b\d{1,9}(?:[.,]\d{1,9})?\+?\s{1,3}[a-z]{3}|\b(?:by|from|to|of|over|under)\s{1,3}\d|"
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand|million)\s{1,3}[a-z]{3}|"
    r"\b(?:half|halved|doubled|tripled)\b",
    re.I,
)
_CONTACT: Final = re.compile(
    r"(?<![^\s@])[^\s@]++@[^\s@]|https?://|www\.|linkedin\.com|github\.com|(?:\+?\d[\s().-]?){8,}|"
    r"\b(?:phone|e-?mail|address|born|birth)\b",
    re.I,
)
_TO_THE_READER: Final = re.compile(
    r"\b(?:ignore|disregard|instructions?|prompt|interviewer|you|your|hire me|must be given|"
    r"system (?:prompt|message)|system(?=:)|(?:an?|the|ai|virtual) assistant|"
    r"(?:rate|score|rank) (?:me|this|the|him|her|them|it)|"
    r"(?:give|award|assign|add)(?:\s{1,3}[\w-]{1,20}){0,6}\s{1,3}(?:points?|scores?|ratings?|marks?|stars?)|"
    r"(?:full|top|five|ten|\d{1,3}) (?:points|marks|stars))\b",
    re.I,
)
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_NUMBERS: Final = re.compile(r"\d[\d.,]*+")


@dataclass(frozen=True, slots=True)
class Found:
    """A highlight and where its words stand."""

    highlight: Highlight
    start: int
    end: int
    line: int


def highlights(text: str) -> list[Found]:
    """What this text proposes, in its order; never more than `MOST`."""
    section, found = "", list[Found]()
    left = dict(MOST_OF)
    for piece in lines.pieces(text, _begins):
        heading = _heading(piece.lines[0])
        if heading:
            section = heading
            continue
        words = _plain(piece.text)
        kind = _kind(words, section, bullet=piece.bullet)
        if kind is not None and left[kind] and len(found) < MOST:
            left[kind] -= 1
            line = piece.lines[0].number
            found.append(Found(Highlight(kind, words), piece.start, piece.end, line))
    return found


def speaks_to_the_reader(text: str) -> bool:
    """Whether these words are for a reader of the document, and no fact about its author."""
    return _TO_THE_READER.search(text) is not None


def place(text: str, start: int) -> int:
    """The number of the line in which a place stands."""
    return text.count("\n", 0, start) + 1


def _begins(line: lines.Line) -> bool:
    """Whether a line without a bullet begins something new: a heading, a post, a deed, a line to the reader."""
    text = _plain(line.text[:LONGEST])
    return (
        _heading(line) is not None
        or speaks_to_the_reader(text)
        or _DOING.match(text) is not None
        or (_YEAR.search(text) is not None and len(text.split()) <= 12)
        or _is_post(text)
    )


def _plain(text: str) -> str:
    """Without the marks of Markdown, which nobody says."""
    return " ".join(_MARKS.sub("", text).split())


def _heading(line: lines.Line) -> str | None:
    """Which kind of section begins here."""
    words = _plain(line.text[:LONGEST]).strip(" :").lower()
    if line.bullet or len(words) > 60 or len(words.split()) > 5 or _YEAR.search(words):
        return None
    return next((name for name, one in _HEADING.items() if one.fullmatch(words)), None)


def _is_post(text: str) -> bool:
    return (
        _POST.search(text) is not None
        and len(_WORDS.findall(text)) <= 12
        and (_YEAR.search(text) is not None or _PLACE.search(text) is not None)
    )


def _kind(text: str, section: str, *, bullet: bool) -> HighlightKind | None:
    words = _WORDS.findall(text)
    if len(text) > LONGEST or _is_contact(text) or speaks_to_the_reader(text):
        return None
    if section == "skills":
        return "skill" if text.count(",") + text.count("|") + text.count("•") else None
    if _is_post(text) and not _DOING.match(text) and not (bullet and section == "work"):
        return "role"
    if len(words) + len(_NUMBERS.findall(text)) < FEWEST_WORDS or section == "other":
        return None
    if _FIGURE.search(_YEAR.sub("", text)) and (bullet or _DOING.match(text) or section == "work"):
        return "number"
    if _DOING.match(text) or (bullet and section == "work"):
        return "project"
    return None


def _is_contact(text: str) -> bool:
    """Whether it holds an address or a telephone number. A range of years is none."""
    return _CONTACT.search(_YEARS.sub("", text)) is not None
