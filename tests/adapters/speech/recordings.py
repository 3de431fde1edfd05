"""Recordings whose truth is known: made of phrases of a synthetic voice and silences of chosen length.

A phrase is cut at its first and last sound, so the silence between two is known to a few milliseconds.
The words are known; the recogniser's are not taken for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product
from typing import Any

import numpy as np

from greenroom.adapters.speech.moonshine import SAMPLE_RATE, Samples

AUDIBLE = 0.01
"""Of full scale: where a phrase begins and ends. The loudest of the voice is about 0.4."""
LAST = 20
"""Milliseconds that the last sound lasts beyond it."""

PHRASES = (
    "I planned the migration of our billing system",
    "we moved forty million records in six weeks",
    "my own part was the new import",
    "the customers noticed nothing of it",
    "I wrote a program that compared both copies",
    "the nightly run took four hours before",
    "afterwards it took twenty minutes",
    "my manager wanted to stop everything",
    "I asked for one more week of testing",
    "that was slower for us and safer for them",
    "the team had five people at that time",
    "I would do the same thing again",
)
SILENCES = (
    (0.7,),
    (1.0, 0.6),
    (0.3, 0.9),
    (0.8, 0.7, 1.05),
    (1.1,),
    (0.35, 0.3, 1.0),
    (0.65, 0.9, 0.75, 1.0),
    (0.0, 1.7),
)
"""Seconds between the phrases; those under half a second are no pauses. None is near 1.25 s, after which the
interviewer begins: where both begin at once, nobody can say which it was."""
PAUSE_MS = 500


@dataclass(frozen=True)
class Recording:
    """Sound and its truth."""

    name: str
    text: str
    samples: Samples
    sounds: tuple[tuple[int, int], ...]
    """When each phrase begins and ends, in milliseconds from the first sound."""

    @property
    def words(self) -> int:
        return len(self.text.split())

    @property
    def silences(self) -> tuple[tuple[int, int], ...]:
        """Those that are long enough to count."""
        gaps = ((a[1], b[0]) for a, b in pairwise(self.sounds))
        return tuple((begin, end) for begin, end in gaps if end - begin >= PAUSE_MS)


def recordings(count: int, speak: Callable[[str, float], Samples]) -> list[Recording]:
    """So many, all different: other phrases, silences and paces."""
    kinds = islice(product(range(5), range(len(SILENCES))), count)
    return [
        recording(
            f"{number:02}",
            SILENCES[place],
            number + number // 24,
            speak,
            speed=(1.0, 0.9, 1.1)[turn % 3],
        )
        for number, (turn, place) in enumerate(kinds)
    ]


def recording(
    name: str,
    silences: Sequence[float],
    first: int,
    speak: Callable[[str, float], Samples],
    *,
    speed: float = 1.0,
) -> Recording:
    """Phrases from the `first` on, one more than silences, and at least three."""
    gaps = (*silences, *(0.25 for _ in range(2 - len(silences))))
    texts = [PHRASES[(5 * first + n) % len(PHRASES)] for n in range(len(gaps) + 1)]
    parts: list[Samples] = []
    sounds: list[tuple[int, int]] = []
    at = 0
    for text, gap in zip(texts, (*gaps, 0.0), strict=True):
        phrase, silence = speak(text, speed), quiet(gap)
        sounds.append((_ms(at), _ms(at + len(phrase))))
        parts += [phrase, silence]
        at += len(phrase) + len(silence)
    return Recording(name, " ".join(texts), np.concatenate(parts), tuple(sounds))


def _ms(samples: int) -> int:
    return round(samples * 1000 / SAMPLE_RATE)


def quiet(seconds: float) -> Samples:
    """A silent room: noise at -76 dB."""
    noise = np.random.default_rng(1).standard_normal(round(seconds * SAMPLE_RATE))
    return (noise * 5).astype(np.int16)


def voice_of(speaker: Any, resampled: Callable[[Any], Samples]) -> Callable[[str, float], Samples]:
    """A phrase from its first to its last sound."""

    def speak(text: str, speed: float) -> Samples:
        wave = np.concatenate(list(speaker.stream(text, speed=speed, seed=1)))
        loud = np.flatnonzero(np.abs(wave) > AUDIBLE)
        end = loud[-1] + LAST * 24
        return resampled(wave[loud[0] : end])

    return speak
