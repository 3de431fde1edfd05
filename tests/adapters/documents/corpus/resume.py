"""A résumé: what stands in it, and which share of its words stands in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A post, a school, a project: a title, lines of text, bullets."""

    title: str
    lines: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Resume:
    """What one résumé says, whatever it looks like."""

    key: str
    language: str
    name: str
    headline: str
    contact: str
    sections: tuple[Section, ...]

    def lines(self) -> Iterator[str]:
        """Every line of text, in reading order."""
        yield from (self.name, self.headline, self.contact)
        for section in self.sections:
            yield section.heading
            for entry in section.entries:
                yield entry.title
                yield from entry.lines
                yield from entry.bullets

    def words(self) -> Counter[str]:
        """How often each word stands in it."""
        return words("\n".join(self.lines()))


def words(text: str) -> Counter[str]:
    """The words of a text, without the case, the punctuation and the bullets around them."""
    return Counter(re.findall(r"[^\W_]+(?:[\u0900-\u097f]+)?", text.casefold()))


def found(expected: Counter[str], text: str) -> float:
    """Which share of the expected words stands in a text, each as often as expected."""
    return (expected & words(text)).total() / max(1, expected.total())
