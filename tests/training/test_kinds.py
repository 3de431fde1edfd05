"""The head of the tuned layers beside the other one."""

from __future__ import annotations

import numpy as np
from training.fitting import Options, Row, fit, stored
from training.kinds import SHARE, TUNED, TUNED_SHARE, with_tuned

from greenroom.adapters.understanding.encoder import WIDTH
from greenroom.adapters.understanding.head import head_of

TEXTS = ("we closed the shop for a week", "can you say it again", "I have to go now")


def test_two_heads_are_one_over_both_vectors() -> None:
    """Its chances are those of both heads' scores together, each with its share."""
    with np.load(TUNED) as held:
        tuned = {name: held[name] for name in ("labels", "vector", "offset")}
    labels = str(tuned["labels"]).split("\n")
    chance = np.random.default_rng(3)
    rows = [Row(f"{TEXTS[place % 3]} {place}", label) for place, label in enumerate(labels * 4)]
    drawn = chance.normal(size=(len(rows), WIDTH)).astype(np.float32)
    plain = stored(fit(rows, lambda _: drawn, Options(least_words=1, least_chars=1, rounds=5)))
    vectors = (chance.normal(size=(len(TEXTS), 2 * WIDTH)) / WIDTH**0.5).astype(np.float32)
    one = np.log(head_of(plain).probabilities(TEXTS, vectors))
    other = vectors[:, WIDTH:] @ tuned["vector"].astype(np.float32) + tuned["offset"]
    scores = SHARE * one + TUNED_SHARE * other
    wanted = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    found = head_of(with_tuned(plain, tuned)).probabilities(TEXTS, vectors)
    np.testing.assert_allclose(found, wanted, atol=1e-4)
