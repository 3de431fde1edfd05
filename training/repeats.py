"""Fits what a question is after (`greenroom/adapters/understanding/repeats.py`) to `training/questions`.

python -m training.repeats            print how well pairs of questions are told apart
python -m training.repeats --write    and write questions.npz
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path

from greenroom.adapters.understanding.encoder import Embed, load_encoder
from greenroom.adapters.understanding.head import head_of
from greenroom.adapters.understanding.repeats import OTHER, WEIGHTS, Repeats
from greenroom.adapters.understanding.weights import __file__ as beside
from greenroom.interview.questions import ASKED_AGAIN, same_question
from training.fitting import Options, Row, fit, remembered, stored, write

QUESTIONS = Path(__file__).with_name("questions")
OPTIONS = Options(scale=4.0, least_words=2, least_chars=2)
NEIGHBOURS = 5
"""Other groups that the first question of a group is paired with."""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that ask the same, and questions that stay with the topic."""

    same: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pair:
    one: str
    other: str
    same: bool


def groups(name: str) -> list[Group]:
    """Of a file: `tuning`, `sealed`."""
    found: list[Group] = []
    for line in _lines(name):
        mark, text = line[0], line[2:]
        if mark == "=":
            found.append(Group([text]))
        else:
            (found[-1].same if mark == "+" else found[-1].others).append(text)
    return found


def aims() -> list[Row]:
    """What questions are after, in many wordings."""
    rows, aim = [], ""
    for line in _lines("aims"):
        if line.startswith("= "):
            aim = line[2:]
        else:
            rows.append(Row(line, aim, group=line))
    return rows


def rows() -> list[Row]:
    """All that a head may learn from; nothing of `sealed`."""
    others = [text for group in groups("tuning") for text in group.others]
    decoys = [*_lines("decoys"), *others]
    return [*aims(), *(Row(text, OTHER, group=text) for text in decoys)]


def pairs(of: Sequence[Group]) -> Iterator[Pair]:
    """Each paraphrase with each, each with each question from another side, and some of other topics."""
    for place, group in enumerate(of):
        yield from (Pair(one, other, same=True) for one, other in combinations(group.same, 2))
        yield from (
            Pair(one, other, same=False) for one, other in product(group.same, group.others)
        )
        yield from (Pair(one, other, same=False) for one, other in combinations(group.others, 2))
        later = (of[(place + step) % len(of)] for step in range(1, NEIGHBOURS + 1))
        yield from (Pair(group.same[0], one.same[0], same=False) for one in later)


def figures(repeats: Repeats, embed: Embed, of: Sequence[Group]) -> str:
    """Recall, precision and the share of other questions that are taken for the same."""
    known = list(pairs(of))
    by_meaning = [repeats(pair.one, [pair.other], embed) >= ASKED_AGAIN for pair in known]
    by_words = [same_question(pair.one, pair.other) for pair in known]
    told = [f"{len(known)} pairs, {sum(pair.same for pair in known)} the same"]
    for name, found in (("meaning", by_meaning), ("words alone", by_words)):
        right = sum(hit and pair.same for hit, pair in zip(found, known, strict=True))
        same = sum(pair.same for pair in known)
        false = sum(found) - right
        told.append(
            f"{name}: recall {right / same:.2f}, precision {right / max(1, sum(found)):.2f}, "
            f"other questions refused {false / (len(known) - same):.3f}"
        )
    return "; ".join(told)


def _lines(name: str) -> list[str]:
    text = (QUESTIONS / f"{name}.txt").read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true")
    embed = remembered(load_encoder().embed)
    fitted = fit(rows(), embed, OPTIONS)
    repeats = Repeats(head_of(stored(fitted)))
    for name in ("tuning", "sealed"):
        print(f"{name}: {figures(repeats, embed, groups(name))}")
    if parser.parse_args().write:
        write(fitted, Path(beside).with_name(WEIGHTS))


if __name__ == "__main__":
    main()
