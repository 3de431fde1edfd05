"""A head that was fitted, and the same head as the reader asks it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from training.fitting import Fitted, Options, Row, fit, out_of_fold, remembered, stored

from greenroom.adapters.understanding.encoder import WIDTH, Floats, load_encoder
from greenroom.adapters.understanding.head import head_of

THINGS = [
    "the shop",
    "a ward",
    "our app",
    "my team",
    "the van",
    "a school",
    "the till",
    "two clients",
]
PATTERNS = {
    "answer": [
        "I rebuilt {} with my own hands",
        "we closed {} for a week",
        "it was {} that paid off",
    ],
    "clarify": [
        "do you mean {} or something else",
        "what about {} exactly",
        "is {} what you ask for",
    ],
    "stop": [
        "please stop, {} is waiting",
        "I have to go because of {}",
        "no more about {}, I am done",
    ],
}
FEW = Options(least_words=1, least_chars=1)
embed = remembered(load_encoder().embed)


def rows(labels: list[str]) -> list[Row]:
    return [
        Row(pattern.format(thing), label, weight=1 + number, group=pattern)
        for label in labels
        for number, pattern in enumerate(PATTERNS[label])
        for thing in THINGS
    ]


UNSEEN = [
    "",
    "a",
    "Do you mean OUR app?!",
    "I’d stop the van – it was the till; the till, the till!",
    "मैं नहीं जानता",
    " ".join(random.Random(7).choices(" ".join(THINGS).split(), k=90)),
]


@pytest.mark.parametrize("labels", [["answer", "clarify", "stop"], ["answer", "stop"]])
def test_the_written_head_says_what_the_regression_says(labels: list[str], tmp_path: Path) -> None:
    """To 1e-4, on texts that it has not seen, for two labels and for more."""
    fitted = fit(rows(labels), embed, FEW)
    np.savez_compressed(tmp_path / "head.npz", **stored(fitted))
    with np.load(tmp_path / "head.npz") as arrays:
        head = head_of(dict(arrays))
    vectors = _vectors(fitted)
    found = head.probabilities(UNSEEN, vectors)
    assert head.labels == tuple(labels)
    assert found == pytest.approx(fitted.probabilities(UNSEEN, vectors), abs=1e-4)
    assert found.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_a_head_learns_what_its_rows_say() -> None:
    """An unseen thing in a seen pattern."""
    fitted = fit(rows(["answer", "clarify", "stop"]), embed, FEW)
    text = "do you mean the warehouse or something else"
    (chances,) = fitted.probabilities([text], embed([text]))
    assert fitted.model.classes_[chances.argmax()] == "clarify"


def test_what_is_out_of_fold_saw_no_row_of_its_group() -> None:
    """A label whose rows are all of one group is unknown to the head that reads them."""
    made = [
        *rows(["answer", "stop"]),
        *(Row(f"hello {thing}", "hello", group="hello") for thing in THINGS),
    ]
    labels, found = out_of_fold(made, embed, FEW, folds=3)
    assert labels == ("answer", "hello", "stop")
    assert found.shape == (len(made), 3)
    assert not found[[row.label == "hello" for row in made], 1].any()


def _vectors(fitted: Fitted) -> Floats:
    from greenroom.adapters.understanding.head import plain

    vectors = embed([plain(text) for text in UNSEEN])
    assert vectors.shape == (len(UNSEEN), WIDTH)
    return vectors
