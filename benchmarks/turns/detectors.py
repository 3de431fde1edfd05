"""Who says that an answer is over: LiveKit's v1-mini and Smart Turn 3.2, each on the sound so far.

v1-mini is in livekit-agents' own package. Smart Turn's weights are in Pipecat's, which is installed
in the environment of `rival`; where that cannot be had, `smart_turn` says so by raising `Missing`.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.turns.rival import PACKAGE, Missing, environment
from benchmarks.turns.voices import RATE

Sound = npt.NDArray[np.int16]
Ask = Callable[[Sound], float]
"""The chance that the speaker of these 16 kHz samples has finished."""

MINI: Final = "LiveKit v1-mini"
MINI_HEARS: Final = round(1.2 * RATE)
SMART: Final = "Smart Turn 3.2"
SMART_HEARS: Final = 8 * RATE
SMART_FOLDER: Final = "lib/*/site-packages/pipecat/audio/turn/smart_turn"


def mini() -> Ask:
    from livekit.local_inference import EOT

    model = EOT()
    return lambda sound: float(model.predict(np.ascontiguousarray(sound[-MINI_HEARS:])))


def smart_turn(folder: Path) -> Ask:
    """Raises `Missing`."""
    found = sorted(environment(folder).glob(SMART_FOLDER))
    weights = [path for home in found for path in home.glob("data/smart-turn-v3.2-cpu.onnx")]
    if not weights:
        raise Missing(f"{PACKAGE} has no weights of Smart Turn 3.2")
    return smart(weights[0], features(found[0] / "_whisper_features.py"))


def features(path: Path) -> Callable[[npt.NDArray[np.float32]], npt.NDArray[np.float32]]:
    """Pipecat's own log-mel spectrogram: a file that needs nothing but NumPy."""
    spec = importlib.util.spec_from_file_location("pipecat_features", path)
    if spec is None or spec.loader is None:
        raise Missing(f"{PACKAGE}: {path.name} cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Any = module.compute_whisper_log_mel_features
    return lambda samples: np.asarray(made(samples, do_normalize=True), np.float32)


def smart(
    weights: Path, spectrogram: Callable[[npt.NDArray[np.float32]], npt.NDArray[np.float32]]
) -> Ask:
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = InferenceSession(weights, options)

    def ask(sound: Sound) -> float:
        (chance,) = session.run(None, {"input_features": spectrogram(window(sound))[None]})
        return float(np.ravel(chance)[0])

    return ask


def window(sound: Sound) -> npt.NDArray[np.float32]:
    """The last 8 s, with silence before them where there are fewer."""
    last = sound[-SMART_HEARS:].astype(np.float32) / 32_768
    return np.pad(last, (SMART_HEARS - len(last), 0))
