"""Makes the weights of `greenroom/adapters/speech/backchannel.py` from synthetic speech.

    KOKORO=FOLDER python -m benchmarks.turns.backchannels [--kept FILE.npz]

No voice of the benchmark's held-out set is heard. With `--kept` what the encoder makes of the speech,
which is most of the work (half an hour of one core, most of it Kokoro's), is kept and used again; the
training takes some minutes. The same versions of the engines and of numpy make the same weights.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.turns.heard import Heard, noises, spoken
from benchmarks.turns.said import Kind, Phrase, phrases
from benchmarks.turns.training import Examples, trained
from greenroom.adapters.speech import backchannel
from greenroom.adapters.speech.backchannel import KINDS, voice
from greenroom.adapters.speech.moonshine import SHORT, load_moonshine
from greenroom.adapters.speech.weights import Weights


@dataclass(frozen=True, slots=True)
class Part:
    """What an engine says."""

    times: int
    """By how many voices a phrase is said that is no more common than others."""
    phrases: int | None = None
    """So many of them, in the order drawn; None: all."""


ENGINES = {"espeak-ng": Part(4, 1_106), "hibari": Part(4), "flite": Part(1), "kokoro": Part(1, 942)}
"""In this order; the noises come after the first."""
KOKORO_OTHER, KOKORO_MORE = 3, 2
"""Kokoro is slow: it says one in so many of what is neither, and no phrase by more voices."""
COUNTS: dict[Kind, float] = {"backchannel": 1.0, "call": 1.5, "other": 1.0}
BEGUN_COUNTS = 0.5
"""What an utterance counts in training, and a beginning beside a whole one."""
SEEDS = (7, 8)
ORDER = 1


def heard() -> Iterator[Heard]:
    """All of it, in a fixed order."""
    said = phrases()
    random.Random(ORDER).shuffle(said)
    for engine, part in ENGINES.items():
        for number, phrase in enumerate(said[: part.phrases]):
            yield from spoken(phrase, engine, _times(phrase, engine, number))
        if engine == "espeak-ng":
            yield from noises()


def _times(phrase: Phrase, engine: str, number: int) -> int:
    if engine != "kokoro":
        return ENGINES[engine].times * phrase.more
    if phrase.kind == "other" and not phrase.begun and number % KOKORO_OTHER:
        return 0
    return min(KOKORO_MORE, phrase.more)


def examples() -> Examples:
    model = load_moonshine(Weights())
    frames, kinds, names, weights = [], [], [], []
    for one in heard():
        if len(one.audio) > SHORT or not one.audio.any():
            continue
        frames.append(voice(model.encode(one.audio[None])[0], one.audio).astype(np.float16))
        kinds.append(KINDS.index(one.kind))
        names.append(one.name)
        weights.append(COUNTS[one.kind] * (BEGUN_COUNTS if one.begun else 1))
    numbers = {name: n for n, name in enumerate(sorted({"", *names}))}
    return Examples(
        frames,
        np.array(kinds),
        np.array([numbers[name] for name in names]),
        np.array(weights, np.float32),
    )


def kept(file: Path) -> Examples:
    """The examples of a file, which is made if it is not there."""
    if not file.exists():
        seen = examples()
        np.savez(
            file,
            frames=np.concatenate(seen.frames),
            lengths=[len(one) for one in seen.frames],
            kinds=seen.kinds,
            names=seen.names,
            weights=seen.weights,
        )
    with np.load(file) as found:
        ends = np.cumsum(found["lengths"])
        frames = np.split(found["frames"], ends[:-1])
        return Examples(frames, found["kinds"], found["names"], found["weights"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, metavar="FILE.npz")
    file = parser.parse_args().kept
    seen = kept(file) if file else examples()
    counts = ", ".join(
        f"{n} {kind}" for kind, n in zip(KINDS, np.bincount(seen.kinds), strict=True)
    )
    print(f"{len(seen.kinds)} utterances: {counts}", flush=True)
    networks = [trained(seen, seed) for seed in SEEDS]
    made = {name: np.stack([one[name] for one in networks]) for name in networks[0]}
    out = Path(backchannel.__file__).with_name(backchannel.WEIGHTS)
    np.savez(out, **{name: value.astype(np.float16) for name, value in made.items()})
    print(f"wrote {out}, {out.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
