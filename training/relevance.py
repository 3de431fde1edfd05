"""Makes the matrices that tell whether a turn speaks to its question.

python -m training.relevance             fit, and write relevance.npz
python -m training.relevance --report    print what the written matrices are worth on held-out sets

A turn lies near its own question and far from others, and a question near its own answers (a softmax over questions and one
over turns, of a few people at a time). Questions that are much alike are not held against each other: an answer may fit both.
A logistic regression on the measures of writers that were left out says how likely a turn is to its question.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from greenroom.adapters.understanding import relevance
from greenroom.adapters.understanding.encoder import WIDTH, Embed, Floats, load_encoder
from greenroom.adapters.understanding.head import plain
from greenroom.adapters.understanding.pieces import social
from greenroom.adapters.understanding.relevance import (
    MEASURES,
    SIZE,
    WIDEST,
    Relevance,
    Space,
    load_relevance,
    said,
    unit,
)
from greenroom.app.ports import ReaderInput
from training.corpus import HELD_OUT, LINES
from training.fitting import remembered
from training.pinning import pin

SETS = ("sixth", "seventh", "eighth", "eleventh", "twelfth")
FOLDS = 3
ALIKE = 0.55
"""Questions whose vectors are so near are not held against each other."""
OTHER = 0.45
"""Questions below this surely ask something else: they are what a figure is taken of."""
LOSSES = (0.005, 0.01, 0.02)
"""Of real answers: so many lie below a threshold that a figure is printed for. `RELEVANT` is that of the first, of writers
that were left out: half of what is allowed, as people of other sets differ more."""
ROUNDS, PEOPLE, TURNS = 18, 8, 16
"""So many turns of so many people are held against each other."""
RATE, DROPPED, SCALE, DECAY = 2e-3, 0.3, 8.5, 1e-3
"""`DECAY` draws each matrix to where it began: the main directions of all vectors."""
STRENGTH = 0.3
"""C of the regression: the larger, the closer to the rows."""
MOST = 3000
"""Pairs of an answer and another question that a figure is taken of."""
STORED = 512
"""Questions and answers of the banks that are written down."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An answer under its question."""

    writer: str
    question: str
    text: str


def pairs(file: Path) -> Iterator[Pair]:
    """Every answer of a file that stands under a question."""
    writer, question, label = "", "", "answer"
    for line in map(str.strip, file.read_text("utf-8").splitlines()):
        if line.startswith("# writer:"):
            writer, question = f"{file.parent.name}/{file.stem}: {line[9:].strip()}", ""
        elif line.startswith("## "):
            label = line[3:]
        elif line.startswith("? "):
            question = line[2:]
        elif line and not line.startswith("#") and question and "." not in label and label != "end":
            yield Pair(writer, question, line)


def learned() -> list[Pair]:
    return [pair for file in sorted((LINES / "people").glob("turns_*.txt")) for pair in pairs(file)]


def sealed() -> list[Pair]:
    return [pair for name in SETS for pair in pairs(HELD_OUT / name / "answers.txt")]


def fit(given: Sequence[Pair], embed: Embed) -> Space:
    """The matrices (Adam), and banks of what they learned from."""
    chance = np.random.default_rng(0)
    asked = embed([plain(pair.question) for pair in given])[:, :WIDTH]
    whole = embed([plain(pair.text) for pair in given])[:, :WIDTH]
    pieces = np.array([said(pair.text, embed)[0] for pair in given])
    people = [np.array(places) for places in _by_writer(given).values()]
    all_ = np.vstack([asked, pieces])
    start = np.linalg.eigh(all_.T @ all_)[1][:, : -SIZE - 1 : -1].astype(np.float32)
    sides = [start.copy(), start.copy()]
    first, second = ([np.zeros_like(start) for _ in sides] for _ in range(2))
    steps = ROUNDS * len(given) // (PEOPLE * TURNS)
    for step in range(1, steps + 1):
        drawn = chance.choice(len(people), PEOPLE, replace=False)
        at = np.concatenate([chance.permutation(people[one])[:TURNS] for one in drawn])
        turns = np.where(chance.random((len(at), 1)) < 0.5, whole[at], pieces[at])
        rows = [_dropped(vectors, chance) for vectors in (asked[at], turns)]
        alike = asked[at] @ asked[at].T > ALIKE
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for side, slope in enumerate(_slopes(rows, sides, alike)):
            slope += 2 * DECAY * (sides[side] - start)
            first[side] = 0.9 * first[side] + 0.1 * slope
            second[side] = 0.99 * second[side] + 0.01 * slope**2
            size = np.sqrt(second[side] / (1 - 0.99**step)) + 1e-8
            sides[side] = sides[side] - rate * first[side] / (1 - 0.9**step) / size
    chosen = chance.permutation(len(given))[:STORED]
    banks = (unit(rows[chosen] @ side) for rows, side in zip((asked, pieces), sides, strict=True))
    to, of, questions, answers = (half(array) for array in (*sides, *banks))
    return Space(to, of, questions, answers, SCALE)


