"""A linear head over texts: how likely each label is.

It sees a text's vector (`encoder`), its words, pairs and triples of words and its runs of 3 and 4 characters (tf-idf,
sublinear), and how long it is. `training.fitting` makes it; this module is how it is asked without scikit-learn.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from greenroom.adapters.understanding.encoder import WIDTH
from greenroom.adapters.understanding.weights import verified

Floats = npt.NDArray[np.float32]

WORDS = range(1, 4)
"""So many words in a row."""
CHARS = range(3, 5)
USUAL = 40
"""Words at which a text counts as long."""
_MARKS = re.compile(r"[^\w' ]+")
_WORD = re.compile(r"[\w']+")


def plain(text: str) -> str:
    """Lower case, no marks: what a recogniser writes and what a person types look the same."""
    return " ".join(_MARKS.sub(" ", text.lower().replace("’", "'")).split())


def joined(vectors: Floats, texts: Sequence[str]) -> Floats:
    """About the vectors of a text whose pieces are `texts`: the mean of theirs by length, each of length 1."""
    mean = np.array([len(text) for text in texts], np.float32) @ vectors
    each = mean.reshape(-1, WIDTH if len(mean) % WIDTH == 0 else len(mean))
    sizes = np.linalg.norm(each, axis=1, keepdims=True)
    return np.asarray((each / np.where(sizes, sizes, 1)).ravel(), np.float32)


def word_grams(text: str) -> Iterator[str]:
    """Of a plain text: its words, pairs and triples."""
    words = _WORD.findall(text)
    for size in WORDS:
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])


def char_grams(text: str) -> Iterator[str]:
    """Of a plain text: runs of characters inside a word, with a space at each end of it."""
    for word in text.split():
        padded = f" {word} "
        for size in CHARS:
            for start in range(max(len(padded) - size, 0) + 1):
                yield padded[start : start + size]
            if len(padded) <= size:
                break  # a short word counts once


def length(text: str) -> float:
    """Of a plain text, from 0 to 1."""
    return min(len(text.split()), USUAL) / USUAL


class Grams:
    """One kind of grams: which the head knows, and how rare each is."""

    def __init__(
        self,
        of: Callable[[str], Iterable[str]],
        known: Sequence[str],
        rarity: Floats,
        *,
        pieces: Callable[[str], Iterable[str]],
    ) -> None:
        """`pieces`: those of a text that have grams of their own, and no gram is of two of them."""
        self._of, self._pieces, self._rarity = of, pieces, rarity
        self._place = {gram: place for place, gram in enumerate(known)}

    def weights(self, text: str, seen: dict[str, list[int]]) -> tuple[npt.NDArray[np.intp], Floats]:
        """The places of a plain text's known grams, and their weights, of length 1 together.

        `seen`: the places of the pieces that were looked up before.
        """
        found: list[int] = []
        for piece in self._pieces(text):
            if piece not in seen:
                grams = map(self._place.get, self._of(piece))
                seen[piece] = [place for place in grams if place is not None]
            found += seen[piece]
        counts = Counter(found)
        places = np.fromiter(counts, np.intp, len(counts))
        often = np.fromiter(counts.values(), np.float32, len(counts))
        weights = (1 + np.log(often)) * self._rarity[places]
        return places, np.asarray(weights / (np.linalg.norm(weights) or 1), np.float32)


@dataclass(frozen=True, slots=True)
class Head:
    """`labels`, in the order of the probabilities."""

    labels: tuple[str, ...]
    vector: Floats
    """Coefficients of the text's vector: a row for each number of it, a column for each label."""
    grams: tuple[tuple[Grams, Floats], ...]
    """Each kind, with its coefficients: a row for each gram."""
    long: Floats
    offset: Floats

    def probabilities(self, texts: Sequence[str], embeddings: Floats) -> Floats:
        """A row for each text, a column for each label; each row sums to 1. `embeddings`: of the
        plain texts, a row each. What a row has beyond the head's numbers is for other heads."""
        scores = embeddings[:, : len(self.vector)] @ self.vector + self.offset
        plains = [plain(text) for text in texts]
        for row, text in zip(scores, plains, strict=True):
            row += length(text) * self.long
        for grams, coefficients in self.grams:
            seen: dict[str, list[int]] = {}
            for row, text in zip(scores, plains, strict=True):
                places, weights = grams.weights(text, seen)
                row += weights @ coefficients[places]
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def head_of(stored: Mapping[str, npt.NDArray[np.generic]]) -> Head:
    """The head of an .npz file's arrays, as `training.fitting` writes them."""
    numbers = {
        name: value.astype(np.float32) for name, value in stored.items() if value.dtype.kind == "f"
    }

    def grams(
        kind: str, of: Callable[[str], Iterable[str]], pieces: Callable[[str], Iterable[str]]
    ) -> tuple[Grams, Floats]:
        known = str(stored[f"{kind}_known"]).split("\n")
        rarity = numbers[f"{kind}_rarity"]
        return Grams(of, known, rarity, pieces=pieces), numbers[f"{kind}_grams"]

    return Head(
        labels=tuple(str(stored["labels"]).split("\n")),
        vector=numbers["vector"],
        grams=(
            grams("word", word_grams, lambda text: [text]),
            grams("char", char_grams, str.split),
        ),
        long=numbers["long"],
        offset=numbers["offset"],
    )


def load_head(name: str) -> Head:
    """Of a pinned file beside this module, such as "kinds.npz"."""
    with np.load(io.BytesIO(verified(name))) as stored:
        return head_of(dict(stored))
