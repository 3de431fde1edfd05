"""Sounds that no speech engine makes: hums, coughs, laughs, keys, noise; and what a line does to them.

All of it is drawn from a seed: the same seed, the same samples.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.signal import butter, lfilter, sosfilt

from benchmarks.turns.voices import RATE, Audio, resampled

Random = np.random.Generator
Track = npt.NDArray[np.float64]

CLOSED = ((260, 60), (1_050, 250), (2_200, 400))
"""Resonances of a closed mouth, (hertz, bandwidth): a strong nasal one, the others faint."""
OPEN = ((620, 90), (1_220, 110), (2_550, 170))
"""Of a neutral vowel, "uh"."""
LAUGHING = ((780, 100), (1_350, 130), (2_700, 200))


def hum(random: Random, hertz: float, shape: str) -> Audio:
    """A backchannel without words: "mm-hmm", "mm", "hmm" with a closed mouth, "uh-huh" with an open
    one. `hertz` is the pitch of the voice; `shape` is the written form."""
    if shape == "uh-huh":
        return _said(random, hertz, OPEN, ((0.16, -0.05), (0.22, 0.12)), breath=0.07)
    if shape == "mm-hmm":
        return _said(random, hertz, CLOSED, ((0.18, -0.04), (0.26, 0.15)), breath=0.05)
    lead = 0.06 if shape == "hmm" else 0.0
    voiced = _said(random, hertz, CLOSED, ((0.42, -0.08),), breath=0.0)
    return np.concatenate((_breath(random, lead), voiced))


def laugh(random: Random, hertz: float) -> Audio:
    """Four to six short open syllables, each lower and softer than the one before."""
    count = int(random.integers(4, 7))
    parts = []
    for n in range(count):
        syllable = _voiced(random, hertz * 1.5 * 0.94**n, LAUGHING, 0.09, -0.1)
        parts += [_breath(random, 0.06), syllable * 0.9**n]
    return np.concatenate(parts)


def cough(random: Random) -> Audio:
    """One to three bursts of air with a hard beginning."""
    parts = []
    for _ in range(int(random.integers(1, 4))):
        length = int(RATE * random.uniform(0.12, 0.22))
        burst = random.standard_normal(length) * np.exp(-np.arange(length) / (0.045 * RATE))
        low, high = random.uniform(350, 600), random.uniform(2_200, 3_600)
        band = sosfilt(butter(2, (low, high), "bandpass", fs=RATE, output="sos"), burst)
        parts += [band, np.zeros(int(RATE * 0.12))]
    return _scaled(np.concatenate(parts))


def keyboard(random: Random) -> Audio:
    """A second and a half of typing: clicks of a few milliseconds."""
    track = np.zeros(int(RATE * 1.5))
    at = 0.05
    while at < 1.4:
        length = int(RATE * 0.012)
        click = random.standard_normal(length) * np.exp(-np.arange(length) / (0.002 * RATE))
        start = int(at * RATE)
        track[start : start + length] += click * random.uniform(0.4, 1.0)
        at += random.uniform(0.09, 0.22)
    return _scaled(track)


def pink(random: Random, seconds: float) -> Audio:
    """Noise of equal power in every octave, as fans and streets make it."""
    count = int(RATE * seconds)
    spectrum = np.fft.rfft(random.standard_normal(count))
    frequencies = np.maximum(np.fft.rfftfreq(count, 1 / RATE), 20)
    return _scaled(np.fft.irfft(spectrum / np.sqrt(frequencies), count))


NOISES: dict[str, Callable[[Random], Audio]] = {
    "cough": cough,
    "keyboard": keyboard,
    "laugh": lambda random: laugh(random, random.uniform(110, 240)),
    "pink noise": lambda random: pink(random, 1.5),
}


def mixed(voice: Audio, noise: Audio, ratio_db: float) -> Audio:
    """`voice` over as much of `noise` as it is long, this many decibels louder."""
    under = np.resize(noise, len(voice))
    gain = _level(voice) / max(_level(under), 1e-9) * 10 ** (-ratio_db / 20)
    return np.asarray(voice + under * gain, np.float32)


def telephone(voice: Audio) -> Audio:
    """What is left after 8 kHz and a band of 300 to 3,400 Hz."""
    narrow = resampled(voice, RATE, 8_000)
    band = sosfilt(butter(4, (300, 3_400), "bandpass", fs=8_000, output="sos"), narrow)
    return resampled(np.asarray(band, np.float32), 8_000, RATE)


def at_level(voice: Audio, peak_db: float) -> Audio:
    """Scaled so that its loudest sample is this far below full scale."""
    peak = float(np.max(np.abs(voice), initial=1e-9))
    return np.asarray(voice * (10 ** (peak_db / 20) / peak), np.float32)


def _said(
    random: Random,
    hertz: float,
    mouth: tuple[tuple[int, int], ...],
    syllables: tuple[tuple[float, float], ...],
    *,
    breath: float,
) -> Audio:
    parts = []
    for n, (seconds, rise) in enumerate(syllables):
        if n:
            parts.append(_breath(random, breath))
        parts.append(_voiced(random, hertz, mouth, seconds * random.uniform(0.85, 1.2), rise))
    return np.concatenate(parts)


def _voiced(
    random: Random, hertz: float, mouth: tuple[tuple[int, int], ...], seconds: float, rise: float
) -> Audio:
    """A train of glottal pulses through resonances, the pitch changing by `rise` of itself."""
    count = int(RATE * seconds)
    glide = hertz * (1 + rise * np.linspace(0, 1, count) + 0.01 * random.standard_normal())
    phase = np.cumsum(glide / RATE)
    pulses = np.diff(np.floor(phase), prepend=0.0)
    source = lfilter([1.0], [1.0, -0.96], pulses) + 0.004 * random.standard_normal(count)
    closed = mouth is CLOSED
    total: Track = np.zeros(count)
    for n, (frequency, width) in enumerate(mouth):
        radius = np.exp(-np.pi * width / RATE)
        poles = [1.0, -2 * radius * np.cos(2 * np.pi * frequency / RATE), radius**2]
        total += lfilter([1 - radius], poles, source) * (0.06 if closed and n else 1.0)
    return _scaled(total * _envelope(count))


def _breath(random: Random, seconds: float) -> Audio:
    count = int(RATE * seconds)
    return np.asarray(0.02 * random.standard_normal(count), np.float32)


def _envelope(count: int) -> Track:
    edge = min(count // 3, int(0.04 * RATE))
    shape = np.ones(count)
    shape[:edge] = np.linspace(0, 1, edge)
    shape[count - edge :] = np.linspace(1, 0, edge)
    return shape


def _scaled(track: Track) -> Audio:
    return np.asarray(track / max(float(np.max(np.abs(track))), 1e-9) * 0.5, np.float32)


def _level(samples: Audio) -> float:
    return float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
