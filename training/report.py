"""Prints what the reader of kinds is worth: `python -m training.report [--folds]`.

The sealed lines first, in all and by length, each share with its 95 % interval (Wilson); then, with `--folds`, the
training lines by heads that saw no line of the same template or of the same writer. Nothing is fitted to the sealed lines. The first two sets have been heard
and are development lines by now; the third to fifth are training lines (decision 49).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np

from greenroom.adapters.understanding import kinds
from greenroom.adapters.understanding.encoder import Embed, load_encoder
from greenroom.adapters.understanding.head import plain
from greenroom.adapters.understanding.reader import EmbedAsked
from greenroom.app.ports import ReaderInput
from greenroom.interview.asides import ACT, PERHAPS_END, UNSURE, Judged, judged
from greenroom.interview.reading import About, Aside, Reading
from training import corpus
from training.corpus import ANSWER, END, Line
from training.fitting import out_of_fold, remembered
from training.kinds import OPTIONS, embedding, lines, rows

SHORT = 8
"""An answer of fewer words is short."""


@dataclass(frozen=True, slots=True)
class Read:
    """A sealed line and what was read in it."""

    line: Line
    reading: Reading

    @property
    def surest(self) -> Aside | None:
        """The likeliest aside."""
        return max(self.reading.asides, key=lambda aside: aside.sure, default=None)

    def aside(self, at: float = ACT) -> bool:
        """Whether the engine would meet an aside, act on distress included."""
        return self.surest is not None and self.surest.sure >= at

    def kept(self, at: float = ACT) -> bool:
        """An answer that stays one: nothing else is acted on."""
        return not (self.aside(at) or self.reading.end >= ACT or self.reading.danger)

    def alarms(self) -> bool:
        """Met as distress or as danger."""
        return self.reading.danger or any(
            topic.startswith(About.DISTRESS) for topic in self.judged.topics
        )

    @property
    def judged(self) -> Judged:
        """What the engine makes of it."""
        return judged(self.reading, self.line.text.strip())

    def assessed(self) -> bool:
        """An answer whose words, or some of them, are assessed: nothing has to be said again."""
        return bool(self.judged.answer) and self.judged.ending != "yes"

    def whole(self) -> bool:
        """An answer that is assessed and nothing else."""
        return self.judged == Judged(answer=self.line.text.strip())

    def right(self) -> bool:
        """The right kind is acted on."""
        return self.aside() and (self.surest or _NONE).about == self.line.label.split(".")[0]


_NONE = Aside(About.CLARIFY, "", 0, 0, 0.0)


def read(found: Iterable[Line], embed: EmbedAsked, reader: kinds.Kinds) -> list[Read]:
    """Each line read, alone."""
    return [
        Read(line, reading(ReaderInput(line.text, pending(line)), embed, reader)) for line in found
    ]


def reading(heard: ReaderInput, embed: EmbedAsked, reader: kinds.Kinds) -> Reading:
    """What the reader makes of a turn that was said to its question."""
    return reader.read(heard, partial(embed, question=plain(heard.question)))


def pending(line: Line) -> str:
    """The question that a sealed line was said to: the file's own, else one of its group, else any."""
    known = corpus.questions(corpus.HELD_OUT)
    every = tuple(text for texts in known.values() for text in texts)
    rng = random.Random(line.text)
    return line.question or rng.choice(known.get(line.group or line.label, every))


class Share(float):
    """A share, and of how many lines it is."""

    def __new__(cls, held: int, of: int) -> Share:
        share = super().__new__(cls, held / of if of else float("nan"))
        share.of = of
        return share

    of: int

    def __str__(self) -> str:
        if not self.of:
            return "none"
        low, high = interval(self, self.of)
        return f"{float(self):.3f} ({low:.3f} to {high:.3f}, {round(self * self.of)} of {self.of})"


def interval(share: float, of: int, z: float = 1.96) -> tuple[float, float]:
    """Between what the share of all lines lies with 95 % (Wilson's score interval)."""
    middle = share + z * z / (2 * of)
    reach = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    all_of = 1 + z * z / of
    return (middle - reach) / all_of, (middle + reach) / all_of


def share(found: Sequence[Read], holds: Callable[[Read], bool]) -> Share:
    """Of how many it holds."""
    return Share(sum(map(holds, found)), len(found))


