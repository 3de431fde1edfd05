"""Synthetic speakers: hibari at several pitches, espeak-ng's variants, and flite and
festival where they are installed.

Every voice gives 16 kHz mono, -1..1, the same samples each time it says the same words.
"""

from __future__ import annotations

import functools
import io
import math
import shutil
import subprocess
import tempfile
import wave
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy.signal import resample_poly

from greenroom.adapters.speech.hibari import load_hibari
from greenroom.adapters.speech.weights import Weights

Audio = npt.NDArray[np.float32]

RATE = 16_000
SEED = 1
AUDIBLE = 0.004
"""Of full scale: softer samples at either end are the engine's own silence."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """One voice of the corpus."""

    engine: Literal["hibari", "espeak-ng", "flite", "festival"]
    voice: str = ""
    pitch: float = 1.0
    """Of hibari: spoken faster by as much, then stretched."""
    speed: float = 1.0

    @property
    def name(self) -> str:
        changed = [f"{value:g}" for value in (self.pitch, self.speed) if value != 1.0]
        return "-".join([self.engine, *filter(None, [self.voice.replace("+", "-")]), *changed])

    @property
    def here(self) -> bool:
        """Whether this machine can speak so."""
        return self.engine == "hibari" or shutil.which(self.engine) is not None

    def says(self, text: str) -> Audio:
        """`text` spoken, without silence around it."""
        match self.engine:
            case "hibari":
                return trimmed(self._hibari(text))
            case "espeak-ng":
                pace = str(round(165 * self.speed))
                return trimmed(_wav(["espeak-ng", "-v", self.voice, "-s", pace, "--stdout", text]))
            case "flite":
                with tempfile.TemporaryDirectory() as folder:
                    out = Path(folder) / "said.wav"
                    spoken = ["flite", "-voice", self.voice, "-t", text, "-o", str(out)]
                    subprocess.run(spoken, check=True, capture_output=True)
                    return trimmed(_decoded(out.read_bytes()))
            case "festival":
                with tempfile.TemporaryDirectory() as folder:
                    out = Path(folder) / "said.wav"
                    spoken = ["text2wave", "-eval", f"(voice_{self.voice})", "-o", str(out)]
                    subprocess.run(spoken, check=True, capture_output=True, input=text.encode())
                    return trimmed(_decoded(out.read_bytes()))

    def _hibari(self, text: str) -> Audio:
        said = np.asarray(_hibari()(text, seed=SEED, speed=self.speed / self.pitch), np.float32)
        return resampled(said, round(24_000 * self.pitch))


@functools.cache
def _hibari() -> Any:
    return load_hibari(Weights())


def _wav(command: list[str]) -> Audio:
    return _decoded(subprocess.run(command, check=True, capture_output=True).stdout)


def _decoded(data: bytes) -> Audio:
    """A mono 16-bit WAV. Programs that write to a pipe cannot know its length in advance."""
    with wave.open(io.BytesIO(data), "rb") as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return resampled(samples.astype(np.float32) / 32_768, file.getframerate())


def resampled(samples: Audio, rate: int, to: int = RATE) -> Audio:
    whole = math.gcd(rate, to)
    return np.asarray(resample_poly(samples, to // whole, rate // whole), np.float32)


def trimmed(samples: Audio) -> Audio:
    loud = np.flatnonzero(np.abs(samples) > AUDIBLE)
    return samples[loud[0] : loud[-1] + 1] if len(loud) else samples
