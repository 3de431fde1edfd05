"""Makes the matrices that tell whether a turn speaks to its question.

python -m training.relevance             fit, and write relevance.npz
python -m training.relevance --report    print what the written matrices are worth on held-out sets

A turn lies near its own question and far from others (a softmax over questions). Questions that are much alike are not held
against each other: an answer may fit both.
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

from greenroom.adapters.understanding import relevance
from greenroom.adapters.understanding.encoder import WIDTH, Floats, load_encoder
from greenroom.adapters.understanding.head import plain
from greenroom.adapters.understanding.kinds import social
from greenroom.adapters.understanding.relevance import SIZE, load_relevance, relevance_of
from greenroom.app.ports import Heard
from training.corpus import HELD_OUT, LINES
from training.fitting import Embed, remembered
from training.pinning import pin

SETS = ("sixth", "seventh", "eighth", "eleventh", "twelfth")
FOLDS = 5
ALIKE = 0.6
"""Questions whose vectors are so near are not held against each other."""
OTHER = 0.45
"""Questions below this surely ask something else: they are what a figure is taken of."""
LOST = 0.005
"""Of real answers of unseen writers: so many may lie below the threshold. Half of what is allowed: people of other
sets differ more."""
STEPS, TURNS, BANK = 700, 256, 512
RATE, DECAY, DROPPED = 2e-3, 1e-2, 0.5
MOST = 3000
"""Pairs of an answer and another question that a figure is taken of."""
STORED = 1000
"""Questions of the bank that is written down."""


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


def fit(given: Sequence[Pair], embed: Embed) -> dict[str, Any]:
    """The arrays of the file: Adam, on turns drawn at random, each against questions drawn at random."""
    chance = np.random.default_rng(0)
    questions = list(dict.fromkeys(pair.question for pair in given))
    place = {question: at for at, question in enumerate(questions)}
    asked = embed([plain(question) for question in questions])[:, :WIDTH]
    turns = embed([plain(pair.text) for pair in given])[:, :WIDTH]
    mine = np.array([place[pair.question] for pair in given])
    start = chance.normal(0, 3 * WIDTH**-0.5, (WIDTH, SIZE)).astype(np.float32)
    sides = [start, start.copy()]
    first, second = ([np.zeros_like(start) for _ in sides] for _ in range(2))
    for step in range(1, STEPS + 1):
        drawn = chance.integers(len(given), size=TURNS)
        bank = np.concatenate([mine[drawn], chance.choice(mine, BANK)])
        rows = [_dropped(vectors, chance) for vectors in (asked[bank], turns[drawn])]
        there, here = (row @ side for row, side in zip(rows, sides, strict=True))
        scores = here @ there.T
        alike = asked[mine[drawn]] @ asked[bank].T > ALIKE
        np.fill_diagonal(alike, val=False)
        scores[alike] = -np.inf
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        off = grown / grown.sum(axis=1, keepdims=True)
        off[np.arange(TURNS), np.arange(TURNS)] -= 1
        off /= TURNS
        slopes = (rows[0].T @ (off.T @ here), rows[1].T @ (off @ there))
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS))
        for at, slope in enumerate(slopes):
            first[at] = 0.9 * first[at] + 0.1 * slope
            second[at] = 0.99 * second[at] + 0.01 * slope**2
            size = np.sqrt(second[at] / (1 - 0.99**step)) + 1e-8
            sides[at] = sides[at] - rate * (first[at] / (1 - 0.9**step) / size + DECAY * sides[at])
    chosen = chance.permutation(len(questions))[:STORED]
    return {
        "asked": sides[0].astype(np.float16),
        "said": sides[1].astype(np.float16),
        "bank": (asked[chosen] @ sides[0]).astype(np.float16),
    }


def _dropped(rows: Floats, chance: np.random.Generator) -> Floats:
    kept = chance.random(rows.shape, np.float32) > DROPPED
    return np.asarray(rows * kept / (1 - DROPPED), np.float32)


def others(given: Sequence[Pair], embed: Embed, most: int) -> list[Heard]:
    """Answers beside questions that the same writer was asked and that surely ask something else."""
    by_writer: dict[str, list[Pair]] = {}
    for pair in given:
        by_writer.setdefault(pair.writer, []).append(pair)
    found = []
    for mine in by_writer.values():
        vectors = embed([plain(pair.question) for pair in mine])[:, :WIDTH]
        near = vectors @ vectors.T
        found += [
            Heard(mine[a].text, mine[q].question)
            for a, q in zip(*np.where(near < OTHER), strict=True)
        ]
    chosen = np.random.default_rng(1).permutation(len(found))[:most]
    return [found[at] for at in chosen]


def measured(found: relevance.Relevance, heard: Sequence[Heard], embed: Embed) -> Floats:
    each = (found(one, embed) for one in heard if not social(one.text))
    return np.array([one for one in each if one is not None], np.float32)


def own(given: Sequence[Pair]) -> list[Heard]:
    return [Heard(pair.text, pair.question) for pair in given]


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


def train(embed: Embed) -> None:
    """The writers of one fold are not learned from: they say where the threshold lies."""
    folds: tuple[list[Pair], list[Pair]] = ([], [])
    for pair in learned():
        folds[zlib.crc32(pair.writer.encode()) % FOLDS == 0].append(pair)
    seen, unseen = folds
    arrays = fit(seen, embed)
    file = Path(relevance.__file__).with_name(relevance.FILE)
    np.savez_compressed(file, **arrays)
    pin(file)
    print(f"wrote {file}, {file.stat().st_size // 1024} KiB", flush=True)
    found = relevance_of(arrays)
    real = measured(found, own(unseen), embed)
    other = measured(found, others(unseen, embed, MOST), embed)
    for lost in (0.01, LOST):
        least = float(np.quantile(real, lost))
        print(f"unseen writers, below {least:.2f}: {figures(real, other, least)}", flush=True)


def report(embed: Embed) -> None:
    from greenroom.assessment.coaching.relevant import RELEVANT

    found, given = load_relevance(), sealed()
    real = measured(found, own(given), embed)
    other = measured(found, others(given, embed, MOST), embed)
    print(f"held out, below {RELEVANT}: {figures(real, other, RELEVANT)}")
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