def _slopes(rows: Sequence[Floats], sides: Sequence[Floats], alike: Any) -> Iterator[Floats]:
    """Of the loss, by each matrix: each turn is to find its question, and each question its turn."""
    there, here = (row @ side for row, side in zip(rows, sides, strict=True))
    sizes = [np.linalg.norm(one, axis=1, keepdims=True) + 1e-9 for one in (there, here)]
    there, here = there / sizes[0], here / sizes[1]
    scores = SCALE * here @ there.T
    own_ = np.eye(len(scores), dtype=bool)
    scores[alike & ~own_] = -np.inf
    off = ((_softmax(scores) + _softmax(scores.T).T) / 2 - own_) * SCALE / len(scores)
    for row, one, other, size, back in zip(
        rows, (there, here), (here, there), sizes, (off.T, off), strict=True
    ):
        by_place = back @ other
        yield row.T @ ((by_place - one * (one * by_place).sum(axis=1, keepdims=True)) / size)


def _softmax(scores: Floats) -> Floats:
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def _dropped(rows: Floats, chance: np.random.Generator) -> Floats:
    kept = chance.random(rows.shape, np.float32) > DROPPED
    return np.asarray(rows * kept / (1 - DROPPED), np.float32)


def half(array: Floats) -> Floats:
    """As it is read back from the file."""
    return array.astype(np.float16).astype(np.float32)


