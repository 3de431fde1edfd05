"""Makes the weights of `greenroom/adapters/speech/backchannel.py` from synthetic speech.

    KOKORO=FOLDER python -m benchmarks.turns.backchannels [--sketches FILE.npz]

The words are those of the English word lists and pieces of the shipped plans' questions; no voice of
the benchmark's held-out set says them. With `--sketches` what the encoder makes of the speech, which
is nearly all of the work (some minutes of one core), is kept and used again. The same versions of the
engines and of numpy make the same weights.
"""

from __future__ import annotations

import argparse
import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from benchmarks.turns import sounds
from benchmarks.turns.corpus import HUMS, SHAPES, SPELLERS, VOICES
from benchmarks.turns.phrases import PHRASES, Role
from benchmarks.turns.voices import RATE, Audio, Speaker, resampled
from greenroom.adapters.speech import backchannel
from greenroom.adapters.speech.backchannel import KINDS, STRETCHES, USUAL, Sketch, sketch
from greenroom.adapters.speech.expected import written_as
from greenroom.adapters.speech.moonshine import SHORT, Moonshine, load_moonshine
from greenroom.adapters.speech.weights import Weights
from greenroom.turns import language
from greenroom.turns.languages import TABLES

Kind = Literal["backchannel", "call", "other"]
Floats = npt.NDArray[np.float32]

ACCENTS = ("en-us", "en-us", "en-gb", "en-gb-x-rp", "en-us-nyc")
VARIANTS = """
    Alex Alicia Andrea Andy Annie AnxiousAndy Denis Diogo Gene Gene2 Gustave Henrique Hugo Jacky Lee
    Marco Mario Michel Mike Mr RicishayMax Storm UniRobot adam anika antonio aunty boris caleb croak
    david ed edward2 f2 f3 f4 grandma grandpa iven iven2 john kaukovalta klatt2 klatt4 klatt5 klatt6
    m2 m3 m4 m5 marcelo max miguel norbert pablo paul pedro rob robert robosoft2 sandro steph2 victor
    zac
"""
"""Of espeak-ng. The others, and so the held-out set's, are never heard here."""
NATURAL = """
    af_alloy af_aoede af_heart af_jessica af_nicole af_river af_sarah am_echo am_eric am_fenrir
    am_michael am_santa bf_alice bf_isabella bm_fable bm_george
"""
"""Of Kokoro; its other twelve English voices are there to test with."""
EXTRA_VOICES = (
    *(Speaker("espeak-ng", f"{ACCENTS[n % 5]}+{one}") for n, one in enumerate(VARIANTS.split())),
    *(Speaker("kokoro", voice) for voice in NATURAL.split()),
)
PITCHES = (0.88, 1.12)
PACES = (0.8, 1.3)
SAID = {"hibari": 4, "espeak-ng": 5, "flite": 1, "festival": 1, "kokoro": 2}
"""By how many voices of each engine a phrase is said."""
HUMMED = ("mm hmm", "mhm", "uh huh", "hmm", "mm", "aha", "mm hmm right", "ah i see", "ah okay")
"""Said by three times as many: no two voices agree on how these sound."""
LETTER_BY_LETTER = re.compile(r"\b(mm|mhm|hmm|hm|m)\b")
"""What they spell."""
NOISES_HEARD = 60
"""Of each kind."""
CHAINS, MIXED, PIECES, REQUESTS = 60, 140, 220, 60
"""Phrases of each sort that are drawn."""
SEED = 7


@dataclass(frozen=True, slots=True)
class Phrase:
    kind: Kind
    text: str
    more: int = 1
    """So many times as many voices."""


def phrases() -> list[Phrase]:
    """What is said, in a fixed order."""
    table, lot = TABLES["en"], random.Random(SEED)
    acks = [p for entry in table["acks"] for p in entry["phrases"] if len(p) > 1]
    brief = [a for a in acks if len(a.split()) <= 2]
    stops = [p for e in table["stops"] if not e.get("misheard") for p in e["phrases"]]
    names = ("repeat", "rephrase", "skip", "pause")
    asked = [p for name in names for e in table["commands"][name] for p in e["phrases"]]
    said = [Phrase("backchannel", a) for a in acks]
    said += [Phrase("backchannel", h, 3) for h in HUMMED]
    said += [Phrase("backchannel", f"{a}, {a}") for a in lot.sample(brief, 25)]
    chains = [(lot.choice(brief), lot.choice(acks)) for _ in range(CHAINS)]
    said += [Phrase("backchannel", f"{a}, {b}") for a, b in chains]
    said += [Phrase("call", s, 2) for s in stops]
    said += [Phrase("call", f"{lot.choice(stops)}, {lot.choice(stops)}") for _ in range(30)]
    said += [Phrase("call", r) for r in lot.sample(sorted(set(asked)), REQUESTS)]
    pieces = _pieces(lot)
    said += [Phrase("other", p) for p in pieces]
    brief_ones = (re.sub(r"[^a-z ]", "", p.lower()) for p in PHRASES["tuning"][Role.BRIEF])
    said += [Phrase("other", p, 3) for p in brief_ones if language.command(p) is None]
    for n in range(MIXED):
        more: Kind = "call" if n % 2 else "other"
        after = lot.choice(stops if n % 2 else pieces)
        said.append(Phrase(more, f"{lot.choice(brief)}, {lot.choice(('', 'but ', 'so '))}{after}"))
    return list(dict.fromkeys(said))


