"""Fits `greenroom/adapters/understanding/asked.py`, the head that knows the question: `python -m training.asked`.

It learns from lines that the head of kinds has not seen, because that head is too sure of the lines it learned: those
written after it was fitted (`UNSEEN`), answers in which somebody's words are told, and the first two sealed sets. The
third and the fourth set stay out. An answer is put under a question of its group; an aside under any, drawn as often
as answers' questions are. The threshold of an aside stays where the engine has it (0.7); `offset` moves the head so
that at this place the cost on lines of unseen writers is least: an answer taken for an aside costs `COST` missed asides.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from greenroom.adapters.understanding import asked
from greenroom.adapters.understanding.encoder import Floats
from greenroom.adapters.understanding.head import load_head, plain
from greenroom.adapters.understanding.kinds import WEIGHTS, Kinds, social
from greenroom.interview.asides import ACT
from training import corpus
from training.corpus import ANSWER, END, Line
from training.fitting import Embed
from training.kinds import cut, embedding
from training.pinning import pin

FILE = Path(asked.__file__).with_name(asked.WEIGHTS)
UNSEEN = (
    *("answers/trades", "answers/world", "answers/resembling", "asides/more"),
    "asides/world",
)
COST = 2.0
STRENGTH, ROUNDS = 1.0, 40
FOLDS = 4


def lines() -> list[Line]:
    """What it learns from."""
    files = (corpus.LINES / f"{name}.txt" for name in UNSEEN)
    unseen = {line.template for file in files for line in corpus.of_file(file)}
    asides = [line for line in corpus.asides() if line.template in unseen]
    answers = [line for line in corpus.answers() if line.template in unseen]
    told = list(corpus.reported())
    sealed = [
        line
        for folder in ("", "second/")
        for name in ("asides", "answers")
        for line in corpus.sealed(f"{folder}{name}")
    ]
    found = [*asides, *answers, *told, *cut(answers), *sealed]
    return [one for one in found if not _left_out(one)]


def _left_out(line: Line) -> bool:
    """The engine meets a wish to end and distress by thresholds of their own."""
    return line.label == END or line.label.startswith("distress") or social(line.text)


def questions(found: Sequence[Line]) -> list[str]:
    """One for each line."""
    known = corpus.questions(corpus.LINES)
    groups = [line.group if line.group in known else "story" for line in found]
    of_answers = [g for g, one in zip(groups, found, strict=True) if one.label == ANSWER]
    drawn = []
    for line, group in zip(found, groups, strict=True):
        rng = random.Random(f"asked {line.text}")
        drawn.append(rng.choice(known[group if line.label == ANSWER else rng.choice(of_answers)]))
    return drawn


def rows(found: Sequence[Line], embed: Embed) -> Floats:
    """The features of every line, each under its question."""
    kinds, texts = Kinds(load_head(WEIGHTS)), [plain(line.text) for line in found]
    vectors, pending = embed(texts), embed([plain(text) for text in questions(found)])
    asks = np.array([line.text.endswith("?") for line in found])
    odds = kinds.odds(kinds.rows(texts, vectors, asks))
    return asked.features(texts, vectors, asks, odds, pending)


def fit(seen: Floats, truth: Floats) -> Any:
    """Coefficients, the offset last: logistic regression in which asides weigh as much as answers."""
    inputs = np.hstack([seen, np.ones((len(seen), 1), np.float32)])
    weight = np.where(truth == 1, 0.5 / truth.mean(), 0.5 / (1 - truth).mean()).astype(np.float32)

    def loss(found: Any) -> tuple[float, Any]:
        scores = inputs @ found.astype(np.float32)
        kept = np.append(found[:-1], 0)
        wrong = (1 / (1 + np.exp(-scores)) - truth) * weight
        value = (np.logaddexp(0, scores) - truth * scores) @ weight + kept @ kept / (2 * STRENGTH)
        return float(value), (inputs.T @ wrong + kept / STRENGTH).astype(float)

    start, options = np.zeros(inputs.shape[1]), {"maxiter": ROUNDS}
    return minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x


def shift(scores: Floats, truth: Floats) -> float:
    """What is added to the scores of unseen lines so that the cost at `ACT` is least."""
    places = np.quantile(scores, np.linspace(0.02, 0.98, 97))
    answers, asides = scores[truth == 0], scores[truth == 1]
    costs = [COST * (answers >= at).mean() + (asides < at).mean() for at in places]
    return float(np.log(ACT / (1 - ACT)) - places[int(np.argmin(costs))])


def table(scores: Floats, truth: Floats) -> str:
    """How often words that are called an aside so surely are one, and what each threshold would find and keep."""
    sure = 1 / (1 + np.exp(-scores))
    told = ["sure         asides among them   threshold: asides found, answers kept"]
    for low in np.arange(0, 1, 0.1):
        inside = (sure >= low) & (sure < low + 0.1)
        found, kept = (sure[truth == 1] >= low).mean(), (sure[truth == 0] < low).mean()
        share = truth[inside].mean() if inside.any() else float("nan")
        told.append(
            f"{low:.1f} to {low + 0.1:.1f}   {share:.2f} of {inside.sum():5d}      {low:.1f}: {found:.3f}, {kept:.3f}"
        )
    return "\n".join(told)


def main() -> None:
    """Fit and write the head, and tell what it is worth on writers that it has not seen."""
    found, embed = lines(), embedding()
    inputs = rows(found, embed)
    truth = np.array([line.label != ANSWER for line in found], np.float32)
    unseen = np.array([zlib.crc32(line.writer.encode()) % FOLDS == 0 for line in found])
    tried = fit(inputs[~unseen], truth[~unseen])
    scores = inputs[unseen] @ tried[:-1] + tried[-1]
    moved = shift(scores, truth[unseen])
    print(table(scores + moved, truth[unseen]))
    whole = fit(inputs, truth)
    np.savez_compressed(
        FILE, coefficients=whole[:-1].astype(np.float16), offset=np.float16(whole[-1] + moved)
    )
    pin(FILE)
    print(f"{len(found)} lines, moved by {moved:.2f}: {FILE.name}")


if __name__ == "__main__":
    main()
