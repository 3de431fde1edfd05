"""What the network of `greenroom.adapters.speech.backchannel` learns from, as a recogniser hears it.

The phrases of `benchmarks.turns.said` by many voices, half of them disturbed, whole and cut where an
interim transcript would be made. All of it is drawn from seeds.
"""

from __future__ import annotations

import functools
import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.signal import fftconvolve, lfilter

from benchmarks.turns import sounds
from benchmarks.turns.corpus import BABBLE, HUMS, SHAPES, SPELLERS, VOICES
from benchmarks.turns.said import Kind, Phrase
from benchmarks.turns.voices import RATE, Audio, Speaker, resampled
from greenroom.adapters.speech.expected import written_as

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
FOREIGN = "jf_gongitsune pf_dora zf_xiaobei zf_xiaoyi zm_yunjian zm_yunxia"
"""Of Kokoro for other languages: half of what a voice is blended from."""
ALONE = 0.3
"""Of Kokoro's voices as they are; the others are blends of two."""
PITCHES, KOKORO_PITCHES = (0.86, 1.16), (0.9, 1.12)
PACES = (0.8, 1.3)
KOKORO_HEARD = 3
"""Kokoro takes a second for a phrase: each is heard in three ways."""
LETTER_BY_LETTER = re.compile(r"\b(mm|mhm|hmm|hm|m)\b")
"""What `SPELLERS` spell."""
BEGUN: dict[Kind, float] = {"backchannel": 0.5, "call": 0.6, "other": 0.4}
"""How many are heard cut, too."""
HUMS_HEARD, NOISES_HEARD = 10, 60
"""Of each kind."""
SHORTEST = 800
"""Samples; a speaker that says less has not spoken."""
Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Heard:
    audio: Audio
    kind: Kind
    name: str
    """The phrase; empty where nothing but its kind is to be known."""
    begun: bool = False
    """Cut where a transcript would be interim."""


def spoken(phrase: Phrase, engine: str, numbers: range) -> Iterator[Heard]:
    """A phrase by a voice of an engine for each number, as a room or a line leaves it."""
    written = ", ".join(written_as(part) for part in phrase.text.split(", "))
    if engine in SPELLERS and LETTER_BY_LETTER.search(phrase.text):
        return
    kokoro = engine == "kokoro"
    for n in numbers:
        seed = zlib.crc32(f"{phrase.text}/{engine}/{n}".encode())
        lot, random_ = random.Random(seed), np.random.default_rng(seed)
        pace, pitch = lot.uniform(*PACES), lot.uniform(*PITCHES)
        if kokoro:
            one, pitch = _blend(lot), 1.0
        else:
            one = lot.choice(_voices(engine))
        speaker = Speaker(one.engine, one.voice, one.pitch, one.speed * pace / pitch)
        said = speaker.says(written[0].upper() + written[1:] + lot.choice((".", "", ".")))
        if len(said) < SHORTEST:
            continue
        for _ in range(KOKORO_HEARD if kokoro else 1):
            heard = lot.uniform(*KOKORO_PITCHES) if kokoro else pitch
            yield from _cut(resampled(said, round(RATE * heard)), phrase, lot, random_)


def noises() -> Iterator[Heard]:
    """Hums of synthetic throats; coughs, laughs and keys: nothing to stop for either."""
    sorts = {f"{hertz}/{shape}": shape for hertz in HUMS["tuning"] for shape in SHAPES}
    for sort, shape in sorts.items():
        for n in range(HUMS_HEARD):
            lot, random_ = _seeded(f"{sort}/{n}")
            hummed = sounds.hum(random_, float(sort.split("/")[0]), shape)
            yield Heard(_disturbed(hummed, lot, random_)[0], "backchannel", shape)
    for n in range(NOISES_HEARD):
        for name, noise in sounds.NOISES.items():
            lot, random_ = _seeded(f"{name}/{n}")
            yield Heard(_disturbed(noise(random_), lot, random_)[0], "backchannel", name)


def _seeded(name: str) -> tuple[random.Random, Random]:
    seed = zlib.crc32(name.encode())
    return random.Random(seed), np.random.default_rng(seed)


