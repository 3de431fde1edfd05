"""Makes the weights of `greenroom/adapters/speech/backchannel.py` from synthetic speech.

    KOKORO=FOLDER python -m benchmarks.turns.backchannels [--kept FOLDER]

No voice of the benchmark's held-out set is heard. With `--kept` what the encoder makes of the speech,
which is most of the work (36 minutes of two cores, most of it Kokoro's), is kept and used again; the
training takes nine minutes of a core a network. The same versions of the engines and of numpy make the same weights.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.turns.heard import Heard, noises, spoken
from benchmarks.turns.said import MISSED, Kind, Phrase, phrases
from benchmarks.turns.training import Examples, trained
from greenroom.adapters.speech import backchannel
from greenroom.adapters.speech.backchannel import KINDS, voice
from greenroom.adapters.speech.moonshine import SHORT
from greenroom.adapters.speech.whisper import WhisperEncoder, load_encoder

NOISES, AGAIN = "noises", "again"
ENGINES = {"espeak-ng": 4, "hibari": 4, "flite": 1, "kokoro": 1}
"""By how many voices a phrase is said that is no more common than others."""
SOURCES = ("espeak-ng", NOISES, "hibari", "flite", "kokoro", AGAIN)
"""In this order it is learnt from; again: what is missed most, by more voices."""
AGAIN_TIMES = {"espeak-ng": 16, "hibari": 8, "flite": 2, "kokoro": 3}
AGAIN_FIRST = 100
"""The number of the first of these voices."""
KOKORO_OTHER = 3
"""Kokoro is slow: it says one in so many of what is neither backchannel nor call,"""
KOKORO_TIMES: dict[Kind, int] = {"backchannel": 2, "call": 2, "other": 1}
"""the others by so many voices,"""
KOKORO_MORE = 2
"""and the most common by no more than so many times as many."""
COUNTS: dict[Kind, float] = {"backchannel": 1.0, "call": 1.5, "other": 1.0}
BEGUN_COUNTS = 0.5
"""What an utterance counts in training, and a beginning beside a whole one."""
SEEDS = (7, 8)
ORDER = 1


@dataclass(frozen=True, slots=True)
class Task:
    """What one engine says of one phrase; of the noises all."""

    engine: str
    phrase: Phrase | None = None
    numbers: range = range(1)

    def heard(self) -> Iterator[Heard]:
        return spoken(self.phrase, self.engine, self.numbers) if self.phrase else noises()


def tasks(engine: str) -> list[Task]:
    """In a fixed order."""
    if engine == NOISES:
        return [Task(NOISES)]
    if engine == AGAIN:
        missed = [
            Phrase(kind, p, chained="," in p) for kind, ps in MISSED.items() for p in ps.split("|")
        ]
        return [
            Task(one, phrase, range(AGAIN_FIRST, AGAIN_FIRST + count))
            for one, count in AGAIN_TIMES.items()
            for phrase in missed
        ]
    said = phrases()
    random.Random(ORDER).shuffle(said)
    return [Task(engine, phrase, range(_times(phrase, engine, n))) for n, phrase in enumerate(said)]


def _times(phrase: Phrase, engine: str, number: int) -> int:
    if engine != "kokoro":
        return ENGINES[engine] * phrase.more
    if phrase.kind == "other" and not phrase.begun and number % KOKORO_OTHER:
        return 0
    return KOKORO_TIMES[phrase.kind] * min(KOKORO_MORE, phrase.more)


@dataclass(frozen=True, slots=True)
class Encoded:
    frames: npt.NDArray[np.float16]
    kind: Kind
    name: str
    begun: bool


def encoded(task: Task) -> list[Encoded]:
    """What the encoder makes of what is said."""
    fit = [one for one in task.heard() if len(one.audio) <= SHORT and one.audio.any()]
    return [
        Encoded(
            voice(_encoder().encode(one.audio), one.audio).astype(np.float16),
            one.kind,
            one.name,
            one.begun,
        )
        for one in fit
    ]


@functools.cache
def _encoder() -> WhisperEncoder:
    return load_encoder()


def said_by(engine: str) -> list[Encoded]:
    """Everything of an engine, on every core."""
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        return [one for some in pool.imap(encoded, tasks(engine), chunksize=4) for one in some]


def kept(folder: Path, engine: str) -> list[Encoded]:
    """Everything of an engine, from a file that is made if it is not there."""
    file = folder / f"{engine}.npz"
    if not file.exists():
        made = said_by(engine)
        folder.mkdir(parents=True, exist_ok=True)
        np.savez(
            file,
            frames=np.concatenate([one.frames for one in made]),
            lengths=[len(one.frames) for one in made],
            kinds=[one.kind for one in made],
            names=[one.name for one in made],
            begun=[one.begun for one in made],
        )
    with np.load(file) as found:
        frames = np.split(found["frames"], np.cumsum(found["lengths"])[:-1])
        each = (found[field].tolist() for field in ("kinds", "names", "begun"))
        return [Encoded(*one) for one in zip(frames, *each, strict=True)]


def examples(made: list[Encoded]) -> Examples:
    numbers = {name: n for n, name in enumerate(sorted({"", *(one.name for one in made)}))}
    return Examples(
        [one.frames for one in made],
        np.array([KINDS.index(one.kind) for one in made]),
        np.array([numbers[one.name] for one in made]),
        np.array(
            [COUNTS[one.kind] * (BEGUN_COUNTS if one.begun else 1) for one in made], np.float32
        ),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, metavar="FOLDER")
    folder = parser.parse_args().kept
    made = []
    for engine in SOURCES:
        made += kept(folder, engine) if folder else said_by(engine)
        print(f"{engine}: {len(made)} utterances so far", flush=True)
    seen = examples(made)
    counts = ", ".join(
        f"{n} {kind}" for kind, n in zip(KINDS, np.bincount(seen.kinds), strict=True)
    )
    print(f"{len(seen.kinds)} utterances: {counts}", flush=True)
    networks = [trained(seen, seed) for seed in SEEDS]
    made_of = {
        name: np.stack([one[name] for one in networks]).astype(np.float16) for name in networks[0]
    }
    out = Path(backchannel.__file__).with_name(backchannel.WEIGHTS)
    # allow_pickle as it is by default: unnamed, mypy takes ** for it too
    np.savez(out, allow_pickle=True, **made_of)
    print(f"wrote {out}, {out.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