def _by_writer(given: Sequence[Pair]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, pair in enumerate(given):
        found.setdefault(pair.writer, []).append(place)
    return found


def weighed(real: Floats, other: Floats) -> tuple[Floats, Floats]:
    """`usual` and `weights` of `Relevance`, from measures of turns beside their questions and beside others."""
    rows = np.vstack([real, other])
    usual = np.array([rows.mean(axis=0), rows.std(axis=0)])
    each = ((rows - usual[0]) / usual[1]).clip(-WIDEST, WIDEST)
    each = np.hstack([np.ones((len(each), 1)), each])
    pairs_ = np.triu_indices(MEASURES + 1)
    model = LogisticRegression(
        C=STRENGTH, fit_intercept=False, class_weight="balanced", max_iter=1000
    )
    model.fit((each[:, :, None] * each[:, None, :])[:, *pairs_], np.arange(len(rows)) < len(real))
    weights = np.zeros((MEASURES + 1, MEASURES + 1))
    weights[pairs_] = model.coef_[0]
    return usual.astype(np.float32), weights.astype(np.float32)


def others(given: Sequence[Pair], embed: Embed, most: int) -> list[ReaderInput]:
    """Answers beside questions that the same writer was asked and that surely ask something else."""
    found = []
    for places in _by_writer(given).values():
        mine = [given[place] for place in places]
        vectors = embed([plain(pair.question) for pair in mine])[:, :WIDTH]
        near = vectors @ vectors.T
        found += [
            ReaderInput(mine[a].text, mine[q].question)
            for a, q in zip(*np.where(near < OTHER), strict=True)
        ]
    chosen = np.random.default_rng(1).permutation(len(found))[:most]
    return [found[at] for at in chosen]


def measured(found: Relevance, heard: Sequence[ReaderInput], embed: Embed) -> Floats:
    each = (found(one, embed) for one in heard if not social(one.text))
    return np.array([one for one in each if one is not None], np.float32)


def own(given: Sequence[Pair]) -> list[ReaderInput]:
    return [ReaderInput(pair.text, pair.question) for pair in given]


def figures(real: Floats, other: Floats, least: float) -> str:
    """Beside other questions as many turns as beside their own are thought to stand."""
    lost, caught = (real < least).mean(), (other < least).mean()
    return (
        f"{len(real)} real answers, {lost:.4f} called off the question; {len(other)} beside another question, "
        f"recall {caught:.3f}; precision where one turn in ten is off: {caught / (caught + 9 * lost):.3f}"
    )


def table(real: Floats, other: Floats) -> str:
    """By how likely it is that a turn is off its question, where one in two is: how often it was."""
    chance = [1 / (1 + np.exp(np.clip(rows, -30, 30))) for rows in (real, other)]
    lines = ["| said | real answers | beside another question | was so |", "|---|---|---|---|"]
    for low in np.arange(0, 1, 0.1):
        ours, theirs = (((c >= low) & (c < low + 0.1)) for c in chance)
        if ours.any() or theirs.any():
            was = theirs.mean() / (ours.mean() + theirs.mean())
            lines.append(
                f"| {low:.1f} to {low + 0.1:.1f} | {ours.sum()} | {theirs.sum()} | {was:.2f} |"
            )
    return "\n".join(lines)


def measures(space: Space, heard: Sequence[ReaderInput], embed: Embed) -> Floats:
    """A row for each turn that says something."""
    blank = Relevance(space, *np.zeros((2, 2, MEASURES), np.float32))
    each = (blank.measures(one, embed) for one in heard)
    return np.array([one for one in each if one is not None])


def train(embed: Embed) -> None:
    """Each writer is measured by matrices that did not learn from them: their turns say how measures are weighed and,
    by weights of others again, where the threshold lies."""
    given = learned()
    folds: list[list[Pair]] = [[] for _ in range(FOLDS)]
    for pair in given:
        folds[zlib.crc32(pair.writer.encode()) % FOLDS].append(pair)
    found: list[tuple[Floats, Floats]] = []
    for at, unseen in enumerate(folds):
        apart = fit([pair for fold in (*folds[:at], *folds[at + 1 :]) for pair in fold], embed)
        beside = own(unseen), others(unseen, embed, MOST)
        found.append((measures(apart, beside[0], embed), measures(apart, beside[1], embed)))
    space = fit(given, embed)
    sure = _left_out(space, found)
    usual, weights = weighed(*map(np.vstack, zip(*found, strict=True)))
    written = {
        name: getattr(space, name).astype(np.float16)
        for name in ("asked", "said", "questions", "answers")
    }
    file = Path(relevance.__file__).with_name(relevance.FILE)
    np.savez_compressed(file, **written, scale=np.float32(SCALE), usual=usual, weights=weights)
    pin(file)
    print(f"wrote {file}, {file.stat().st_size // 1024} KiB", flush=True)
    for lost in LOSSES:
        least = float(np.quantile(sure[0], lost))
        print(f"writers left out, below {least:.2f}: {figures(*sure, least)}", flush=True)
    print(table(*sure))


def _left_out(space: Space, found: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Of each fold's turns what `Relevance` says by the weights of the other folds."""
    sure: tuple[list[float], list[float]] = ([], [])
    for at, rows in enumerate(found):
        rest = [*found[:at], *found[at + 1 :]]
        one = Relevance(space, *weighed(*map(np.vstack, zip(*rest, strict=True))))
        for side, each in zip(sure, rows, strict=True):
            side += map(one.weighed, each)
    return np.array(sure[0], np.float32), np.array(sure[1], np.float32)


def report(embed: Embed) -> None:
    from greenroom.assessment.coaching.relevant import RELEVANT

    found, given = load_relevance(), sealed()
    real = measured(found, own(given), embed)
    other = measured(found, others(given, embed, MOST), embed)
    for least in (RELEVANT, *(float(np.quantile(real, lost)) for lost in LOSSES)):
        print(f"held out, below {least:.2f}: {figures(real, other, least)}")
    print(table(real, other))
    for one in own(given):
        sure = found(one, embed)
        if sure is not None and sure < RELEVANT:
            print(f"  {sure:.2f} {one.question} | {one.text}")


@cache
def _encoder() -> Embed:
    return remembered(load_encoder().embed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--report", action="store_true", help="print figures of the held-out sets")
    (report if parser.parse_args().report else train)(_encoder())


if __name__ == "__main__":
    main()