def _pieces(lot: random.Random) -> list[str]:
    """One to four words in a row of the shipped plans, that are no phrase of the lists."""
    plans = sorted(Path(language.__file__).parents[1].glob("catalogue/plans/*.toml"))
    quoted = (re.findall(r'"([^"]{20,})"', plan.read_text("utf-8")) for plan in plans)
    words = re.findall(r"[a-z']{2,}", " ".join(t for found in quoted for t in found).lower())
    pieces: dict[str, None] = {}
    while len(pieces) < PIECES:
        length, at = lot.choice((1, 1, 2, 2, 3, 4)), lot.randrange(len(words) - 4)
        piece = " ".join(words[at : at + length])
        listed = language.is_ack(piece) or language.stops(piece) or language.command(piece)
        if not listed and len(piece) > 2:
            pieces[piece] = None
    return list(pieces)


def spoken(phrase: Phrase) -> Iterator[Audio]:
    """A phrase by each of its voices, as a room or a line leaves it."""
    voices = [v for v in (*VOICES["tuning"], *EXTRA_VOICES) if v.here]
    parts = (written_as(part) for part in phrase.text.split(", "))
    written = ", ".join(parts)
    for engine, count in SAID.items():
        choice = [v for v in voices if v.engine == engine]
        for n in range(count * phrase.more if choice else 0):
            seed = zlib.crc32(f"{phrase}/{engine}/{n}".encode())
            lot, random_ = random.Random(seed), np.random.default_rng(seed)
            pitch, pace = lot.uniform(*PITCHES), lot.uniform(*PACES)
            one = lot.choice(choice)
            speaker = Speaker(one.engine, one.voice, one.pitch, one.speed * pace / pitch)
            if engine in SPELLERS and LETTER_BY_LETTER.search(phrase.text):
                continue
            said = speaker.says(written[0].upper() + written[1:] + lot.choice((".", "", ".")))
            yield _heard(resampled(said, round(RATE * pitch)), lot, random_)


def _heard(said: Audio, lot: random.Random, random_: np.random.Generator) -> Audio:
    """Half of it disturbed; at any level; cut as the recogniser cuts it, with some quiet around."""
    how = lot.random()
    if how < 0.2:
        said = sounds.mixed(said, sounds.pink(random_, len(said) / RATE + 0.1), lot.uniform(12, 25))
    elif how < 0.35:
        said = sounds.telephone(said)
    elif how < 0.45:
        said = resampled(resampled(said, RATE, 8_000), 8_000)
    said = sounds.at_level(said, lot.uniform(-24, -3))
    before, after = int(lot.uniform(0.2, 0.4) * RATE), int(lot.uniform(0.3, 0.45) * RATE)
    padded = np.pad(said, (before, after))
    if how > 0.7:
        quiet = sounds.pink(random_, len(padded) / RATE + 0.1)[: len(padded)]
        padded = padded + sounds.at_level(quiet, lot.uniform(-70, -45))
    return np.asarray(padded, np.float32)


def _hums() -> Iterator[Audio]:
    for hertz in HUMS["tuning"]:
        for shape in SHAPES:
            for n in range(6):
                seed = zlib.crc32(f"{hertz}/{shape}/{n}".encode())
                random_ = np.random.default_rng(seed)
                yield _heard(sounds.hum(random_, hertz, shape), random.Random(seed), random_)


def _noises() -> Iterator[Audio]:
    """Coughs, laughs and keys: nothing to stop for either."""
    for n in range(NOISES_HEARD):
        for name, noise in sounds.NOISES.items():
            seed = zlib.crc32(f"{name}/{n}".encode())
            random_ = np.random.default_rng(seed)
            yield _heard(noise(random_), random.Random(seed), random_)


@dataclass(frozen=True, slots=True)
class Examples:
    stretches: Floats
    frames: Floats
    kinds: npt.NDArray[np.int64]


def examples(model: Moonshine) -> Examples:
    found: list[tuple[Sketch, int]] = []

    def add(audio: Audio, kind: Kind) -> None:
        if len(audio) <= SHORT:
            found.append((sketch(model.encode(audio[None])[0], audio), KINDS.index(kind)))

    for audio in (*_hums(), *_noises()):
        add(audio, "backchannel")
    for phrase in phrases():
        for audio in spoken(phrase):
            add(audio, phrase.kind)
    return Examples(
        np.stack([one.stretches for one, _ in found]),
        np.array([one.frames for one, _ in found], np.float32),
        np.array([kind for _, kind in found]),
    )


