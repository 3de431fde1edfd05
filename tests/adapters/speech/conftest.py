"""The real models, loaded once, and speech made on the spot: no recordings are kept here."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from livekit import rtc

from greenroom.adapters.speech.hibari import load_hibari
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.moonshine import SAMPLE_RATE, Moonshine, Samples, load_moonshine
from greenroom.adapters.speech.weights import Weights

Say = Callable[..., Samples]


@pytest.fixture(scope="session")
def moonshine() -> Moonshine:
    return load_moonshine(Weights())


@pytest.fixture(scope="session")
def speaker() -> Any:
    return load_hibari(Weights())


@pytest.fixture
def thread() -> Iterator[ModelThread]:
    thread = ModelThread("test")
    yield thread
    thread.close()


@pytest.fixture(scope="session")
def say(speaker: Any) -> Say:
    """`say(*texts, gap_s)`: 16 kHz speech of the texts one after another, the same every time."""

    def say(*texts: str, gap_s: float = 0.0) -> Samples:
        spoken = [at_16_khz(speaker(text, seed=1)) for text in texts]
        return np.concatenate([part for s in spoken for part in (s, quiet(gap_s))])

    return say


def quiet(seconds: float) -> Samples:
    """A silent room: noise at -76 dB."""
    noise = np.random.default_rng(1).standard_normal(int(seconds * SAMPLE_RATE))
    return (noise * 5).astype(np.int16)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower().replace("’", "'"))


def errors(said: str, heard: str) -> int:
    """Words wrong, lost or added (edit distance)."""
    wanted, got = words(said), words(heard)
    row = list(range(len(got) + 1))
    for i, word in enumerate(wanted, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(got, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (word != other))
    return row[-1]


def at_16_khz(wave: Any) -> Samples:
    pcm = (np.clip(np.trim_zeros(wave), -1, 1) * 32767).astype(np.int16)
    resampler = rtc.AudioResampler(24_000, SAMPLE_RATE)
    frames = [*resampler.push(bytearray(pcm.tobytes())), *resampler.flush()]
    return np.concatenate([np.frombuffer(frame.data, np.int16) for frame in frames])
