"""The answers spoken, and what is known 0.2 s into each of their silences.

Whole sentences are said and cut at their pauses, so that a voice falls only where a sentence ends. What
each detector says of each silence is kept beside the corpus: a second run asks nobody.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.turns.answers import Answer, Place, answers
from benchmarks.turns.corpus import as_pcm
from benchmarks.turns.detectors import Ask
from benchmarks.turns.recogniser import Memory
from benchmarks.turns.voices import RATE, Audio, Speaker
from greenroom.interview.plan import QuestionKind

VERSION: Final = "1"
SPEAKERS: Final = (
    Speaker("piper", "joe"),
    Speaker("piper", "joe", pitch=0.9, speed=0.95),
    Speaker("flite", "rms"),
    Speaker("flite", "awb"),
    Speaker("festival", "cmu_us_slt_arctic_hts"),
    Speaker("espeak-ng", "en-gb-scotland"),
)
"""Held out of every set that anything was chosen on; Piper's engine is in none."""
EACH: Final = 3
"""So many voices say an answer, in turn."""
ASKED_S: Final = 0.2
"""So long into a silence each detector is asked, once: as Pipecat does."""
BEFORE_S: Final = 0.8
"""The silence after a piece that was said before."""
NEAR_S: Final = 0.6
"""A pause is looked for so far around where the letters say that it is."""
STEP: Final = RATE // 100


@dataclass(frozen=True, slots=True)
class Silence:
    """A pause or an end, as the detectors see it."""

    answer: int
    voice: str
    kind: QuestionKind
    place: Place
    heard: str
    """What the recogniser wrote of the answer so far."""
    scores: Mapping[str, float]
    """How likely each detector holds it that the answer is over."""


def silences(
    folder: Path, memory: Memory, detectors: Mapping[str, Ask], each: int = EACH
) -> Iterator[Silence]:
    """Every silence of every answer, by so many of the voices that are here."""
    kept = _Kept(folder / f"ends-{VERSION}.jsonl")
    here = [one for one in SPEAKERS if one.here]
    for answer in answers():
        for speaker in {here[(answer.number + n) % len(here)]: None for n in range(each)}:
            yield from _of(answer, speaker, folder, memory, detectors, kept)


def _of(
    answer: Answer,
    speaker: Speaker,
    folder: Path,
    memory: Memory,
    detectors: Mapping[str, Ask],
    kept: _Kept,
) -> Iterator[Silence]:
    random = np.random.default_rng(zlib.crc32(f"{answer.number}/{speaker.name}".encode()))
    so_far, heard = np.zeros(RATE // 2, np.float32), list[str]()
    for piece, said in zip(answer.pieces, spoken(answer, speaker, folder), strict=True):
        so_far = np.concatenate((so_far, said))
        quiet = np.concatenate((so_far, np.zeros(round(ASKED_S * RATE), np.float32)))
        noise = random.normal(0, 4e-4, len(quiet)).astype(np.float32)
        heard.append(memory.transcribe(as_pcm(np.pad(said, RATE // 5))).text)
        scores = kept.scores(as_pcm(quiet + noise), detectors)
        words = " ".join(filter(None, heard))
        yield Silence(answer.number, speaker.name, answer.kind, piece.then, words, scores)
        so_far = np.concatenate((so_far, np.zeros(round(BEFORE_S * RATE), np.float32)))


def spoken(answer: Answer, speaker: Speaker, folder: Path) -> list[Audio]:
    """The pieces of an answer."""
    key = json.dumps((VERSION, asdict(answer), asdict(speaker)))
    path = folder / f"answer-{hashlib.sha256(key.encode()).hexdigest()[:20]}.npz"
    if not path.exists():
        found: list[Audio] = []
        for sentence in answer.sentences:
            texts = [piece.text for piece in sentence]
            found += cut(speaker.says(" ".join(texts)), texts)
        loudest = max(float(np.abs(one).max()) for one in found)
        np.savez(path, *(one / loudest / 2 for one in found))
    with np.load(path) as file:
        return [np.asarray(file[name], np.float32) for name in file.files]


def cut(said: Audio, texts: list[str]) -> list[Audio]:
    """A sentence cut where it is quietest near each pause, without the silence there."""
    blocks = said[: len(said) // STEP * STEP].reshape(-1, STEP).astype(float)
    power = 10 * np.log10(np.convolve((blocks**2).mean(axis=1), np.ones(5) / 5, "same") + 1e-10)
    letters, whole, places = 0, len(" ".join(texts)), [0]
    for text in texts[:-1]:
        letters += len(text) + 1
        expected = letters / whole * len(power)
        off = np.abs(np.arange(len(power)) - expected) * STEP / RATE
        cost = np.where(off < NEAR_S, power + 30 * off, np.inf)
        cost[: places[-1] + 10] = cost[-10:] = np.inf
        places.append(int(cost.argmin()) if np.isfinite(cost).any() else int(expected))
    edges = [*(place * STEP for place in places), len(said)]
    return [_tight(said[a:b]) for a, b in itertools.pairwise(edges)]


def _tight(said: Audio) -> Audio:
    loud = np.flatnonzero(np.abs(said) > 0.02 * np.abs(said).max())
    return said[loud[0] : loud[-1] + STEP] if len(loud) else said


class _Kept:
    """What the detectors said of which sound."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file.exists() else []
        self._known: dict[str, float] = dict(json.loads(line) for line in lines)

    def scores(
        self, sound: np.ndarray[tuple[int], np.dtype[np.int16]], detectors: Mapping[str, Ask]
    ) -> dict[str, float]:
        digest = hashlib.sha256(sound.tobytes()).hexdigest()[:20]
        for name, ask in detectors.items():
            key = f"{name}/{digest}"
            if key not in self._known:
                self._known[key] = ask(sound)
                with self._file.open("a") as file:
                    file.write(json.dumps([key, self._known[key]]) + "\n")
        return {name: self._known[f"{name}/{digest}"] for name in detectors}