WIDTH, HIDDEN = 24, 64
EPOCHS, BATCH, RATE_OF_LEARNING, DECAY, DROPPED = 40, 128, 2e-3, 1e-4, 0.2


def trained(seen: Examples) -> dict[str, npt.NDArray[np.float32]]:
    """The network's weights: cross entropy by Adam, with dropout."""
    random_ = np.random.default_rng(SEED)
    mean = seen.stretches.mean(axis=(0, 1))
    deviation = seen.stretches.std(axis=(0, 1)) + 1e-3
    inputs = (seen.stretches - mean) / deviation
    lengths = np.log(seen.frames / USUAL)[:, None]
    wanted = np.eye(len(KINDS))[seen.kinds]
    depth, flat = inputs.shape[2], STRETCHES * WIDTH + 1

    def fresh(rows: int, columns: int) -> Floats:
        return np.asarray(random_.standard_normal((rows, columns)) * rows**-0.5, np.float32)

    weights = {
        "project": fresh(depth, WIDTH),
        "offset": np.zeros(WIDTH, np.float32),
        "hidden": fresh(flat, HIDDEN),
        "hidden_offset": np.zeros(HIDDEN, np.float32),
        "out": fresh(HIDDEN, len(KINDS)),
        "out_offset": np.zeros(len(KINDS), np.float32),
    }
    adam = Adam(weights)
    steps = EPOCHS * -(-len(inputs) // BATCH)
    for epoch in range(EPOCHS):
        order = random_.permutation(len(inputs))
        for at in range(0, len(order), BATCH):
            chosen = order[at : at + BATCH]
            kept = _kept(random_, (len(chosen), 1, depth)), _kept(random_, (len(chosen), flat))
            slopes = _slopes(weights, inputs[chosen], lengths[chosen], wanted[chosen], *kept)
            adam.step(slopes, RATE_OF_LEARNING * (1 - adam.steps / steps))
        print(f"epoch {epoch + 1}/{EPOCHS}", flush=True)
    return weights | {"mean": mean, "deviation": deviation}


def _kept(random_: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return np.asarray((random_.random(shape) > DROPPED) / (1 - DROPPED), np.float32)


def _slopes(
    w: dict[str, Any], inputs: Any, lengths: Any, wanted: Any, kept: Any, kept_later: Any
) -> dict[str, Any]:
    """By hand, backwards through the network of `BackchannelClassifier.chances`."""
    inputs = inputs * kept
    rows = np.tanh(inputs @ w["project"] + w["offset"])
    features = np.concatenate((rows.reshape(len(rows), -1), lengths), axis=1) * kept_later
    hidden = np.maximum(features @ w["hidden"] + w["hidden_offset"], 0)
    scores = hidden @ w["out"] + w["out_offset"]
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    at_out = (chances / chances.sum(axis=1, keepdims=True) - wanted) / len(wanted)
    at_hidden = at_out @ w["out"].T * (hidden > 0)
    at_rows = (at_hidden @ w["hidden"].T * kept_later)[:, :-1].reshape(rows.shape) * (1 - rows**2)
    return {
        "project": np.einsum("nkd,nkp->dp", inputs, at_rows),
        "offset": at_rows.sum(axis=(0, 1)),
        "hidden": features.T @ at_hidden,
        "hidden_offset": at_hidden.sum(axis=0),
        "out": hidden.T @ at_out,
        "out_offset": at_out.sum(axis=0),
    }


class Adam:
    """Kingma and Ba's optimiser, with weight decay."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self._weights = weights
        self._first = {name: np.zeros_like(value) for name, value in weights.items()}
        self._second = {name: np.zeros_like(value) for name, value in weights.items()}
        self.steps = 0

    def step(self, slopes: dict[str, Any], rate: float) -> None:
        self.steps += 1
        for name, value in self._weights.items():
            slope = slopes[name] + DECAY * value
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            scale = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            value -= rate * first / (1 - 0.9**self.steps) / scale


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sketches", type=Path, metavar="FILE.npz")
    kept = parser.parse_args().sketches
    if kept and kept.exists():
        seen = Examples(**np.load(kept))
    else:
        seen = examples(load_moonshine(Weights()))
        if kept:
            np.savez(kept, stretches=seen.stretches, frames=seen.frames, kinds=seen.kinds)
    counts = ", ".join(
        f"{n} {kind}" for kind, n in zip(KINDS, np.bincount(seen.kinds), strict=True)
    )
    print(f"{len(seen.kinds)} utterances: {counts}", flush=True)
    out = Path(backchannel.__file__).with_name(backchannel.WEIGHTS)
    halves: dict[str, Any] = {
        name: value.astype(np.float16) for name, value in trained(seen).items()
    }
    np.savez(out, **halves)
    print(f"wrote {out}, {out.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
