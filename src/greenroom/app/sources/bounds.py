"""What TOML may hold, measured before it is parsed: `tomllib` takes time and memory by the square of
the parts of a key, and by the depth of its stack for nesting.

One pass over the text, by tokens. It agrees with `tomllib` on every text that `tomllib` accepts; where
it stops, `tomllib` stops too. `docs/decisions/0030-*` has the figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from greenroom.assessment.sentence import Sentence

MOST_PARTS: Final = 8
"""Parts of one key; a plan needs three."""
LONGEST_NAME: Final = 100
"""Characters of one part."""
LONGEST_NUMBER: Final = 200
"""Signs of a number or a date; no sensible one has as many."""
DEEPEST: Final = 8
"""Arrays and inline tables inside one another."""
MOST_THINGS: Final = 10_000
"""Keys, their points, items and brackets of one file; the longest plan that comes with Greenroom has
some 700."""

_TOKEN: Final = re.compile(
    r"""
    (?P<gap>[ \t\r]++|\#[^\n]*+)
    | (?P<line>\n(?:[ \t\r\n]++|\#[^\n]*+)*+)
    | (?P<text>\"\"\"(?:[^"\\]++|\\.|"(?!""))*+"{3,5}+ | '''(?:[^']++|'(?!''))*+'{3,5}+
      | "(?!"")(?:[^"\\\n]++|\\[^\n])*+" | '(?!'')[^'\n]*+')
    | (?P<word>[A-Za-z0-9_+:-]++)
    | (?P<sign>[.,=\[\]{}])
    """,
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Excess:
    """The first thing in a text that is too much."""

    line: int
    key: str
    """The key it is about, as it is written; empty where it is about no key."""
    reason: str


def excess(text: str) -> Excess | None:
    """The first thing that is more than a file may hold; None when there is nothing."""
    scan = _Scan(text)
    for kind, start, end in _tokens(text):
        if (reason := scan.take(kind, start, end)) is not None:
            return Excess(text.count("\n", 0, start) + 1, scan.name(), reason)
    return None


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Up to the first sign that no TOML has there."""
    at = 0
    while (match := _TOKEN.match(text, at)) is not None:
        yield match.lastgroup or "", at, match.end()
        at = match.end()


@dataclass(slots=True)
class _Scan:
    text: str
    depth: int = 0
    parts: int = 0
    """Of the key, or number, that is being read."""
    things: int = 0
    last: tuple[int, int] = (0, 0)
    """Where the text or word before stands."""
    key: tuple[int, int] = (0, 0)
    """Where the key that is being read, or was read last, stands."""
    heading: bool = False
    """Inside the brackets of a table's name."""
    valued: bool = False
    """Behind the `=` of this line."""

    def take(self, kind: str, start: int, end: int) -> str | None:
        if kind in ("text", "word"):
            return self._named(kind, start, end)
        if kind == "line" and self.depth == 0:
            self.heading = self.valued = False
            self.parts = 0
        return self._signed(self.text[start]) if kind == "sign" else None

    def name(self) -> str:
        start, end = self.key
        return self.text[start : min(end, start + LONGEST_NAME)].split("\n")[0]

    def _named(self, kind: str, start: int, end: int) -> str | None:
        self.last = (start, end)
        self.parts += 1
        if self.heading or not self.valued:
            self.key = (start if self.parts == 1 else self.key[0], end)
        if self.heading and end - start > LONGEST_NAME + 2:
            return _LONG_NAME
        if self.parts > MOST_PARTS:
            return _PARTS
        number = kind == "word" and self.text[start] in "+-0123456789"
        return _NUMBER if number and end - start > LONGEST_NUMBER else None

    def _signed(self, sign: str) -> str | None:
        if sign in "=." and self.last[1] - self.last[0] > LONGEST_NAME + 2:
            return _LONG_NAME
        self.things += 1
        if sign != ".":
            self.parts = 0
        if sign == "=":
            self.valued = True
        elif sign in "[{":
            self.heading = self.heading or not (self.valued or self.depth)
            self.depth += 1
        elif sign in "]}":
            self.depth = max(0, self.depth - 1)
        if self.depth > DEEPEST:
            return _DEEP
        return _MANY if self.things > MOST_THINGS else None


_PARTS: Final = Sentence(
    "this key has more than {most} parts; join its parts to fewer, or remove it", most=MOST_PARTS
)
_LONG_NAME: Final = Sentence(
    "this key is too long; use at most {most} characters", most=LONGEST_NAME
)
_NUMBER: Final = Sentence(
    "this number has too many digits; write it with at most {most}, or in quotes",
    most=LONGEST_NUMBER,
)
_DEEP: Final = Sentence(
    "this is nested too deeply; put at most {most} brackets inside one another", most=DEEPEST
)
_MANY: Final = Sentence(
    "there is too much here: a file has at most {most} keys, items and tables; make two files of it",
    most=MOST_THINGS,
)
