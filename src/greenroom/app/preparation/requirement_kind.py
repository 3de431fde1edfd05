"""What the words of a job description say of a requirement: required, preferred, or that it is none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from greenroom.app.preparation import lines
from greenroom.app.preparation.sections import Heading, SectionKind, own_words
from greenroom.interview.background import RequirementKind

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


@dataclass(slots=True)
class Section:
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


def of_sentence(sentence: str, section: Section, piece: lines.Piece) -> RequirementKind | None:
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


def is_preferred(text: str, start: int, end: int) -> bool:
    """Whether the words of this place say that they are no more than welcome."""
    return _PREFERRED.search(text, start, end) is not None


def of_cell(cell: str) -> RequirementKind | None:
    """What a cell of a table says; None: something else."""
    return _WANTED.get(own_words(cell).lower())
