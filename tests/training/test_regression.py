"""The regression that fits the reader's heads."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from training.regression import Regression

DENSE, ROWS = 5, 120


@pytest.mark.parametrize("labels", [["answer", "stop"], ["answer", "clarify", "stop"]])
def test_it_finds_what_scikit_learn_finds(labels: list[str]) -> None:
    """The same probabilities to one in a hundred, with weights, for two classes and for more."""
    from sklearn.linear_model import LogisticRegression  # a second to load

    rng = np.random.default_rng(29)
    rows = rng.normal(size=(ROWS, DENSE + 8)).astype(np.float32)
    rows[:, DENSE:] *= rng.random((ROWS, 8)) < 0.3
    truth = [labels[place] for place in rows[:, : len(labels)].argmax(axis=1)]
    weights = rng.uniform(0.5, 2, ROWS)
    ours = Regression(strength=3.0, rounds=500, dense=DENSE, tolerance=1e-6)
    ours.fit(csr_matrix(rows), truth, weights.tolist())
    theirs = LogisticRegression(C=3.0, max_iter=500, tol=1e-6).fit(rows, truth, weights)

    assert list(ours.classes_) == list(theirs.classes_)
    assert ours.coef_.shape == (len(labels), rows.shape[1])
    found = ours.predict_proba(csr_matrix(rows))
    assert found == pytest.approx(theirs.predict_proba(rows), abs=0.02)
