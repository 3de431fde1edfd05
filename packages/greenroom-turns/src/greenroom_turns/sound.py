"""How a stretch of voice sounds, measured without any library.

A closed-mouth hum ("mm-hmm") has almost no energy above 1 kHz, whatever words a recogniser makes of
it; speech with an open mouth always has. The measure is the share of energy that passes a
fourth-order Butterworth high-pass at 1 kHz, in decibels: a fundamental of 250 Hz leaks through it at
-48 dB, well below the limits that `greenroom_turns.interruption` uses.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

BLOCK_MS = 20
VOICED_DB = -17
"""A block counts as voice when its energy is within this much of the loudest block's."""
HIGH_BAND_HZ = 1000.0
FLOOR_DB = -90
"""What silence measures: there is no logarithm of nothing."""
HUM_DB = -20
"""A closed mouth leaves less than this above 1 kHz (synthetic hums: -28 to -41); the lowest of 235 spoken words and
sentences, of two engines and eight voices, had -16."""
HUM_MS = range(200, 1_501)
"""Of voice. A shorter dull sound is a thump (60 to 160 ms)."""
KEPT_MS = 4_000
"""How much audio is kept for judging a sound; what is longer is no hum."""
FULL_SCALE = 32768.0
_BUTTERWORTH_4 = (0.54119610, 1.30656296)
"""Quality factors of the two second-order sections of a fourth-order Butterworth filter."""


@dataclass(frozen=True, slots=True)
class SoundFeatures:
    """Of one utterance. Decibels are relative to full scale and, for the band, to the whole."""

    duration_ms: int
    voiced_ms: int
    loudness_db: int
    high_band_db: int

    @property
    def hummed(self) -> bool:
        """As dull as a hum. A voice over a bad line is dull, too."""
        return self.high_band_db < HUM_DB and self.voiced_ms in HUM_MS


def pcm16(data: bytes) -> array[int]:
    """Little-endian signed 16-bit samples; half a sample at the end is dropped."""
    samples = array("h")
    samples.frombytes(data[: len(data) - len(data) % 2])
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def measure(samples: Sequence[int], rate: int) -> SoundFeatures:
    """Measure mono 16-bit samples. Costs about 10 ms of CPU for a second of 16 kHz sound."""
    size = max(1, rate * BLOCK_MS // 1000)
    energies = [_energy(samples[at : at + size]) for at in range(0, len(samples), size)]
    limit = max(energies, default=0.0) * 10 ** (VOICED_DB / 10)
    voiced = [i for i, energy in enumerate(energies) if energy >= limit > 0]
    duration_ms = len(samples) * 1000 // rate
    if not voiced:
        return SoundFeatures(duration_ms, 0, FLOOR_DB, FLOOR_DB)
    voice = samples[voiced[0] * size : (voiced[-1] + 1) * size]
    total = _energy(voice)
    return SoundFeatures(
        duration_ms,
        len(voiced) * BLOCK_MS,
        _decibels(total / len(voice) / FULL_SCALE**2),
        _decibels(_energy(_high_pass(voice, rate)) / total),
    )


class RecentSound:
    """The last seconds of somebody's audio, by the moment at which each frame came."""

    def __init__(self) -> None:
        self._frames: deque[tuple[int, bytes, int]] = deque()

    def add(self, at_ms: int, data: bytes, rate: int, channels: int = 1) -> None:
        """A frame of little-endian signed 16-bit samples that ends at `at_ms`."""
        first = data if channels == 1 else pcm16(data)[::channels].tobytes()
        self._frames.append((at_ms, first, rate))
        while self._frames[0][0] < at_ms - KEPT_MS:
            self._frames.popleft()

    def between(self, began_ms: int, ended_ms: int) -> SoundFeatures | None:
        """How it sounded between two moments; None when none of it is at hand."""
        frames = [f for f in self._frames if began_ms <= f[0] <= ended_ms]
        if not frames:
            return None
        return measure(pcm16(b"".join(data for _, data, _ in frames)), frames[0][2])


def _energy(samples: Iterable[float]) -> float:
    return float(sum(sample * sample for sample in samples))


def _decibels(ratio: float) -> int:
    return max(FLOOR_DB, round(10 * math.log10(ratio))) if ratio > 0 else FLOOR_DB


def _high_pass(samples: Sequence[float], rate: int) -> Sequence[float]:
    """Two second-order sections (Bristow-Johnson's high-pass), one after the other."""
    omega = 2 * math.pi * min(HIGH_BAND_HZ, rate * 0.45) / rate
    for quality in _BUTTERWORTH_4:
        samples = _section(samples, math.cos(omega), math.sin(omega) / (2 * quality))
    return samples


def _section(samples: Sequence[float], cos: float, alpha: float) -> list[float]:
    scale = 1 / (1 + alpha)
    b0, b1 = (1 + cos) / 2 * scale, -(1 + cos) * scale
    a1, a2 = -2 * cos * scale, (1 - alpha) * scale
    x1 = x2 = y1 = y2 = 0.0
    out = []
    for x in samples:
        y = b0 * (x + x2) + b1 * x1 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out.append(y)
    return out
