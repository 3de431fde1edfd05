"""Sound made small and heard again: Opus without a container."""

from __future__ import annotations

import numpy as np
import pytest

from greenroom.adapters.opus import STEP_MS, OpusCodec
from greenroom.app.ports import SOUND_HZ

SECOND = SOUND_HZ
LOOKAHEAD_MS = 7
"""An Opus encoder is so far behind."""


def tone(seconds: float, hertz: float = 440.0) -> np.ndarray:
    at = np.arange(int(SECOND * seconds)) / SECOND
    return (8_000 * np.sin(2 * np.pi * hertz * at)).astype("<i2")


def pieces(sound: np.ndarray, ms: int = 960) -> list[bytes]:
    step = SECOND * ms // 1000
    return [sound[at : at + step].tobytes() for at in range(0, sound.size, step)]


def pitch(sound: np.ndarray) -> float:
    """The loudest frequency."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(sound.size)))
    return float(np.argmax(spectrum) * SECOND / sound.size)


def loudness(sound: np.ndarray) -> float:
    return float(np.sqrt(np.mean(sound.astype(np.float64) ** 2)))


def test_what_went_in_comes_out() -> None:
    """Every piece comes back as long as it was, at the same pitch and loudness, a tenth of its size."""
    sound = tone(4.8)
    encoder = OpusCodec().encoder()
    small = [encoder.encode(piece) for piece in pieces(sound)]
    heard = OpusCodec().decode(small)
    assert [len(piece) for piece in heard] == [len(piece) for piece in pieces(sound)]
    whole = np.frombuffer(b"".join(heard), "<i2")[SECOND // 10 :]
    assert pitch(whole) == pytest.approx(440, abs=2)
    assert loudness(whole) == pytest.approx(loudness(sound), rel=0.1)
    assert sum(map(len, small)) < sound.nbytes / 8


def test_it_stays_where_it_was() -> None:
    """A sound that begins after silence begins there again, to a few milliseconds."""
    sound = np.concatenate((np.zeros(2 * SECOND, "<i2"), tone(2)))
    encoder = OpusCodec().encoder()
    small = [encoder.encode(piece) for piece in pieces(sound, 1_000)]
    heard = np.frombuffer(b"".join(OpusCodec().decode(small)), "<i2")
    loud = np.flatnonzero(np.abs(heard.astype(int)) > 2_000)[0] * 1000 / SECOND
    assert 1_995 <= loud <= 2_000 + 3 * LOOKAHEAD_MS


def test_it_begins_anywhere() -> None:
    """A decoder that begins in the middle has found in after 80 ms."""
    encoder = OpusCodec().encoder()
    small = [encoder.encode(piece) for piece in pieces(tone(3), 1_000)]
    codec = OpusCodec()
    whole = np.frombuffer(codec.decode(small)[2], "<i2").astype(int)
    alone = np.frombuffer(codec.decode(small[2:])[0], "<i2").astype(int)
    found_in = 80 * SECOND // 1000
    assert np.abs(whole - alone)[found_in:].max() < 400


def test_noise_aliases_nothing() -> None:
    """What every third sample is taken of holds nothing above 8 kHz: hiss comes back as loud as it was."""
    hiss = (np.random.default_rng(1).standard_normal(2 * SECOND) * 2_000).astype("<i2")
    encoder = OpusCodec().encoder()
    heard = np.frombuffer(OpusCodec().decode([encoder.encode(hiss.tobytes())])[0], "<i2")
    assert loudness(heard) <= 1.05 * loudness(hiss)


def test_a_step_is_whole() -> None:
    """Pieces are whole steps; one that is not is refused, and not made longer."""
    with pytest.raises(ValueError, match="reshape"):
        OpusCodec().encoder().encode(bytes(2 * SECOND * STEP_MS // 1000 - 2))
