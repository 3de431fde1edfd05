"""Requirements of a job description by rules: required or preferred, each in its own words.

A line or sentence counts when it stands under a heading for requirements, or says itself that it is
one ("must", "at least three years", "experience with"). What it says of itself goes before its
heading: "Kafka is a plus" is preferred anywhere. A short list after a colon is taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from greenroom.interview.background import RequirementKind

MOST: Final = 16
LONGEST: Final = 240
MOST_TERMS: Final = 6

_REQUIRED_HEADING: Final = re.compile(
    r"requirements?|must[- ]haves?|required|qualifications|what you(?:['’]ll)? (?:need|bring|have)|"
    r"you (?:have|bring)|who you are|your profile|about you|what we(?:['’]re)? (?:look|expect|ask|need)|"
    r"skills|anforderungen|requisitos|profil",
    re.I,
)
_PREFERRED_HEADING: Final = re.compile(
    r"nice[- ]to[- ]haves?|preferred|bonus|pluses|good to have|desirable|extra points|wünschenswert|"
    r"deseable|would be great",
    re.I,
)
_OTHER_HEADING: Final = re.compile(
    r"about (?:us|the (?:company|team|role))|who we are|benefits|perks|what we offer|we offer|salary|"
    r"location|how to apply|responsibilities|what you(?:['’]ll| will) do|your (?:tasks|role)|the role|"
    r"equal opportunit\w+",
    re.I,
)
_REQUIRED: Final = re.compile(
    r"\b(?:must|required?|requires|mandatory|essential|need(?:s|ed)? to|at least|minimum|years? of|"
    r"you have|experience (?:with|in|of|as)|experienced in|proficien\w+|knowledge of|familiar\w*|"
    r"fluen\w+|expertise|track record|background in|ability to|able to|degree in|comfortable with)\b|"
    r"\d\+ years",
    re.I,
)
_PREFERRED: Final = re.compile(
    r"\b(?:preferred|preferably|nice to have|a (?:big |strong )?plus|bonus|ideally|desirable|"
    r"advantage\w*|beneficial|not required|optional|good to have)\b",
    re.I,
)
_CERTAIN: Final = re.compile(r"\b(?:must|required|mandatory)\b", re.I)
_OURS: Final = re.compile(r"^(?:we (?:are|offer|have|build|provide)|our\b|join us|apply)", re.I)
_BULLET: Final = re.compile(r"^\s*(?:[•‣▪◦●·*–—-]|\d{1,2}[.)])\s+")
_SENTENCE: Final = re.compile(r"[^.!?\n;]*(?:[.!?;](?!\s|$)[^.!?\n;]*)*[.!?;]*")
_ITEM: Final = re.compile(r"[^,;]+")
_WORD: Final = re.compile(r"[^\W_](?:[\w.+#/-]*[\w+#])?")
_NAME: Final = re.compile(r"[A-Z].*[A-Z+#]|.*\d|[a-z]+[A-Z]|.*[+#]")
"""PostgreSQL, C++, CI/CD, S3: a name wherever it stands."""
_COUNT: Final = re.compile(r"\d+\+?$")
_COMMON: Final = frozenset(
    re.findall(
        r"\w+",
        """
    a able another about all also an and any applied are as at background based basic be bonus both by can
    candidate comfortable degree demonstrated deep desirable equivalent essential etc excellent
    experience experienced expert expertise familiar familiarity field fluency fluent for from good
    great hands have having high ideally if in including is it job knowledge least like looking
    mandatory minimum more must need needed nice of on one or other our over plus position practical
    preferably preferred professional proficiency proficient proven related relevant required
    requirement requirements requires role should similar skill skilled skills solid some strong such
    team than that the their they this to track record under understanding use used using very want
    we well what who will with within work working would year years you your ability
        """,
    )
)


@dataclass(frozen=True, slots=True)
class Found:
    """A requirement and where its words stand."""

    kind: RequirementKind
    text: str
    start: int
    end: int
    terms: tuple[str, ...]


def requirements(text: str) -> list[Found]:
    """What a description asks for, in its order; never more than `MOST`, nothing twice."""
    found: list[Found] = []
    seen: set[tuple[str, ...]] = set()
    for kind, start, end in _claims(text):
        words = text[start:end]
        wanted = terms(words) if len(words) <= LONGEST else ()
        if wanted and wanted not in seen and len(found) < MOST:
            seen.add(wanted)
            found.append(Found(kind, words, start, end, wanted))
    return found


def terms(text: str) -> tuple[str, ...]:
    """The words that a requirement is about: names where it has some ("PostgreSQL"), else all words
    that do not stand in every job description."""
    words = [match[0] for match in _WORD.finditer(text)]
    telling = [w for w in words if w.lower() not in _COMMON and len(w) > 1 and not _COUNT.match(w)]
    inner = set(words[1:])
    names = [w for w in telling if _NAME.match(w) or (w[0].isupper() and w in inner)]
    chosen = dict.fromkeys(word.lower() for word in (names or telling))
    return tuple(chosen)[:MOST_TERMS]


def _claims(text: str) -> Iterator[tuple[RequirementKind, int, int]]:
    """Each requirement's kind and place."""
    under: RequirementKind | None = None
    elsewhere = False
    at = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        bullet = _BULLET.match(line)
        body = line[len(bullet[0]) :] if bullet else line
        start += len(line) - len(body)
        heading = None if bullet else _heading(body)
        if heading is not None:
            under, elsewhere = heading[0], heading[0] is None
            continue
        if body.strip() and not (elsewhere and not _CERTAIN.search(body)):
            yield from _of_line(body, start, under, bullet=bool(bullet))


