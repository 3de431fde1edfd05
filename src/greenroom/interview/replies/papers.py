"""A paper about the job as statements that can be read out: sentences and list items, each under its heading.

What a paper says is data. A statement that gives orders to a program, or holds a link, an address, a number to
call or markup, is none: it is never read out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

NEAR: Final = 12
"""Characters before the end of a sentence in which an abbreviation is looked for."""
LONGEST: Final = 20_000
"""Characters of a paper that are looked at."""
LONGEST_STATEMENT: Final = 600
HEADING_WORDS: Final = 7

_MARK: Final = re.compile(
    r"^[\s>#]*(?:[-*•·–—▪◦‣●○✓✔➢➤]+|\(?\d{1,2}[.)](?=\s)|\(?[a-z][.)](?=\s))?\s*"
)
_EMPHASIS: Final = re.compile(r"(\*\*|__|\*|_|`)(?=\S)([^*_`\n]{1,300}?)(?<=\S)\1")
_END: Final = re.compile(r"(?<=[.!?…])[\"”’)]*\s+(?=[\"“(]?[A-ZÀ-Þ0-9£€$])")
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|prof|no|vs|etc|e\.g|i\.e|st|approx|incl|min|max|dept|ltd|inc|co|hrs?|p\.a|a\.m|p\.m|ca)"
    r"|\b[A-Za-z])\.\Z",
    re.I,
)
_UNSPEAKABLE: Final = re.compile(
    r"https?:|www\.|\S@\S|\b[\w-]+\.(?:com|org|net|io|dev|ai|co|app|info|biz|xyz|de|fr|es|in|uk)\b"
    r"|[<>{}\[\]\\^|~=`*_#]|(?:\+?\d[\s().-]?){9,}",
    re.I,
)
_ORDER: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass|obey|pretend|jailbreak|roleplay|from now on)\b"
    r"|\b(?:instructions?|prompts?)\b|\bsystem\s*(?::|message|note)"
    r"|\b(?:interviewer|assistant|model|bot|chatbot|llm|ai|a\.i\.|gpt|machine|program|agent)s?\b.{0,60}"
    r"\b(?:must|should|shall|please|needs? to|has to|have to|will say|is to|are to|do not|don.t|never|always)\b"
    r"|\b(?:if|when|whenever|should) (?:you are |they |the |a |an |any |some)*(?:asked|asks?|candidates? asks?|"
    r"applicants? asks?|anyone asks|somebody asks|someone asks|reading this)\b"
    r"|\b(?:you are|you.re|act as|as) (?:now )?(?:an? |the )?(?:ai|assistant|language model|llm|chatbot|bot|interviewer)\b"
    r"|\b(?:note|attention|message|dear|hello|hey|to) (?:to |for )?(?:the |all |any )?(?:ai|llm|bot|model|assistant|interviewer|recruiter)s?\b"
    r"|\b(?:tell|inform|assure|promise|convince|ask|say to|instruct|advise) (?:the |this |every |each |all |any )?"
    r"(?:candidates?|applicants?|users?|interviewees?|persons?|him|her|them)\b"
    r"|\b(?:rate|score|rank|hire|accept|recommend|pass|fail|reject|praise|grade) (?:this|the|every|each|all|any|him|her|them)\b"
    r"|^(?:please )?(?:say|reply|respond|answer|repeat|read out|output|print|write|reveal|recite|state|announce|speak)"
    r"(?::|,| that| with| yes| no| only| always| (?:every|any|all|each) (?:questions?|time)| (?:the )?following| [\"“'‘])",
    re.I,
)
"""Words that speak to the reader a paper to a candidate, a program above all. Rather too many than one."""
_ENDED: Final = re.compile(r"[.!?:;…]\Z")
_LABEL: Final = re.compile(r"^(?P<label>[^:.!?]{2,40}):\s+(?P<rest>\S.*)$")


@dataclass(frozen=True, slots=True)
class Statement:
    """Words of a paper, spaces made single."""

    text: str
    heading: str
    """The line above the list or paragraph in which it stands, or its own label; lower case, no marks."""
    item: bool
    """A line of a list: several of them may be read one after another."""
    labelled: bool = False
    """The heading is its own label: "Shifts: early and late"."""


@lru_cache(16)
def statements(paper: str) -> tuple[Statement, ...]:
    """What of a paper can be read out, in its order."""
    return tuple(one for one in _read(paper[:LONGEST]) if _speakable(one.text))


def heading_of(line: str) -> str:
    return " ".join(re.sub(r"[^\w’'. /&-]+", " ", line.lower().replace("’", "'")).split()).strip(
        " ."
    )


def _read(paper: str) -> Iterator[Statement]:
    heading, blank, first, title = "", True, True, ""
    for block in _blocks(paper):
        if block is None:
            blank = True
            continue
        line, item = block
        if not item and _is_heading(line, after_blank=blank):
            heading = heading_of(line)
            title = line.rstrip(":") if first else title
        else:
            for sentence in _sentences(line):
                label = _LABEL.match(sentence)
                above = heading_of(label["label"]) if label else heading
                yield Statement(sentence, above, item, labelled=label is not None)
        blank = first = False
    if title:  # "Driver, Monday to Friday" may be all that is said of the days
        yield Statement(title, "", item=False)


def _blocks(paper: str) -> Iterator[tuple[str, bool] | None]:
    """Lines without their marks, those that a page's width broke joined; None: an empty line."""
    lines = paper.replace("\r", "\n").split("\n")
    held, held_item = "", False
    for raw in lines:
        line = " ".join(_EMPHASIS.sub(r"\2", raw).split())
        mark = _MARK.match(line)
        bare = line[mark.end() :] if mark else line
        item = bool(mark and mark[0].strip(" >#"))
        short = held and len(held) <= LONGEST_STATEMENT
        goes_on = short and bare and not item and not _ENDED.search(held) and bare[0].islower()
        if goes_on:
            held = f"{held} {bare}"
            continue
        if held:
            yield held, held_item
        held, held_item = bare, item
        if not bare:
            yield None
    if held:
        yield held, held_item


def _is_heading(line: str, *, after_blank: bool) -> bool:
    words = line.split()
    if len(words) > HEADING_WORDS or re.search(r"[.!?;,]\Z", line.rstrip(":")):
        return line.endswith("?") and len(words) <= HEADING_WORDS
    return line.endswith(":") or line.isupper() or (after_blank and not _LABEL.match(line))


def _sentences(line: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(line):
        if not _ABBREVIATION.search(line[max(0, end.start() - NEAR) : end.start()]):
            yield line[start : end.end()].strip()
            start = end.end()
    if line[start:].strip():
        yield line[start:].strip()


def _speakable(text: str) -> bool:
    return (
        len(text) <= LONGEST_STATEMENT
        and any(sign.isalpha() for sign in text)
        and text.isprintable()
        and not _UNSPEAKABLE.search(text)
        and not _ORDER.search(text)
    )
