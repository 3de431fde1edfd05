"""The push line: one short sentence for the owner's screen, or nothing at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from greenroom.circle.events import GateCause
from greenroom.circle.judging.rendering import UNSEEN
from greenroom.circle.profile import REACHABLE

LONGEST: Final = 120
LONGEST_COPY: Final = 6
"""Words in a row that may be those of a suspicious passage."""
DOMAIN: Final = re.compile(r"[^\W\d_][\w-]*\.[^\W\d_]{2,}")
MARKUP: Final = frozenset("<>{}[]`|\\")


def refused(
    line: str | None, names: frozenset[str], suspicious: Iterable[str]
) -> tuple[GateCause, ...]:
    """Why this line is not sent; empty: it may be. `suspicious`: passages of the transcript."""
    if line is None or not line.strip():
        return (GateCause.NO_LINE,)
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
        or any(unicodedata.category(character) in UNSEEN for character in line)
        or REACHABLE.search(line)
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
