"""Whether a turn speaks to the question that it was given to.

Two matrices that `training.relevance` fitted put questions and turns into one space of `SIZE` numbers, in which
a turn lies near the questions that it may answer. What counts is how much nearer this question lies than questions
of a bank: words that would answer anything say nothing against any question.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

from greenroom.adapters.understanding.encoder import WIDTH, Floats
from greenroom.adapters.understanding.head import joined, plain
from greenroom.adapters.understanding.kinds import FIRST, LAST, social
from greenroom.adapters.understanding.repeats import asking
from greenroom.adapters.understanding.weights import verified
from greenroom.app.ports import Heard
from greenroom.interview.understanding.clauses import clauses

FILE: Final = "relevance.npz"
SIZE: Final = 64
KEPT: Final = 512
"""Questions whose place is remembered, by a digest of their words."""
Embed = Callable[[Sequence[str]], Floats]


class Relevance:
    """Compares a turn with its question and with those of a bank."""

    def __init__(self, asked: Floats, said: Floats, bank: Floats) -> None:
        """`asked`, `said`: `WIDTH` rows of `SIZE` numbers; `bank`: a row of `SIZE` numbers for each question."""
        self._asked, self._said, self._bank = asked, said, bank
        self._known: dict[bytes, Floats] = {}

    def __call__(self, heard: Heard, embed: Embed) -> float | None:
        """The natural logarithm of how much likelier the question is, beside this turn, than one of the bank.
        None: no question, or nothing but a greeting, thanks, yes or no."""
        if not plain(heard.question) or not plain(heard.text) or social(heard.text):
            return None
        place = said(heard.text, embed) @ self._said
        near = self._bank @ place
        most = near.max()
        usual = most + np.log(np.exp(near - most).mean())
        return float((self._places(heard.question, embed) @ place).max() - usual)

    def _places(self, question: str, embed: Embed) -> Floats:
        """Of the question: a row for each way to take it."""
        key = blake2b(question.encode(), digest_size=16).digest()
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            vectors = embed([plain(text) for text in taken(question)])
            self._known[key] = vectors[:, :WIDTH] @ self._asked
        return self._known[key]


def taken(question: str) -> list[str]:
    """The whole of what was asked, and each sentence that asks: it answers well that answers one of them."""
    found = dict.fromkeys((question, *asking(question)))
    return [text for text in found if plain(text)]


def said(text: str, embed: Embed) -> Floats:
    """The vector of a turn: of several clauses the mean of those that `kinds` reads, so that no word is embedded for this alone."""
    found = clauses(text)
    if len(found) < 2:
        return np.asarray(embed([plain(text)])[0, :WIDTH], np.float32)
    if len(found) > FIRST + LAST:
        found = (*found[:FIRST], *found[-LAST:])
    texts = [plain(text[start:end]) for start, end in found]
    return joined(embed(texts)[:, :WIDTH], texts)


def relevance_of(stored: Mapping[str, npt.NDArray[np.generic]]) -> Relevance:
    """Of an .npz file's arrays, as `training.relevance` writes them."""
    asked, said_, bank = (stored[name].astype(np.float32) for name in ("asked", "said", "bank"))
    return Relevance(asked, said_, bank)


def load_relevance() -> Relevance:
    """With the matrices that lie beside this module, verified."""
    with np.load(io.BytesIO(verified(FILE))) as stored:
        return relevance_of(dict(stored))
