"""Speech that a microphone gives, and what can be known about sound that a page played."""

from __future__ import annotations

import re
import wave
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from greenroom.adapters.speech.hibari import trimmed
from greenroom.adapters.speech.text_normalization import normalized

Samples = npt.NDArray[np.float32]
Wave = npt.NDArray[np.float64]
Likeness = Callable[[Samples, Samples, int], tuple[float, float]]
VOICE_HZ = 24_000
MICROPHONE_HZ = 48_000
LOWER = 0.8
"""The candidate's voice is the interviewer's, about four semitones lower."""
THIN = 3
"""Samples taken as one when sounds are compared."""
HEARD = 0.8
"""A correlation that only the very same speech reaches; other sentences stay below 0.3."""


def candidate(speaker: Any, text: str) -> Samples:
    """What the candidate's microphone gives for `text`, the same every time."""
    said = trimmed(np.concatenate(list(speaker.stream(text, speed=1 / LOWER, seed=1))))
    at = np.arange(int(said.size * MICROPHONE_HZ / VOICE_HZ / LOWER)) * LOWER / 2
    return np.interp(at, np.arange(said.size), said).astype(np.float32) * np.float32(0.7)


def room_tone(seconds: float) -> Samples:
    """A quiet room: noise at -80 dB, because no microphone gives exactly nothing."""
    noise = np.random.default_rng(1).normal(size=int(seconds * MICROPHONE_HZ))
    return (noise * 1e-4).astype(np.float32)


def pcm(samples: Samples) -> bytes:
    return (np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes()


def write_wav(path: Path, samples: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(MICROPHONE_HZ)
        file.writeframes(pcm(samples))


def sentences(speaker: Any, text: str) -> list[Samples]:
    """The interviewer's voice saying `text`, sentence by sentence, without silence around them."""
    made = speaker.stream(normalized(text), seed=1)
    return [audible(sentence) for sentence in made]


def audible(samples: Samples) -> Samples:
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    return samples[loud[0] : loud[-1]] if loud.size else samples[:0]


def likeness(reference: Samples, recorded: Samples, rate: int) -> tuple[float, float]:
    """The greatest normalised cross-correlation of speech at 24 kHz anywhere in the recording, and
    the second at which it is. Looks below 7 kHz only, where speech is."""
    at = np.arange(int(reference.size * rate / VOICE_HZ)) * VOICE_HZ / rate
    wanted = _thinned(np.interp(at, np.arange(reference.size), reference))
    there = _thinned(recorded)
    if there.size < wanted.size:
        return 0.0, 0.0
    product = _correlated(there, wanted)
    sums = np.concatenate(([0.0], np.cumsum(there**2)))
    energy = sums[wanted.size :] - sums[: -wanted.size]
    scores = product / np.sqrt(np.maximum(energy, 1e-6) * float(wanted @ wanted))
    best = int(np.argmax(scores))
    return float(scores[best]), best * THIN / rate


def glimpse(reference: Samples, recorded: Samples, rate: int) -> tuple[float, float]:
    """The same by the best of three pieces of 0.7 s. A WebRTC receiver stretches and squeezes speech by
    a few percent here and there, to keep its buffer short: no whole sentence comes out as it went in."""
    length = int(0.7 * VOICE_HZ)
    latest = max(0, reference.size - length)
    places = (latest // 4, latest // 2, latest * 3 // 4)
    found = [likeness(reference[at : at + length], recorded, rate) for at in places]
    return max(found)


def _correlated(there: Wave, wanted: Wave) -> Wave:
    """How much of `wanted` is at each place of `there`: block by block, which is five times cheaper than at once."""
    size = 1 << min(4 * wanted.size, there.size).bit_length()
    spectrum = np.conj(np.fft.rfft(wanted, size))
    places, step = there.size - wanted.size + 1, size - wanted.size + 1
    blocks = (there[at : at + size] for at in range(0, places, step))
    found = [np.fft.irfft(np.fft.rfft(block, size) * spectrum, size)[:step] for block in blocks]
    return np.concatenate(found)[:places]


def _thinned(samples: npt.NDArray[Any]) -> Wave:
    whole = samples[: samples.size // THIN * THIN].astype(np.float64)
    return whole.reshape(-1, THIN).mean(axis=1)


def level(samples: Samples) -> float:
    """Root mean square, 1 is full scale."""
    return float(np.sqrt((samples.astype(float) ** 2).mean())) if samples.size else 0.0


def voiced(
    samples: Samples, rate: int, *, floor: float = 0.005, join_s: float = 0.6
) -> list[tuple[float, float]]:
    """Stretches of sound in seconds; quieter gaps up to `join_s` belong to them."""
    step = rate // 100
    blocks = samples[: samples.size // step * step].reshape(-1, step)
    loud = np.flatnonzero(np.sqrt((blocks.astype(float) ** 2).mean(axis=1)) > floor) / 100
    stretches: list[tuple[float, float]] = []
    for at in loud.tolist():
        if stretches and at - stretches[-1][1] <= join_s:
            stretches[-1] = (stretches[-1][0], at + 0.01)
        else:
            stretches.append((at, at + 0.01))
    return stretches


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower().replace("’", "").replace("'", ""))


def word_error_rate(said: Iterable[str], heard: Iterable[str]) -> float:
    """Words wrong, lost or added (edit distance), of those that were said."""
    wanted, got = words(" ".join(said)), words(" ".join(heard))
    row = list(range(len(got) + 1))
    for i, word in enumerate(wanted, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(got, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (word != other))
    return row[-1] / len(wanted)
