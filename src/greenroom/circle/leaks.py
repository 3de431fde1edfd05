"""Whether an agent's message gives away what its own side keeps private.

Projection keeps a private field out of the *other* side's prompt, but the agent that speaks for a
person has their whole profile and may say it. A prompt that forbids it is no control. So a message
is compared with the profile: what it repeats word for word, and the other side may not know, is
refused and asked for again.

Repetition is all that code can see. A paraphrase passes, and so does a short everyday word ("High",
"Chilean"), for a check that stops people from using ordinary words would stop every conversation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from greenroom.circle.profile import Path, Profile, Visibility, project, visibility

RUN: Final = 6
"""So many words of a private text in a row are no accident."""
WHOLE_WORDS, WHOLE_CHARS = 3, 12
"""A shorter private text counts as a whole, if it is at least this long."""
SHORTEST_MARK: Final = 5
"""Characters of a word with a digit or an @ in it that points to somebody: a flat, a number plate."""
NUMBER: Final = 6
"""So many digits of a private text in a row, however they are grouped: telephones, accounts."""
PIECE: Final = re.compile(r"[\w@][\w@.'’-]*[\w@]|[\w@]")
COMPARABLE: Final = re.compile(r"[\d@]|\S\s+\S")
"""A text without a digit and without two words has nothing in it that `_telling` would tell by."""


def leaks(message: str, profile: Profile, known: Iterable[str] = ()) -> bool:
    """True when it repeats something private of `profile`. `known` is what the other side has been
    told anyway: the mission, their own words."""
    private = [one for one in _private(profile, ()) if COMPARABLE.search(one[0])]
    if not private:
        return False
    said = _Words(message)
    repeated = [part for text, name in private for part in _repeated(said, _Words(text), name=name)]
    if not repeated:
        return False
    told = [_Words(text) for text in (*_texts(project(profile)), *known)]
    return not all(any(one.has(part) for one in told) for part in repeated)


class _Words:
    """A text as it is compared: without case, marks of width, or anything invisible."""

    def __init__(self, text: str) -> None:
        self.words = tuple(PIECE.findall(_folded(text)))
        self._runs: dict[int, frozenset[tuple[str, ...]]] = {}
        self._digits = _digits(text)

    def has(self, part: str | tuple[str, ...]) -> bool:
        """A number as text, or at most `RUN` words in a row."""
        if isinstance(part, str):
            return part in self.numbers
        return part in self._in_a_row(len(part))

    def _in_a_row(self, size: int) -> frozenset[tuple[str, ...]]:
        if size not in self._runs:
            places = range(len(self.words) - size + 1)
            self._runs[size] = frozenset(self.words[at : at + size] for at in places)
        return self._runs[size]

    @cached_property
    def numbers(self) -> frozenset[str]:
        return frozenset(
            number[at : at + NUMBER]
            for number in self._digits
            for at in range(len(number) - NUMBER + 1)
        )


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if unicodedata.category(c) != "Cf")


def _digits(text: str) -> list[str]:
    """The digits of what stands between letters, however they are grouped."""
    if not any(c.isdigit() for c in text):
        return []
    plain = "".join(c if c.isdigit() else " " if c.isalpha() else "" for c in _folded(text))
    return plain.split()


def _repeated(said: _Words, private: _Words, *, name: bool) -> Iterator[str | tuple[str, ...]]:
    yield from filter(said.has, _telling(private.words, name=name))
    yield from filter(said.has, private.numbers)


def _telling(words: tuple[str, ...], *, name: bool) -> Iterator[tuple[str, ...]]:
    """The parts of a private text by which it would be known."""
    for word in words:
        marked = len(word) >= SHORTEST_MARK and not word.isalpha()
        if marked and any(c.isdigit() or c == "@" for c in word):
            yield (word,)
    if len(words) > RUN:
        for start in range(len(words) - RUN + 1):
            yield words[start : start + RUN]
    elif (len(words) >= WHOLE_WORDS and sum(map(len, words)) >= WHOLE_CHARS) or (
        name and len(words) > 1
    ):
        yield words


def _private(value: Any, path: Path) -> Iterator[tuple[str, bool]]:
    """Each private text of a profile, keys too, and whether it is somebody's name. `SELF` is left
    out: how somebody writes shows in what they write."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key), False
            yield from _private(inner, (*path, str(key)))
    elif isinstance(value, list):
        for inner in value:
            yield from _private(inner, path)
    elif visibility(path) is not Visibility.SELF and value is not None:
        yield str(value), bool(path) and "name" in path[-1]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    else:
        yield str(value)
