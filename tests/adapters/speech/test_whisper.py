"""The second encoder."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.adapters.speech.whisper import FRAME, LONGEST_S, SAMPLE_RATE, load_encoder

ENCODER = load_encoder()


@given(st.integers(SAMPLE_RATE // 10, int(LONGEST_S * SAMPLE_RATE)), st.floats(1e-4, 1))
def test_there_is_a_frame_for_every_20_ms(count: int, loudness: float) -> None:
    """Of any length that it may be asked for, at any level, the last one rounded up."""
    noise = np.random.default_rng(count).standard_normal(count).astype(np.float32)
    frames = ENCODER.encode(np.clip(noise * loudness, -1, 1))
    assert -(-(count // 160) // 2) == len(frames)
    assert abs(len(frames) - count / FRAME) <= 1
    assert np.isfinite(frames).all()


def test_loudness_hardly_matters() -> None:
    """Energies are taken relative to the loudest band: half as loud, nearly the same frames."""
    at = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    voice = (np.sin(2 * np.pi * 140 * at) * np.sin(2 * np.pi * 3 * at) ** 2).astype(np.float32)
    loud, soft = ENCODER.encode(0.8 * voice), ENCODER.encode(0.4 * voice)
    assert np.corrcoef(loud.ravel(), soft.ravel())[0, 1] > 0.98


@pytest.mark.parametrize("moved", [0, 7])
def test_frames_tell_where_a_sound_is(moved: int) -> None:
    """A burst changes the frames about it most."""
    quiet = np.random.default_rng(0).standard_normal(SAMPLE_RATE).astype(np.float32) * 1e-3
    burst = quiet.copy()
    first = (20 + moved) * FRAME
    burst[first : first + 4 * FRAME] += 0.5 * np.sin(np.arange(4 * FRAME) / 9).astype(np.float32)
    other = np.abs(ENCODER.encode(burst) - ENCODER.encode(quiet)).mean(axis=1)
    assert 18 + moved <= int(other.argmax()) <= 26 + moved