@functools.cache
def _voices(engine: str) -> tuple[Speaker, ...]:
    more = (f"{ACCENTS[n % 5]}+{one}" for n, one in enumerate(VARIANTS.split()))
    every = (*VOICES["tuning"], *(Speaker("espeak-ng", voice) for voice in more))
    return tuple(one for one in every if one.engine == engine)


def _blend(lot: random.Random) -> Speaker:
    own = NATURAL.split()
    one, other = lot.choice(own), lot.choice([*own, *own, *FOREIGN.split()])
    alone = lot.random() < ALONE or one == other
    return Speaker("kokoro", one if alone else f"{one}+{other}")


def _cut(said: Audio, phrase: Phrase, lot: random.Random, random_: Random) -> Iterator[Heard]:
    """The whole, and its beginning. That of a chain must reach into its second phrase: what it is
    would not be known before."""
    seconds = len(said) / RATE
    whole, before = _disturbed(said, lot, random_)
    name = "" if phrase.kind == "other" else phrase.text
    if not phrase.begun:
        yield Heard(whole, phrase.kind, name)
    if phrase.begun or lot.random() < BEGUN[phrase.kind]:
        least = 0.65 * seconds if phrase.chained else min(0.3, 0.6 * seconds)
        most = min(2.0, 0.95 * seconds)
        if most > least:
            end = before + int(lot.uniform(least, most) * RATE)
            yield Heard(whole[:end], phrase.kind, name, begun=True)


def _disturbed(said: Audio, lot: random.Random, random_: Random) -> tuple[Audio, int]:
    """Half of it disturbed; by any microphone, at any level, with some quiet around; and how many
    samples of it come before."""
    if lot.random() < 0.3:
        said = np.asarray(lfilter([1, lot.uniform(-0.5, 0.5)], [1], said), np.float32)
    if lot.random() < 0.15:
        said = _echoed(said, lot, random_)
    how = lot.random()
    if how < 0.15:
        said = sounds.mixed(said, sounds.pink(random_, len(said) / RATE + 0.1), lot.uniform(12, 25))
    elif how < 0.2:
        white = random_.standard_normal(len(said)).astype(np.float32)
        said = sounds.mixed(said, white, lot.uniform(15, 25))
    elif how < 0.27:
        others = np.roll(_babble(), lot.randrange(len(_babble())))
        said = sounds.mixed(said, others, lot.uniform(15, 24))
    elif how < 0.4:
        said = sounds.telephone(said)
    elif how < 0.5:
        said = resampled(resampled(said, RATE, 8_000), 8_000)
    said = sounds.at_level(said, lot.uniform(-24, -3))
    before, after = int(lot.uniform(0.1, 0.4) * RATE), int(lot.uniform(0.1, 0.45) * RATE)
    padded = np.pad(said, (before, after))
    if how > 0.7:
        quiet = sounds.pink(random_, len(padded) / RATE + 0.1)[: len(padded)]
        padded = padded + sounds.at_level(quiet, lot.uniform(-70, -45))
    return np.asarray(padded, np.float32), before


def _echoed(said: Audio, lot: random.Random, random_: Random) -> Audio:
    """In a room."""
    count = int(lot.uniform(0.05, 0.2) * RATE)
    tail = random_.standard_normal(count) * np.exp(-np.arange(count) / (count / 4))
    tail *= lot.uniform(0.05, 0.2) / np.sqrt((tail**2).sum() + 1e-9) * 3
    tail[0] = 1
    return np.asarray(fftconvolve(said, tail)[: len(said) + count // 4], np.float32)


@functools.cache
def _babble() -> npt.NDArray[np.float32]:
    pitches, speeds = (0.8, 1.05, 1.18, 0.85), (1.0, 0.9, 1.1, 1.2)
    each = [
        Speaker("hibari", pitch=pitch, speed=speed).says(text)
        for text, pitch, speed in zip(BABBLE, pitches, speeds, strict=True)
    ]
    shortest = min(map(len, each))
    return np.asarray(sum(one[:shortest] for one in each), np.float32)
