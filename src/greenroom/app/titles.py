"""Which family of jobs a job title belongs to, by a table of words and a scored match.

The head of a title says what somebody is ("nurse" in "staff nurse ICU"), the words around it say where.
A head that names a job decides. A head that serves every field ("manager") is decided by the words
around it. A head that the table does not know is another job, and then no family is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

JOB: Final = 4.0
"""A job at the head of a title; each word more of its name adds one."""
BEFORE: Final = 3.0
"""A field or a job before a head that serves every field: "ward manager"."""
BESIDE: Final = 2.0
"""The same after it, or in another part of the title: "manager, logistics"."""
ALONG: Final = 1.0
"""A field beside a job that was recognised already."""
ENOUGH: Final = 2.0
CLEAR: Final = 1.0
"""How far the best family must be ahead of the next."""
LONGEST: Final = 60
"""Words of a title that are looked at."""

_PARTS: Final = re.compile(r"\s[-–—]\s|[,;:|/()\[\]•–—\n]|\bas\b", re.I)
_WORD: Final = re.compile(r"[^\W_]+")
_SERVED: Final = frozenset({"to", "under", "reporting"})
"""What follows these is whom somebody works for."""
_WHERE: Final = frozenset({"of", "for", "in", "at", "with", "on", "from", "by", "who", "looking"})
"""What follows these is where somebody works."""

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one family; `roles.toml` says what each list is for."""

    jobs: Sequence[str] = ()
    fields: Sequence[str] = ()
    leaning: Sequence[str] = ()
    alone: Sequence[str] = ()
    over: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase of the table is: a job or a field of a family, or a job of none."""

    family: str | None
    job: bool


@dataclass(frozen=True, slots=True)
class Table:
    """All families' words, ready for look-up."""

    phrases: Mapping[Phrase, Meaning]
    leaning: Mapping[str, str]
    alone: Mapping[str, str]
    over: Mapping[str, str]
    """Which family a chief of another family's field is of."""
    heads: frozenset[str]
    chiefs: frozenset[str]
    passed_over: frozenset[str]
    endings: tuple[str, ...]
    no_jobs: frozenset[str]
    longest: int

    def doer(self, word: str) -> bool:
        """Whether a word that the table does not hold names somebody who does something."""
        return len(word) > 3 and word.endswith(self.endings) and word not in self.no_jobs


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase of the table in a part of a title: from word `start` up to, not including, `end`."""

    start: int
    end: int
    meaning: Meaning


@dataclass(slots=True)
class Part:
    """One part of a title, as the table reads it."""

    words: Phrase
    core: int
    """So many words come before "of", "in" and the like."""
    found: tuple[Found, ...]
    head: Found | str | None = None
    """A job of the table, or a word; None: nothing in it says what somebody is."""
    scores: dict[str, float] = field(default_factory=dict)

    def add(self, family: str | None, weight: float) -> None:
        if family is not None:
            self.scores[family] = self.scores.get(family, 0.0) + weight


def table(families: Mapping[str, Words], titles: Mapping[str, Iterable[str]]) -> Table:
    """The look-up table of these families and of the words that serve them all."""
    phrases: dict[Phrase, Meaning] = {words(t): Meaning(None, job=True) for t in titles["others"]}
    for family, own in families.items():
        phrases |= {words(text): Meaning(family, job=False) for text in own.fields}
        phrases |= {words(text): Meaning(family, job=True) for text in (family, *own.jobs)}
    return Table(
        phrases=phrases,
        leaning={word: family for family, own in families.items() for word in own.leaning},
        alone={word: family for family, own in families.items() for word in own.alone},
        over={lower: family for family, own in families.items() for lower in own.over},
        heads=frozenset(titles["heads"]),
        chiefs=frozenset(titles["chiefs"]),
        passed_over=frozenset(titles["passed_over"]),
        endings=tuple(titles["endings"]),
        no_jobs=frozenset(titles["no_jobs"]),
        longest=max(map(len, phrases)),
    )


def words(text: str) -> Phrase:
    """The words of a title as they are compared."""
    return tuple(_WORD.findall(text.lower().replace("&", " and ").replace(".net", " dotnet ")))


def family(title: str, known: Table) -> str | None:
    """The family of this title; None where the table is not sure."""
    parts = [_read(part, known) for part in _parts(title)]
    parts = [part for part in parts if part.words]
    for i, part in enumerate(parts):
        head = part.head
        if isinstance(head, Found):
            if head.meaning.family is None:
                return None
            return _best(_decided(part, head))
        if head is not None and not _serves_all(head, known):
            if len(part.words) == 1 and i + 1 < len(parts):
                continue  # the name of a place, perhaps
            return None
        if head is not None:
            return _by_surroundings(part, head, [*parts[:i], *parts[i + 1 :]], known)
    return _best(_fields_alone(parts, known))


def _serves_all(head: str, known: Table) -> bool:
    return head in known.heads or head in known.leaning or head in known.alone


def _parts(title: str) -> Iterable[Phrase]:
    left = LONGEST
    for piece in _PARTS.split(title[: LONGEST * 20]):
        found = words(piece)[:left]
        left -= len(found)
        yield found


def _read(spoken: Phrase, known: Table) -> Part:
    stop = next((i for i, word in enumerate(spoken) if word in _SERVED), len(spoken))
    said = spoken[:stop]
    core = next((i for i, word in enumerate(said) if word in _WHERE), len(said))
    part = Part(said, core, tuple(_phrases(said, known)))
    part.head = _head(part, known)
    return part


def _phrases(said: Phrase, known: Table) -> Iterable[Found]:
    """Phrases of the table from left to right, the longest at each place."""
    at = 0
    while at < len(said):
        for length in range(min(known.longest, len(said) - at), 0, -1):
            meaning = known.phrases.get(said[at : at + length])
            if meaning is not None:
                yield Found(at, at + length, meaning)
                at += length - 1
                break
        at += 1


def _head(part: Part, known: Table) -> Found | str | None:
    """The last word or phrase of the core that says what somebody is."""
    for at in range(part.core - 1, -1, -1):
        here = next((f for f in part.found if f.start <= at < f.end), None)
        if here is not None:
            if here.meaning.job:
                return here
            continue
        word = part.words[at]
        if word in known.leaning or word in known.heads or word in known.alone:
            return word
        if word not in known.passed_over and known.doer(word):
            return word
    return None


def _decided(part: Part, head: Found) -> dict[str, float]:
    part.add(head.meaning.family, JOB + head.end - head.start - 1)
    for found in part.found:
        if not found.meaning.job:
            part.add(found.meaning.family, ALONG)
    return part.scores


def _by_surroundings(part: Part, head: str, others: Sequence[Part], known: Table) -> str | None:
    for found in part.found:
        part.add(found.meaning.family, BEFORE if found.end <= part.core else BESIDE)
    for other in others if not part.scores else ():
        for found in other.found:
            part.add(found.meaning.family, BESIDE)
    if part.scores:
        best = _best(part.scores)
        return known.over.get(best, best) if best and head in known.chiefs else best
    if head in known.leaning:
        return known.leaning[head]
    strange = [w for w in part.words[: part.core] if w != head and w not in known.passed_over]
    return None if strange else known.alone.get(head)


def _fields_alone(parts: Sequence[Part], known: Table) -> dict[str, float]:
    """Scores of a title that names fields and no job: "retail". Unknown words speak against it."""
    scores: dict[str, float] = {}
    for part in parts:
        covered = {at for found in part.found for at in range(found.start, found.end)}
        fillers = known.passed_over | _WHERE
        strange = sum(
            1 for at, word in enumerate(part.words) if at not in covered and word not in fillers
        )
        for found in part.found:
            if found.meaning.family is not None and strange <= len(part.found):
                scores[found.meaning.family] = scores.get(found.meaning.family, 0.0) + BESIDE
    return scores


def _best(scores: Mapping[str, float]) -> str | None:
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    if not ranked or ranked[0][1] < ENOUGH:
        return None
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < CLEAR:
        return None
    return ranked[0][0]
