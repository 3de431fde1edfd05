"""Backchannels by their sound."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.speech.conftest import Say, quiet

from greenroom.adapters.speech.backchannel import (
    STRETCHES,
    Sketch,
    load_classifier,
    sketch,
)
from greenroom.adapters.speech.moonshine import SHORT, Moonshine

FRAME = 384
WIDTH = 288


def test_the_silence_around_a_voice_is_not_looked_at() -> None:
    """A sketch is of the frames from the first voiced one to the last, and says how many."""
    random = np.random.default_rng(0)
    frames = random.standard_normal((30, 4), np.float32)
    audio = np.repeat(np.r_[np.zeros(5), np.ones(16), np.zeros(9)], FRAME).astype(np.float32)
    seen = sketch(frames, audio)
    assert seen.frames == 16
    assert np.allclose(seen.stretches, frames[5:21].reshape(STRETCHES, 2, 4).mean(axis=1))


def test_a_short_voice_has_all_its_stretches() -> None:
    """Fewer frames than stretches are shared out, not lost."""
    frames = np.arange(6, dtype=np.float32).reshape(3, 2)
    seen = sketch(frames, np.ones(3 * FRAME, np.float32))
    assert seen.stretches.shape == (STRETCHES, 2)
    assert {tuple(row) for row in seen.stretches} >= {
        tuple(frames[0]),
        tuple(frames[2]),
    }


@given(st.integers(0, 2**32 - 1), st.integers(1, 100), st.floats(0.01, 100))
def test_chances_are_chances(seed: int, frames: int, scale: float) -> None:
    """Whatever the sketch, each is 0 to 1 and together they are 1."""
    random = np.random.default_rng(seed)
    seen = Sketch((random.standard_normal((STRETCHES, WIDTH)) * scale).astype(np.float32), frames)
    chances = load_classifier().chances(seen)
    assert ((chances >= 0) & (chances <= 1)).all()
    assert chances.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.speech
@pytest.mark.parametrize("text", ["Okay.", "Yeah.", "Right.", "Mm-hmm.", "I see.", "Got it."])
def test_backchannels_sound_like_backchannels(moonshine: Moonshine, say: Say, text: str) -> None:
    """More likely than not, also where the words that are written for it are none."""
    heard = moonshine.transcribe(np.concatenate((quiet(0.3), say(text), quiet(0.4))))
    assert heard.chances is not None
    assert heard.chances[0] > 0.5


@pytest.mark.speech
@pytest.mark.parametrize(
    "text",
    [
        "Stop.",
        "Wait.",
        "No.",
        "Hold on.",
        "Say that again.",
        "Kubernetes.",
        "But why?",
        "Okay, stop.",
    ],
)
def test_other_words_do_not(moonshine: Moonshine, say: Say, text: str) -> None:
    """Stop words, requests, other words and what follows a backchannel."""
    heard = moonshine.transcribe(np.concatenate((quiet(0.3), say(text), quiet(0.4))))
    assert heard.chances is not None
    assert heard.chances[0] < 0.4


@pytest.mark.speech
def test_long_audio_is_no_backchannel_and_is_not_judged(moonshine: Moonshine, say: Say) -> None:
    """Only what may be one is looked at."""
    text = "We moved all of it to the cloud last summer."
    audio = say(text)
    assert len(audio) > SHORT
    assert moonshine.transcribe(audio).chances is None
