"""Job descriptions of our own, what each asks for, and answers that do or do not speak about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from greenroom.app.preparation.requiring import Found, requirements
from greenroom.app.preparation.terms import language_of
from greenroom.interview.background import Requirement
from greenroom.interview.coverage import is_covered

FOLDER = Path(__file__).with_name("papers")


@dataclass(frozen=True)
class Pair:
    requirement: str
    answer: str
    covered: bool


@dataclass(frozen=True)
class Job:
    id: str
    text: str
    wanted: tuple[tuple[str, str], ...]
    """Kind and words of each requirement."""
    pairs: tuple[Pair, ...]

    @cached_property
    def found(self) -> list[Found]:
        return requirements(self.text)

    @property
    def faults(self) -> list[str]:
        """What is missing, and what should not be there."""
        found = [(one.kind, one.text) for one in self.found]
        missing = [f"missing: {one}" for one in self.wanted if one not in found]
        return missing + [f"not asked for: {one}" for one in found if one not in self.wanted]

    def says_right(self, pair: Pair) -> bool:
        """Whether coverage tells of this answer what a person would."""
        terms = next((one.terms for one in self.found if one.text == pair.requirement), ())
        one = Requirement("r", "required", pair.requirement, terms, "X")
        return is_covered(one, pair.answer, language_of(self.text)) is pair.covered


def jobs(name: str) -> tuple[Job, ...]:
    """The jobs of a file in the folder."""
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return tuple(_job(part) for part in text.split("=== ") if part)


def _job(part: str) -> Job:
    name, _, rest = part.partition("\n")
    text, _, rest = rest.partition("--- wanted\n")
    wanted, _, pairs = rest.partition("--- pairs\n")
    kinds = (line.split(" | ", 1) for line in wanted.splitlines())
    return Job(name, text, tuple((kind, said) for kind, said in kinds), tuple(_pairs(pairs)))


def _pairs(text: str) -> Iterator[Pair]:
    for line in text.splitlines():
        requirement, _, answer = line[2:].rpartition(" | ")
        yield Pair(requirement, answer, line[0] == "+")
