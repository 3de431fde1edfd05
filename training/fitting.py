"""Fits a head (`greenroom/adapters/understanding/head.py`) to labelled texts with scikit-learn, and writes it down.

A trainer of its own kind of labels reads its corpus to `Row`s and calls `fit(rows, embed)` and `write(fitted, file)`.
scikit-learn is loaded where it fits: who asks this module for something else does not pay the second.
What a head is worth is told by `out_of_fold`: no two rows of a group (a template, a writer) are on both sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, hstack

from greenroom.adapters.understanding import head
from greenroom.adapters.understanding.encoder import Embed, Floats
from greenroom.adapters.understanding.head import plain
from greenroom.adapters.understanding.reader import EmbedAsked
from training.pinning import pin
from training.regression import Regression


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled text."""

    text: str
    label: str
    weight: float = 1.0
    group: str = ""
    """Whatever it has in common with others: its template or its writer."""


@dataclass(frozen=True, slots=True)
class Options:
    strength: float = 10.0
    """C of the regression: the larger, the closer to the rows."""
    scale: float = 1.5
    """How much the vector counts beside the grams."""
    most: int = 4000
    """Grams of each kind."""
    least_words: int = 3
    """A gram of words occurs in so many rows."""
    least_chars: int = 4
    rounds: int = 200


DEFAULT = Options()


@dataclass(frozen=True, slots=True)
class Fitted:
    """What scikit-learn found."""

    words: Any
    chars: Any
    model: Any
    options: Options

    def features(self, texts: Sequence[str], embeddings: Floats) -> Any:
        """A row for each text."""
        plains = [plain(text) for text in texts]
        found = [self.words.transform(plains), self.chars.transform(plains)]
        return _joined(plains, embeddings * self.options.scale, found)

    def probabilities(self, texts: Sequence[str], embeddings: Floats) -> Floats:
        """By the regression: what the written head must agree with."""
        found = self.model.predict_proba(self.features(texts, embeddings))
        return np.asarray(found, np.float32)


def remembered(embed: Callable[..., Floats]) -> EmbedAsked:
    """The same, each text embedded once beside a question; without one for those that take none."""
    known: dict[str, dict[str, Any]] = defaultdict(dict)

    def ask(texts: Sequence[str], question: str = "") -> Floats:
        here = known[question]
        new = [text for text in dict.fromkeys(texts) if text not in here]
        if new:
            beside = {"question": question} if question else {}
            here.update(zip(new, embed(new, **beside), strict=True))
        return np.array([here[text] for text in texts])

    return ask


def fit(rows: Sequence[Row], embed: Embed, options: Options = DEFAULT) -> Fitted:
    """A head for the rows' labels; there must be at least two."""
    plains = [plain(row.text) for row in rows]
    vectors = embed(plains) * options.scale
    fitted = Fitted(
        _grams(head.word_grams, options.least_words, options.most),
        _grams(head.char_grams, options.least_chars, options.most),
        Regression(options.strength, options.rounds, dense=vectors.shape[1]),
        options,
    )
    found = [fitted.words.fit_transform(plains), fitted.chars.fit_transform(plains)]
    features = _joined(plains, vectors, found)
    fitted.model.fit(features, [row.label for row in rows], [row.weight for row in rows])
    return fitted


def out_of_fold(
    rows: Sequence[Row], embed: Embed, options: Options = DEFAULT, *, folds: int = 5
) -> tuple[tuple[str, ...], Floats]:
    """The labels, and each row's probabilities by a head that saw no row of its group."""
    labels = tuple(sorted({row.label for row in rows}))
    out = np.zeros((len(rows), len(labels)), np.float32)
    from sklearn.model_selection import GroupKFold

    splits = GroupKFold(folds, shuffle=True, random_state=5)
    for seen, unseen in splits.split(rows, groups=[row.group for row in rows]):
        fitted = fit([rows[place] for place in seen], embed, options)
        texts = [rows[place].text for place in unseen]
        columns = [labels.index(label) for label in fitted.model.classes_]
        found = fitted.probabilities(texts, embed([plain(text) for text in texts]))
        out[np.ix_(unseen, columns)] = found
    return labels, out


def stored(fitted: Fitted) -> dict[str, npt.NDArray[Any]]:
    """The arrays of the .npz file that `head.head_of` reads."""
    coefficients, offset = fitted.model.coef_, fitted.model.intercept_
    kinds = {"word": fitted.words, "char": fitted.chars}
    sizes = [len(kind.vocabulary_) for kind in kinds.values()]
    width = coefficients.shape[1] - sum(sizes) - 1
    cuts = np.cumsum([width, *sizes])
    vector, word, char, long = np.split(coefficients.T.astype(np.float32), cuts)
    arrays: dict[str, npt.NDArray[Any]] = {
        "labels": np.array("\n".join(fitted.model.classes_)),
        "vector": vector * np.float32(fitted.options.scale),
        "word_grams": word,
        "char_grams": char,
        "long": long[0],
        "offset": offset.astype(np.float32),
    }
    for name, kind in kinds.items():
        arrays[f"{name}_known"] = np.array("\n".join(kind.get_feature_names_out()))
        arrays[f"{name}_rarity"] = kind.idf_.astype(np.float32)
    return arrays


def write(fitted: Fitted, file: Path) -> None:
    """Write the head to an .npz file and pin it in the lock beside it."""
    arrays: dict[str, Any] = dict(stored(fitted))
    np.savez_compressed(file, **arrays)
    pin(file)


def _grams(of: Callable[[str], Any], least: int, most: int) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(analyzer=of, min_df=least, max_features=most, sublinear_tf=True)


def _joined(plains: Sequence[str], vectors: Floats, grams: Sequence[Any]) -> Any:
    lengths = csr_matrix([[head.length(text)] for text in plains])
    return hstack([csr_matrix(vectors), *grams, lengths]).tocsr().astype(np.float32)
