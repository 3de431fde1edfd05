"""Makes the head that tells which part of a story a sentence is.

python -m training.story_parts             train, and write story_parts.npz
python -m training.story_parts --report    print what the written head is worth on the sealed set
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from greenroom.adapters.understanding import story_parts
from greenroom.adapters.understanding.encoder import Embed, load_encoder
from greenroom.app.ports import ReaderInput
from greenroom.interview.ledger import ledger
from greenroom.interview.plan import Question, StagePlan
from greenroom.interview.reading import Reading, Told
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.depth import assess
from greenroom.interview.understanding.rating import depth_of
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    RESULT,
    TRADE_OFF,
)
from greenroom.interview.understanding.story import (
    story_parts as by_old_rules,
)
from greenroom.interview.understanding.telling import parts_by_cues
from training.fitting import Options, Row, fit, out_of_fold, remembered, write

HERE = Path(__file__).parent
LINES = HERE / "lines" / "parts"
SEALED = ("sentences.txt", "second.txt")
"""In `HELD_OUT`; the second was written after the errors on the first were seen."""
HELD_OUT = HERE / "held_out" / "parts"
STORIES = HELD_OUT / "stories.txt"
OPTIONS = Options(strength=3.0, scale=1.5)
"""Chosen on the trained lines by `out_of_fold`, never on the sealed ones."""
QUESTION = "Think of one project or piece of work that you are proud of. What was it about?"

STAGE = StagePlan("STORY", "Story", opening=Question("project", QUESTION), story=True)


def labelled(files: Iterable[Path]) -> Iterator[tuple[str, str, str]]:
    """Label, text and writer of each line."""
    for file in files:
        label = ""
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("## "):
                label = line[3:]
            elif line.strip() and not line.startswith("#"):
                yield label, line.strip(), file.stem


def rows() -> list[Row]:
    """The lines to train on; a result is one label, with or without a quantity."""
    return [
        Row(text, RESULT if label == MEASURABLE_RESULT else label, group=writer)
        for label, text, writer in labelled(sorted(LINES.glob("*.txt")))
    ]


def train(embed: Embed) -> None:
    lines = rows()
    labels, found = out_of_fold(lines, embed, OPTIONS)
    gold = [row.label for row in lines]
    best = [labels[place] for place in found.argmax(axis=1)]
    print(f"{len(lines)} lines; of unseen writers, right: {_share(gold, best):.3f}")
    for part in (RESULT, TRADE_OFF, ACTION):
        print(_line(part, [label == part for label in gold], [label == part for label in best]))
    file = Path(story_parts.__file__).with_name(story_parts.FILE)
    write(fit(lines, embed, OPTIONS), file)
    print(f"wrote {file}, {file.stat().st_size // 1024} KiB")


def report(embed: Embed) -> None:
    """Precision and recall on sealed sentences, and depth on sealed whole answers."""
    read = story_parts.load_story_parts()

    def told(text: str) -> frozenset[str]:
        heard = ReaderInput(text, QUESTION)
        return frozenset(part.part for part in read(heard, Reading("", 1.0), embed))

    for name in SEALED:
        _report_sentences(HELD_OUT / name, told)
    _report_depth(read, embed)


def _report_sentences(file: Path, told: Callable[[str], frozenset[str]]) -> None:
    lines = list(labelled([file]))
    found = [told(text) for _, text, _ in lines]
    old = [by_old_rules(text) for _, text, _ in lines]
    new = [frozenset(part.part for part in parts_by_cues(text)) for _, text, _ in lines]
    print(f"{file.name}: {len(lines)} sealed sentences, each alone")
    for name, parts in (("head", found), ("rules 1", old), ("cues of rules 2", new)):
        print(name)
        for part in (RESULT, MEASURABLE_RESULT, TRADE_OFF, ACTION):
            wanted = {part, MEASURABLE_RESULT} if part == RESULT else {part}
            print(
                _line(part, [label in wanted for label, _, _ in lines], [part in p for p in parts])
            )
    for (label, text, _), heard in zip(lines, found, strict=True):
        if (label in (RESULT, MEASURABLE_RESULT)) != (RESULT in heard) or (label == TRADE_OFF) != (
            TRADE_OFF in heard
        ):
            print(f"    {label:18} {','.join(sorted(heard)) or '-':30} {text}")


def _report_depth(read: story_parts.StoryParts, embed: Embed) -> None:
    gold: list[int] = []
    ruled: list[int] = []
    rated: list[int] = []
    counted: list[int] = []
    parts: list[tuple[frozenset[str], frozenset[str]]] = []
    for label, text, _ in labelled([STORIES]):
        depth, *wanted = label.split()
        told: tuple[Told, ...] = read(ReaderInput(text, QUESTION), Reading("", 1.0), embed)
        message = Message("candidate", STAGE.id, "answer", text, 0, 0, told=told)
        heard = {entry.part for entry in ledger([message], STAGE)}
        gold.append(int(depth))
        ruled.append(assess(text, STAGE.opening).depth)
        rated.append(depth_of(text, STAGE.opening, heard, story=True))
        counted.append(1 + sum(len(text.split()) >= words for words in (5, 15, 35, 55)))
        parts.append((frozenset(wanted), frozenset(heard)))
        for one in told:
            if one.part in heard & {RESULT, TRADE_OFF} - {*wanted}:
                print(f"    {one.part:10} {one.sure:.2f} {text[one.start : one.end]}")
    print(f"{len(gold)} sealed whole answers: quadratic kappa of depth")
    for name, depths in (("rules 2", rated), ("rules 1", ruled), ("number of words", counted)):
        print(f"  {name:16} {kappa(gold, depths):.2f}")
    for part in (RESULT, MEASURABLE_RESULT, TRADE_OFF, ACTION):
        print(_line(part, [part in g for g, _ in parts], [part in f for _, f in parts]))


def kappa(one: Sequence[int], other: Sequence[int], grades: int = 5) -> float:
    """Cohen's, weighted by the square of the distance; grades begin at 1."""
    seen = np.zeros((grades, grades))
    for a, b in zip(one, other, strict=True):
        seen[a - 1, b - 1] += 1
    expected = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / len(one)
    steps = np.arange(grades)
    weights = (steps[:, None] - steps) ** 2
    return float(1 - (weights * seen).sum() / (weights * expected).sum())


def _share(one: Sequence[str], other: Sequence[str]) -> float:
    return sum(a == b for a, b in zip(one, other, strict=True)) / len(one)


def _line(part: str, gold: Sequence[bool], found: Sequence[bool]) -> str:
    both = sum(g and f for g, f in zip(gold, found, strict=True))
    return (
        f"  {part:18} recall {both}/{sum(gold)} = {both / sum(gold):.2f}, "
        f"precision {both}/{sum(found)} = {both / max(1, sum(found)):.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--report", action="store_true", help="print figures of the sealed set")
    embed = remembered(load_encoder().embed)
    if parser.parse_args().report:
        report(embed)
    else:
        train(embed)


if __name__ == "__main__":
    main()