def _heading(line: str) -> tuple[RequirementKind | None] | None:
    """Under which heading the next lines stand; None: this is no heading."""
    words = line.strip(" #*_:").strip()
    if not words or len(words.split()) > 6 or words[-1] in ".!;,":
        return None
    if (
        not line.rstrip().endswith((":", "*"))
        and not line.lstrip().startswith("#")
        and len(words.split()) > 4
    ):
        return None
    for pattern, kind in (
        (_PREFERRED_HEADING, "preferred"),
        (_OTHER_HEADING, None),
        (_REQUIRED_HEADING, "required"),
    ):
        if pattern.search(words) and not re.search(r"\d", words):
            return (kind,)  # type: ignore[return-value]  # the literals above
    return None


def _of_line(
    body: str, start: int, under: RequirementKind | None, *, bullet: bool
) -> Iterator[tuple[RequirementKind, int, int]]:
    for match in _SENTENCE.finditer(body):
        sentence = match[0]
        kind = _kind(sentence, under if bullet else None)
        if kind is None and under and not bullet and not _OURS.match(sentence.strip()):
            kind = under
        if kind is None:
            continue
        yield from _parts(kind, sentence, start + match.start())


def _kind(sentence: str, under: RequirementKind | None) -> RequirementKind | None:
    if _PREFERRED.search(sentence):
        return "preferred"
    if _REQUIRED.search(sentence) and not _OURS.match(sentence.strip()):
        return under or "required"
    return under


def _parts(
    kind: RequirementKind, sentence: str, start: int
) -> Iterator[tuple[RequirementKind, int, int]]:
    """The sentence, or the items of the short list after its colon."""
    head, colon, rest = sentence.partition(":")
    if colon and len(head.split()) <= 6 and rest.strip():
        start, sentence = start + len(head) + 1, rest
        items = list(_ITEM.finditer(sentence))
        if len(items) > 1 and all(len(item[0].split()) <= 5 for item in items):
            for item in items:
                yield kind, *_trimmed(item[0], start + item.start())
            return
    yield kind, *_trimmed(sentence, start)


def _trimmed(text: str, start: int) -> tuple[int, int]:
    """The place without spaces and stops around the words."""
    front = len(text) - len(text.lstrip(" -–—*•"))
    return start + front, start + len(text.rstrip(" .;,!"))
