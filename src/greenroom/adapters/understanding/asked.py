"""How likely words are an aside, once it is known what was asked: "I don't like to ask for help" is an answer to a
question for a weakness.

A linear head beside that of kinds. It sees how likely that head takes the words for an aside, their vector, the
vector's product with the question's, number by number, and their cosine. `python -m training.asked` makes it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from greenroom.adapters.understanding.encoder import Floats
from greenroom.adapters.understanding.head import length
from greenroom.adapters.understanding.weights import verified

WEIGHTS: Final = "asked.npz"
LEAST: Final = 1e-4
"""Added to a probability before its logarithm is taken."""
_SCALES: Final = (0.25, 1.0, 1.0, 1.5, 15.0, 3.0)
"""Of the odds, the mark, the length, the vector, the product, the cosine: about as large as one another."""


def features(
    texts: list[str], vectors: Floats, asks: npt.NDArray[np.bool_], odds: Floats, question: Floats
) -> Floats:
    """A row for each plain text. `odds`: logarithm of how much likelier an aside is than an answer, by the head of
    kinds; `question`: the vector of what was asked, one for all or a row for each."""
    product = vectors * question
    parts = (
        odds[:, np.newaxis],
        asks[:, np.newaxis].astype(np.float32),
        np.array([[length(text)] for text in texts], np.float32),
        vectors,
        product,
        product.sum(axis=1, keepdims=True),
    )
    scaled = [part * scale for part, scale in zip(parts, _SCALES, strict=True)]
    return np.asarray(np.hstack(scaled), np.float32)


def odds(aside: Floats, answer: Floats) -> Floats:
    """The logarithm of how much likelier one is than the other."""
    return np.asarray(np.log(aside + LEAST) - np.log(answer + LEAST), np.float32)


@dataclass(frozen=True, slots=True)
class Asked:
    """The head."""

    coefficients: Floats
    offset: float

    def aside(
        self,
        texts: list[str],
        vectors: Floats,
        asks: npt.NDArray[np.bool_],
        odds: Floats,
        question: Floats,
    ) -> Floats:
        """How likely each text is an aside rather than an answer."""
        found = features(texts, vectors, asks, odds, question) @ self.coefficients + self.offset
        return np.asarray(1 / (1 + np.exp(-found)), np.float32)


def load_asked() -> Asked:
    """With the numbers that lie beside this module, verified."""
    with np.load(io.BytesIO(verified(WEIGHTS))) as stored:
        return Asked(stored["coefficients"].astype(np.float32), float(stored["offset"]))
