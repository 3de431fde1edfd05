"""The corpus of story parts: its labels, and that no sealed sentence is trained on."""

from __future__ import annotations

import pytest
from training.story_parts import HELD_OUT, LINES, SEALED, STORIES, kappa, labelled, rows

from greenroom.adapters.understanding.head import plain
from greenroom.interview.understanding.story import PARTS

LABELS = {*PARTS, "team", "none"}


def test_labels_are_known() -> None:
    """Every line stands under a label that means something."""
    files = [*LINES.glob("*.txt"), *(HELD_OUT / name for name in SEALED)]
    assert {label for label, _, _ in labelled(files)} == LABELS
    for label, _, _ in labelled([STORIES]):
        depth, *parts = label.split()
        assert int(depth) in range(1, 6)
        assert set(parts) <= set(PARTS)


def test_no_sealed_sentence_is_trained_on() -> None:
    """However it is written."""
    trained = {plain(row.text) for row in rows()}
    sealed = {plain(text) for _, text, _ in labelled(HELD_OUT / name for name in SEALED)}
    assert not trained & sealed


def test_kappa() -> None:
    """1 for the same ratings, 0 for a constant one, less for the contrary."""
    assert kappa([1, 2, 3, 5], [1, 2, 3, 5]) == pytest.approx(1)
    assert kappa([1, 2, 3, 5], [3, 3, 3, 3]) == pytest.approx(0)
    assert kappa([1, 1, 5, 5], [5, 5, 1, 1]) < 0
