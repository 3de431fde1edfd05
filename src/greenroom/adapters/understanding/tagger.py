"""Says which part of speech each word of a turn is: noun, verb, adjective and so on (Penn Treebank tags).

An averaged perceptron over the word, its ending, its neighbours and the tags before it. It was trained on
what spaCy says of our own texts (`training/phrases/tagger.py`), in small letters and half of the time without
marks, so spoken and typed turns read the same.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np

from greenroom.app.ports import OperatorFault

WORDS: Final = "tagger.json.gz"
SHA256: Final = "043097e54d1f4e4e366597b6f599e5b1c735701f21c493a1972efed8b1cd9aec"
NAME: Final = "NAME"
"""The tag of a person's name."""
UNKNOWN: Final = "?"
_TOKEN: Final = re.compile(
    r"(?P<clitic>n['’]t\b|['’](?:s|re|ve|ll|d|m)\b)|[^\W_]+?(?=n['’]t\b)|[^\W_]+(?:[-.&+#][^\W_]+)*|[^\s\w]",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Token:
    word: str
    """In small letters."""
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words and marks of `text` with their places; "didn't" is two, "did" and "n't"."""
    return [
        Token(m[0].lower().replace("’", "'"), m.start(), m.end()) for m in _TOKEN.finditer(text)
    ]


def features(
    words: Sequence[str], usual: Sequence[str], i: int, one: str, two: str
) -> tuple[str, ...]:
    """What the tagger looks at for word `i`: `usual` are the word list's tags, `one` and `two` the tags
    given to the words before."""
    word, kind = words[i], usual[i]
    before = words[i - 1] if i else "^"
    after = words[i + 1] if i + 1 < len(words) else "$"
    kind_after = usual[i + 1] if i + 1 < len(words) else "$"
    kind_later = usual[i + 2] if i + 2 < len(words) else "$"
    return (
        "b",
        f"w {word}",
        f"s {word[-3:]}",
        f"e {word[-2:]} {kind}",
        f"k {kind}",
        f"1 {one}",
        f"2 {one} {two}",
        f"3 {one} {kind}",
        f"4 {one} {word}",
        f"5 {before} {kind}",
        f"6 {after} {kind}",
        f"7 {kind} {kind_after}",
        f"8 {one} {kind} {kind_after}",
        f"9 {kind} {kind_after} {kind_later}",
        f"a {word} {kind_after}",
        f"c {one} {two} {kind}",
    )


class Tagger:
    """Reads tags off a trained model. Load it once (`tagger`)."""

    def __init__(self, model: Mapping[str, Any]) -> None:
        self.words: Mapping[str, str] = model["words"]
        """The word list: each word with its usual tags ("scan": "NN|VB")."""
        weights: Mapping[str, Mapping[str, int]] = model["weights"]
        self._tags = sorted({tag for row in weights.values() for tag in row}, reverse=True)
        column = {tag: place for place, tag in enumerate(self._tags)}
        self._row = {name: place for place, name in enumerate(weights, 1)}
        self._weights = np.zeros((len(weights) + 1, len(self._tags)), np.int32)
        """A row for each feature; the first, all zeros, for every unknown one."""
        for place, row in enumerate(weights.values(), 1):
            self._weights[place, [column[tag] for tag in row]] = list(row.values())

    def tags(self, words: Sequence[str]) -> list[str]:
        """One tag for each word."""
        usual = [self.words.get(word, UNKNOWN) for word in words]
        found: list[str] = []
        one = two = "^"
        for i in range(len(words)):
            rows = [self._row.get(name, 0) for name in features(words, usual, i, one, two)]
            best = self._tags[int(self._weights.take(rows, axis=0).sum(axis=0).argmax())]
            found.append(best)
            two, one = one, best
        return found


@cache
def tagger() -> Tagger:
    """The tagger of this package. Raises `OperatorFault` if its file is not the pinned one."""
    data = resources.files(__package__).joinpath(WORDS).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise OperatorFault(f"The file {WORDS} was changed. Install greenroom again.")
    return Tagger(json.loads(gzip.decompress(data)))