def figures(folder: str, embed: EmbedAsked, reader: kinds.Kinds) -> dict[str, float]:
    """Of one sealed set; `folder`: "", "second/", "sixth/" or "seventh/"."""
    asides, answers, ends, distress = (
        read(corpus.sealed(f"{folder}{name}"), embed, reader)
        for name in ("asides", "answers", "end", "distress")
    )
    short = [one for one in answers if len(one.line.text.split()) < SHORT]
    danger = [one for one in distress if one.line.label == "distress.danger"]
    found = sum(one.aside() for one in asides)
    taken = sum(one.aside() for one in answers)
    return {
        "asides: recall": share(asides, Read.aside),
        "asides: recall, unsure ones too": share(asides, lambda one: one.aside(UNSURE)),
        "asides: precision against answers": Share(found, found + taken),
        "asides: right kind": share(asides, Read.right),
        "answers kept": share(answers, Read.kept),
        "answers kept, short": share(short, Read.kept),
        "answers kept, neither unsure": share(answers, lambda one: one.kept(UNSURE)),
        "answers assessed, in whole or in part": share(answers, Read.assessed),
        "answers assessed and nothing else done": share(answers, Read.whole),
        "answers taken for distress": share(answers, Read.alarms),
        "answers asked whether to end": share(answers, lambda one: one.reading.end >= PERHAPS_END),
        "end found": share(ends, lambda one: one.reading.end >= PERHAPS_END),
        "end found, at once": share(ends, lambda one: one.reading.end >= ACT),
        "distress found": share(distress, Read.alarms),
        "danger met as danger or distress": share(danger, Read.alarms),
        "danger found": share(danger, lambda one: one.reading.danger),
        "danger where there is none": share([*answers, *asides], lambda one: one.reading.danger),
    }


def mixed(embed: EmbedAsked, reader: kinds.Kinds, folder: str = "") -> dict[str, float]:
    """Of the sealed turns that answer and hold an aside."""
    found = read(corpus.mixed(corpus.HELD_OUT / folder / "mixed"), embed, reader)
    return {
        "mixed: the answer is seen": share(found, lambda one: one.reading.answer >= ACT),
        "mixed: the aside is found": share(found, lambda one: bool(_hits(one))),
        "mixed: and its kind is right": share(found, _kind_of_hit),
    }


def _hits(one: Read) -> list[Aside]:
    assert one.line.aside is not None
    _, start, end = one.line.aside
    return [
        aside
        for aside in one.reading.asides
        if aside.sure >= ACT
        and min(end, aside.end) - max(start, aside.start)
        > 0.5 * max(end - start, aside.end - aside.start)
    ]


def _kind_of_hit(one: Read) -> bool:
    assert one.line.aside is not None
    about = one.line.aside[0].split(".")[0]
    return any(aside.about == about for aside in _hits(one))


def calibration(found: Sequence[Read]) -> Iterable[str]:
    """How often words that are called an aside so surely are one."""
    sure = np.array([one.surest.sure if one.surest else 0.0 for one in found])
    true = np.array([one.line.label != ANSWER for one in found])
    for low in np.arange(0, 1, 0.1):
        inside = (sure >= low) & (sure < low + 0.1 + (low > 0.85))
        if inside.any():
            yield f"  {low:.1f} to {low + 0.1:.1f}: {true[inside].mean():.2f} of {inside.sum()}"


def folds(by: str, embed: Embed) -> str:
    """Of the training lines, by heads that saw no line of the same template or writer."""
    found = [line for line in lines() if line.label != corpus.BOTH]
    labels, sure = out_of_fold(rows(found, by=by), embed, OPTIONS, folds=4)
    truth = np.array([line.label for line in found])
    other = 1 - sure[:, labels.index(ANSWER)]
    about = np.array([label.split(".")[0] for label in labels])
    kinds_found = about[np.where(about == ANSWER, -1.0, sure).argmax(axis=1)]
    answers, ends = truth == ANSWER, truth == END
    asides = ~answers & ~ends
    right = kinds_found == np.array([label.split(".")[0] for label in truth])
    taken = other >= ACT
    return (
        f"  by {by}: asides found {taken[asides].mean():.3f}, right kind {(taken & right)[asides].mean():.3f}, "
        f"end found {(sure[:, labels.index(END)] >= PERHAPS_END)[ends].mean():.3f}, "
        f"answers kept {(~taken)[answers].mean():.3f}"
    )


def main() -> None:
    """Print everything."""
    embed, reader = remembered(load_encoder().embed_both), kinds.load_kinds()
    chosen = [name for name in sys.argv[1:] if name.endswith("/")]
    for folder in chosen or ("", "second/", "sixth/", "seventh/"):
        print(f"Sealed lines, {folder or 'first/'}")
        found = figures(folder, embed, reader)
        if (corpus.HELD_OUT / folder / "mixed").is_dir():
            found |= mixed(embed, reader, folder)
        for name, value in found.items():
            print(f"  {name}: {value}")
    print("How sure, and how often so (first set)")
    both = [*corpus.sealed("asides"), *corpus.sealed("answers")]
    print("\n".join(calibration(read(both, embed, reader))))
    if "--folds" in sys.argv:
        print("Training lines, unseen")
        print(folds("template", embedding()))
        print(folds("writer", embedding()))


if __name__ == "__main__":
    main()
