"""The encoder of Whisper tiny.en: what short audio sounds like, in frames of 20 ms.

A second pair of ears beside the recogniser's own. Its maker's decoder is not needed and not here: the
frames are read by `backchannel`. It was made for windows of 30 s; on a window as long as the audio the
frames differ, and whoever learns from them learns that.

The network lies beside this module, its matrices in 8 bits; `python -m benchmarks.turns.whisper`
makes the file from the published weights.
"""

from __future__ import annotations

from importlib import resources

import numpy as np
import numpy.typing as npt

from greenroom.adapters.speech.onnx_session import onnx_session

Floats = npt.NDArray[np.float32]

SAMPLE_RATE = 16_000
FRAME = 320
"""Samples that a frame stands for."""
NETWORK = "whisper_tiny_en_encoder.onnx"
LONGEST_S = 3.0
"""It knows no later positions."""

_WINDOW, _HOP, _BANDS = 400, 160, 80
_DYNAMIC, _FLOOR = 8.0, 1e-10
"""Decades below the loudest band that are still told apart; and the least power."""
_LINEAR_HZ, _LINEAR_MELS = 1000.0, 15.0
"""Slaney's mel scale: linear up to here, so many mels; ..."""
_STEP = np.log(6.4) / 27
"""... then a factor of 6.4 for every 27."""


class WhisperEncoder:
    """Not re-entrant: give it a `ModelThread`."""

    def __init__(self, network: bytes) -> None:
        self._session = onnx_session(network)
        self._bands = _mel_bands()
        self._window = np.hanning(_WINDOW + 1)[:-1].astype(np.float32)

    def encode(self, audio: Floats) -> Floats:
        """The frames, each of 384 numbers, of mono audio, -1..1, 0.1 to `LONGEST_S` seconds of it."""
        (frames,) = self._session.run(None, {"mel": self._log_mel(audio)})
        return np.asarray(frames, np.float32)

    def _log_mel(self, audio: Floats) -> Floats:
        """Whisper's input: a row of logarithms of band energies for every 10 ms."""
        padded = np.pad(audio, _WINDOW // 2, mode="reflect")
        views = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_HOP][:-1]
        power = np.abs(np.fft.rfft(views * self._window)).astype(np.float32) ** 2
        bands = np.log10(np.maximum(power @ self._bands, _FLOOR))
        return np.asarray((np.maximum(bands, bands.max() - _DYNAMIC) + 4) / 4, np.float32)


def load_encoder() -> WhisperEncoder:
    """With the network that lies beside this module."""
    return WhisperEncoder(resources.files(__package__).joinpath(NETWORK).read_bytes())


def _mel_bands() -> Floats:
    """Overlapping triangles of equal area over the frequencies of the transform, a column a band."""
    hertz = np.fft.rfftfreq(_WINDOW, 1 / SAMPLE_RATE)
    top = _LINEAR_MELS + np.log(SAMPLE_RATE / 2 / _LINEAR_HZ) / _STEP
    mels = np.linspace(0, top, _BANDS + 2)
    above = _LINEAR_HZ * np.exp(_STEP * (mels - _LINEAR_MELS))
    edges = np.where(mels < _LINEAR_MELS, mels * _LINEAR_HZ / _LINEAR_MELS, above)
    low, middle, high = edges[:-2], edges[1:-1], edges[2:]
    column = hertz[:, None]
    rising, falling = (column - low) / (middle - low), (high - column) / (high - middle)
    triangles = np.maximum(0, np.minimum(rising, falling)) * 2 / (high - low)
    return np.asarray(triangles, np.float32)
