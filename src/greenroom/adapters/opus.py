"""`app.ports.SoundCodec` by Opus, as it comes with PyAV (and LiveKit): about 3 kB a second of speech.

A piece is its packets, each of 20 ms, with their lengths before them. There is no container: the
store knows when a piece began, and a recording that breaks off has no end to be missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import av
import numpy as np

from greenroom.app.ports import SOUND_HZ, SoundEncoder

STEP_MS: Final = 20
_SAMPLES: Final = SOUND_HZ * STEP_MS // 1000
_DECODED_HZ: Final = 48_000
_LENGTH: Final = 2
_BITS: Final = 24_000
"""A second. Speech of one voice, without audible loss."""
_EFFORT: Final = "0"
"""Of 10: 3 ms of a core for a second of sound, for a tenth more bytes than the best. Forty voices are encoded
beside one another, and hold up whatever else the process does."""


class OpusCodec:
    """Encoders of 16 kHz speech, and a decoder."""

    @property
    def step_ms(self) -> int:
        return STEP_MS

    def encoder(self) -> SoundEncoder:
        return _Encoder()

    def decode(self, pieces: Sequence[bytes]) -> Sequence[bytes]:
        decoder = av.CodecContext.create("libopus", "r")
        decoder.sample_rate, decoder.layout = _DECODED_HZ, "mono"
        return [_decoded(decoder, piece) for piece in pieces]


class _Encoder:
    def __init__(self) -> None:
        self._encoder = av.CodecContext.create("libopus", "w")
        self._encoder.sample_rate, self._encoder.layout = SOUND_HZ, "mono"
        self._encoder.format, self._encoder.bit_rate = "s16", _BITS
        self._encoder.time_base = Fraction(1, SOUND_HZ)
        self._encoder.options = {"application": "voip", "compression_level": _EFFORT}
        self._encoder.open()
        self._at = 0

    def encode(self, pcm: bytes) -> bytes:
        """One frame, which the encoder cuts up by itself: thrice as fast as one for each packet."""
        samples = np.frombuffer(pcm, "<i2").reshape(-1, _SAMPLES).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(samples, format="s16", layout="mono")
        frame.sample_rate, frame.pts = SOUND_HZ, self._at
        self._at += samples.size
        packets = [bytes(packet) for packet in self._encoder.encode(frame)]
        return b"".join(len(one).to_bytes(_LENGTH, "big") + one for one in packets)


def _decoded(decoder: av.AudioCodecContext, piece: bytes) -> bytes:
    """Opus decodes at 48 kHz. What was 16 kHz holds nothing above 8, so every third sample is all."""
    frames = [frame for packet in _packets(piece) for frame in decoder.decode(av.Packet(packet))]
    return b"".join(frame.to_ndarray()[0, :: _DECODED_HZ // SOUND_HZ].tobytes() for frame in frames)


def _packets(piece: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(piece):
        end = at + _LENGTH + int.from_bytes(piece[at : at + _LENGTH], "big")
        yield piece[at + _LENGTH : end]
        at = end
