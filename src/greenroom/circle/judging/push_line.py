"""The push line: one short sentence for the owner's screen, or nothing at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from greenroom.circle.events import GateCause
from greenroom.circle.judging.rendering import UNSEEN
from greenroom.circle.reachable import is_reachable

LONGEST: Final = 120
LONGEST_CUT: Final = 180
"""Characters of a line that may be cut; of a longer one too much would be lost."""
LONGEST_COPY: Final = 6
"""Words in a row that may be those of a suspicious passage."""
DOMAIN: Final = re.compile(r"(?<![\w-])[\d_-]*+[^\W\d_][\w-]*+\.[^\W\d_]{2}")
MARKUP: Final = frozenset("<>{}[]`|\\")
QUOTED: Final = frozenset(('""', "''", "“”", "‘’", "«»", "„“", "„”"))
ROLES: Final = frozenset({"assistant", "system", "user", "model", "judge", "owner", "visitor"})
"""On a line of its own such a word is a piece of a template."""


def tidied(line: str | None) -> str | None:
    """On one line, without white space or quotation marks around it."""
    if line is None or len(line) > 10 * LONGEST:
        return line
    first, *more = line.strip().splitlines() or [""]
    if more and first.strip(" :").lower() in ROLES:
        return line
    words = " ".join(line.split())
    return words[1:-1].strip() if words[:1] + words[-1:] in QUOTED else words


def cut(line: str | None) -> str | None:
    """A little too long: up to the last word that fits, with an ellipsis."""
    if line is None or not LONGEST < len(line) <= LONGEST_CUT:
        return line
    kept, space, _ = line[: LONGEST - 1].rpartition(" ")
    return f"{kept.rstrip(' ,;:—–-')} …" if space and kept else line


def refused(
    line: str | None, names: frozenset[str], suspicious: Iterable[str]
) -> tuple[GateCause, ...]:
    """Why this line is not sent; empty: it may be. `suspicious`: passages of the transcript."""
    if line is None or not line.strip():
        return (GateCause.NO_LINE,)
    if len(line) > LONGEST_CUT:
        return (GateCause.LINE_LENGTH,)
    found = []
    if len(line) > LONGEST or len(line.splitlines()) > 1:
        found.append(GateCause.LINE_LENGTH)
    if _is_unsafe(line):
        found.append(GateCause.LINE_UNSAFE)
    words = _words(line)
    if _names(words, names):
        found.append(GateCause.LINE_NAMES)
    if any(_copies(words, _words(passage)) for passage in suspicious):
        found.append(GateCause.LINE_COPIES)
    return tuple(found)


def _is_unsafe(line: str) -> bool:
    return bool(
        line != line.strip()
        or MARKUP.intersection(line)
        or (not line.isprintable() and any(unicodedata.category(c) in UNSEEN for c in line))
        or is_reachable(line)
        or DOMAIN.search(line)
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[\w'’-]+", text))


def _names(words: tuple[str, ...], names: frozenset[str]) -> bool:
    """A word in small letters is no name: "will" is said more often than it is somebody's."""
    folded = {name.casefold() for name in names}
    said = (word for word in words if not word.islower())
    return any(_bare(word) in folded for word in said)


def _bare(word: str) -> str:
    """Without a genitive's end."""
    return re.sub(r"['’]s?$", "", word).casefold()


def _copies(words: tuple[str, ...], passage: tuple[str, ...]) -> bool:
    size = LONGEST_COPY + 1
    theirs = {_run(passage, at, size) for at in range(len(passage) - size + 1)}
    return any(_run(words, at, size) in theirs for at in range(len(words) - size + 1))


def _run(words: tuple[str, ...], at: int, size: int) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words[at : at + size])
