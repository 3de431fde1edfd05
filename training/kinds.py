"""Fits what a turn is (`greenroom/adapters/understanding/kinds.py`) to the labelled lines: `python -m training.kinds`.

The head's labels are "about.topic", "end", "answer" and "both". It learns whole asides, whole answers, the clauses of
answers and turns that are both, since a turn is read in whole and by clause. Nothing is drawn by chance that is not seeded.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from greenroom.adapters.understanding import encoder, kinds
from greenroom.adapters.understanding.encoder import Embed
from greenroom.adapters.understanding.reader import EmbedAsked
from greenroom.interview.understanding.clauses import clauses
from training import corpus
from training.corpus import ANSWER, Line
from training.fitting import Options, Row, fit, remembered, stored
from training.pinning import pin

FILE = Path(kinds.__file__).with_name(kinds.WEIGHTS)
TUNED = Path(__file__).with_name("tuned_head.npz")
OPTIONS = Options(strength=10.0, scale=1.5, most=4000, least_words=3, least_chars=4, rounds=80)
SHARE, TUNED_SHARE = 0.2, 1.0
"""What the scores of each of the two heads count: that over the vector and the grams, and that of the tuned layers."""
SHORTEST_CLAUSE = 3
"""Words of an answer's clause that is learned for itself."""


def lines() -> list[Line]:
    """Everything that the head learns from."""
    people = corpus.people()
    answers = [*corpus.answers(), *(line for line in people if line.label == ANSWER)]
    others = [line for line in people if line.label != ANSWER]
    return [*corpus.asides(), *answers, *cut(answers), *_pieces(), *others, *corpus.both()]


def rows(lines: Iterable[Line], *, by: str = "template") -> list[Row]:
    """Lines as the fitter takes them; `by`: what rows have in common that are never split."""
    return [Row(line.text, line.label, group=getattr(line, by)) for line in lines]


def cut(answers: Iterable[Line]) -> Iterator[Line]:
    """The clauses of answers, each once; not those that ask: alone they would be an aside."""
    seen = set()
    for line in answers:
        found = clauses(line.text)
        for start, end in found if len(found) > 1 else ():
            text = line.text[start:end]
            told = len(text.split()) >= SHORTEST_CLAUSE and not corpus.asks(text)
            if told and text.lower() not in seen:
                seen.add(text.lower())
                yield replace(line, text=text)


def _pieces() -> Iterator[Line]:
    """The answer and the aside of each mixed turn, each for itself."""
    seen = set()
    for line in corpus.mixed(corpus.LINES / "mixed"):
        assert line.aside is not None
        label, start, end = line.aside
        told = max(line.text[:start], line.text[end:], key=len).strip(" .?,")
        for text, what in ((line.text[start:end], label), (told, ANSWER)):
            if text.lower() not in seen:
                seen.add(text.lower())
                yield Line(text, what, line.writer, line.template, line.group)


def with_tuned(arrays: Mapping[str, Any], tuned: Mapping[str, Any]) -> dict[str, Any]:
    """A stored head over the vector, and beside it the tuned layers' head (`training.tuning`): one over both."""
    if str(tuned["labels"]) != str(arrays["labels"]):
        raise SystemExit(f"{TUNED} has other labels: run python -m training.tuning first")
    parts = ("vector", "word_grams", "char_grams", "long", "offset")
    found = {**arrays, **{name: arrays[name] * np.float32(SHARE) for name in parts}}
    found["vector"] = np.vstack([found["vector"], tuned["vector"] * np.float32(TUNED_SHARE)])
    found["offset"] = found["offset"] + tuned["offset"] * np.float32(TUNED_SHARE)
    return found


def write(arrays: Mapping[str, Any], file: Path) -> None:
    """Write a stored head in numbers of 16 bits, and pin it."""
    halves = {
        name: value.astype(np.float16) if value.dtype.kind == "f" else value
        for name, value in arrays.items()
    }
    held = io.BytesIO()
    np.savez_compressed(held, **halves)
    file.write_bytes(held.getvalue())
    pin(file)


def embedding() -> EmbedAsked:
    """The encoder on board without its tuned layers, asked once for each text."""
    return remembered(encoder.load_encoder().embed)


def main() -> None:
    """Fit and write the head."""
    write_joined(lines(), embedding())


def write_joined(found: Sequence[Line], embed: Embed) -> None:
    """Fit the head to the lines, join that of the tuned layers to it, and write both as one."""
    fitted = stored(fit(rows(found), embed, OPTIONS))
    with np.load(TUNED) as tuned:
        write(with_tuned(fitted, tuned), FILE)
    print(f"{len(found)} lines, {len({line.template for line in found})} templates: {FILE.name}")


if __name__ == "__main__":
    main()
