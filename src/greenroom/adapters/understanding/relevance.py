"""Whether a turn speaks to the question that it was given to.

Two matrices that `training.relevance` fitted put questions and turns into one space of `SIZE` numbers, in which
a turn lies near the questions that it may answer. How near says little alone: some words would answer anything, and
some questions take any answer. So it is compared with questions of a bank, and with answers of another.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

from greenroom.adapters.understanding.encoder import WIDTH, Floats
from greenroom.adapters.understanding.head import joined, plain
from greenroom.adapters.understanding.pieces import FIRST, LAST, social
from greenroom.adapters.understanding.repeats import asking
from greenroom.adapters.understanding.weights import verified
from greenroom.app.ports import ReaderInput
from greenroom.interview.understanding.clauses import clauses

FILE: Final = "relevance.npz"
SIZE: Final = 128
KEPT: Final = 512
"""Questions whose place is remembered, by a digest of their words."""
MEASURES: Final = 4
WIDEST: Final = 3.0
"""Standard deviations at which a measure is cut off: beyond them nothing was learned."""
Embed = Callable[[Sequence[str]], Floats]


@dataclass(frozen=True, slots=True)
class Space:
    """Where questions and turns lie."""

    asked: Floats
    said: Floats
    """Both: `WIDTH` rows of `SIZE` numbers."""
    questions: Floats
    answers: Floats
    """The banks: a row of length 1 for each."""
    scale: float

    def near(self, rows: Floats, others: Floats) -> Floats:
        """A row for each of `rows`: how near each of the others is, from -`scale` to `scale`."""
        return np.asarray(self.scale * (rows @ others.T), np.float32)


@dataclass(frozen=True, slots=True)
class Place:
    """Of a question."""

    rows: Floats
    """One for each way to take it."""
    usual: float
    """How near answers are, whatever they answer."""


class Relevance:
    """Compares a turn with its question, and both with those of the banks."""

    def __init__(self, space: Space, usual: Floats, weights: Floats) -> None:
        """`usual`: the mean and the standard deviation of each measure; `weights`: for each two of 1 and the measures."""
        self._space, self._usual, self._weights = space, usual, weights
        self._known: dict[bytes, Place] = {}

    def __call__(self, heard: ReaderInput, embed: Embed) -> float | None:
        """The natural logarithm of how much likelier the turn is after its question than after another.
        None: no question, or nothing but a greeting, thanks, yes or no."""
        found = self.measures(heard, embed)
        return None if found is None else self.weighed(found)

    def weighed(self, measures: Floats) -> float:
        """What the measures say together."""
        mean, deviation = self._usual
        each = np.append(np.float32(1), ((measures - mean) / deviation).clip(-WIDEST, WIDEST))
        return float(each @ self._weights @ each)

    def measures(self, heard: ReaderInput, embed: Embed) -> Floats | None:
        """How much nearer the question is than others to the turn, and to the clause that is nearest: a story begins
        with its circumstances. How much nearer the turn is to the question than others; and how near it is."""
        if not plain(heard.question) or not plain(heard.text) or social(heard.text):
            return None
        space = self._space
        turn = unit(said(heard.text, embed) @ space.said)
        asked = self._place(heard.question, embed)
        near = space.near(asked.rows, turn)
        others = space.near(turn, space.questions)
        whole, best = near[:, 0].max(), near[:, 1:].max()
        found = (
            whole - likely(others[0]),
            best - likely(others[1:].max(axis=0)),
            whole - asked.usual,
            whole,
        )
        return np.array(found, np.float32)

    def _place(self, question: str, embed: Embed) -> Place:
        key = blake2b(question.encode(), digest_size=16).digest()
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            vectors = embed([plain(text) for text in taken(question)])
            rows = unit(vectors[:, :WIDTH] @ self._space.asked)
            usual = likely(self._space.near(rows, self._space.answers).max(axis=0))
            self._known[key] = Place(rows, usual)
        return self._known[key]


def likely(near: Floats) -> float:
    """The logarithm of the mean of likelihoods that are given as logarithms."""
    most = near.max()
    return float(most + np.log(np.exp(near - most).mean()))


def unit(rows: Floats) -> Floats:
    """Each row of length 1."""
    sizes = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(sizes, sizes, 1), np.float32)


def taken(question: str) -> list[str]:
    """The whole of what was asked, and each sentence that asks: it answers well that answers one of them."""
    found = dict.fromkeys((question, *asking(question)))
    return [text for text in found if plain(text)]


def said(text: str, embed: Embed) -> Floats:
    """The vectors of a turn and then of its clauses, those that `kinds` reads: no word is embedded for this alone.
    That of the turn is the mean of theirs."""
    found = clauses(text)
    if len(found) > FIRST + LAST:
        found = (*found[:FIRST], *found[-LAST:])
    texts = [plain(text[start:end]) for start, end in found]
    if len(texts) < 2:
        return np.asarray(embed([plain(text)] * 2)[:, :WIDTH], np.float32)
    inside = embed(texts)[:, :WIDTH]
    return np.vstack([joined(inside, texts), inside])


def relevance_of(stored: Mapping[str, npt.NDArray[np.generic]]) -> Relevance:
    """Of an .npz file's arrays, as `training.relevance` writes them."""
    numbers = {name: value.astype(np.float32) for name, value in stored.items()}
    space = Space(
        numbers["asked"],
        numbers["said"],
        numbers["questions"],
        numbers["answers"],
        float(numbers["scale"]),
    )
    return Relevance(space, numbers["usual"], numbers["weights"])


def load_relevance() -> Relevance:
    """With the matrices that lie beside this module, verified."""
    with np.load(io.BytesIO(verified(FILE))) as stored:
        return relevance_of(dict(stored))
