"""Prints what the reader gives up for what it finds: `python -m training.curve`.

By heads that saw no line of the writer who is read; each line is read as a turn, in whole and by clause, and judged
by the engine. One row for each odds of `kinds.Kinds`: asides met, of the right kind, and answers whose words are kept.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable

from greenroom.adapters.understanding import kinds
from greenroom.adapters.understanding.head import head_of
from greenroom.adapters.understanding.reader import EmbedAsked
from greenroom.app.ports import ReaderInput
from greenroom.interview.asides import judged
from training import corpus
from training.corpus import ANSWER, END, Line
from training.fitting import fit, stored
from training.kinds import OPTIONS, embedding, lines, rows
from training.report import reading

ODDS = (1.0, 2.0, 4.0, 8.0, 16.0)
FOLDS = 5


def outcome(line: Line, reader: kinds.Kinds, embed: EmbedAsked) -> str:
    """What the engine makes of the line, alone, said to its question."""
    text = line.text.strip()
    found = judged(reading(ReaderInput(text, line.question), embed, reader), text)
    if found.ending:
        return f"end {found.ending}"
    if found.topics:
        return f"{'both' if found.answer else 'aside'} {found.topics[0].split('.')[0]}"
    return "unsure" if found.unsure is not None else "answer"


def table(found: Iterable[tuple[Line, str]]) -> str:
    """Of lines and what became of them."""
    asides, answers = Counter[str](), Counter[str]()
    right = total = 0
    for line, what in found:
        if line.label == ANSWER:
            answers[what.split()[0]] += 1
        elif line.label != END:
            asides[what.split()[0]] += 1
            total += 1
            right += what == f"aside {line.label.split('.')[0]}"
    every = sum(answers.values())
    taken = answers["aside"] + answers["both"] + answers["end"]
    met = asides["aside"] + asides["both"]
    return (
        f"asides met {met / total:.3f}, asked {asides['unsure'] / total:.3f}, kind {right / total:.3f}, "
        f"precision {met / (met + taken):.3f} | answers: whole {answers['answer'] / every:.3f}, "
        f"both {answers['both'] / every:.3f}, asked {answers['unsure'] / every:.3f}, lost "
        f"{answers['aside'] / every:.3f}, end {answers['end'] / every:.3f}"
    )


def by_writer(embed: EmbedAsked) -> dict[float, list[tuple[Line, str]]]:
    """By odds, each development line and what became of it."""
    learned, read = lines(), corpus.one_of_each()
    writers = sorted({line.writer for line in read})
    random.Random(7).shuffle(writers)
    found: dict[float, list[tuple[Line, str]]] = defaultdict(list)
    for number in range(FOLDS):
        left_out = frozenset(writers[number::FOLDS])
        fitted = fit(rows(one for one in learned if one.writer not in left_out), embed, OPTIONS)
        head = head_of(stored(fitted))
        for odds in ODDS:
            reader = kinds.Kinds(head, odds)
            found[odds] += [
                (one, outcome(one, reader, embed)) for one in read if one.writer in left_out
            ]
    return found


def main() -> None:
    """Print everything."""
    for odds, found in by_writer(embedding()).items():
        print(f"{odds:4.0f} {table(found)}")
        if "--lost" in sys.argv and odds == ODDS[1]:
            for line, what in found:
                if line.label == ANSWER and what != "answer":
                    print(f"    {what} [{line.writer}] {line.text}")


if __name__ == "__main__":
    main()
