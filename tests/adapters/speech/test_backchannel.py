"""Backchannels by their sound."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.speech.conftest import Say, quiet

from greenroom.adapters.speech.backchannel import (
    MARGIN,
    ODDS,
    PACES,
    load_classifier,
    paced,
    voice,
)
from greenroom.adapters.speech.moonshine import SHORT, SHORTEST, Moonshine
from greenroom.adapters.speech.whisper import FRAME, SAMPLE_RATE, load_encoder

WIDTH = 384


def test_the_silence_around_a_voice_is_not_read() -> None:
    """Only the frames from the first voiced one to the last are, and a few on either side."""
    frames = np.random.default_rng(0).standard_normal((30, 4), np.float32)
    audio = np.repeat(np.r_[np.zeros(5), np.ones(16), np.zeros(9)], FRAME).astype(np.float32)
    assert np.array_equal(voice(frames, audio), frames[5 - MARGIN : 21 + MARGIN])


def test_a_voice_that_fills_its_audio_is_read_whole() -> None:
    """There is nothing beyond either end."""
    frames = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert np.array_equal(voice(frames, np.ones(3 * FRAME, np.float32)), frames)


@pytest.mark.parametrize("pace", PACES)
def test_what_is_played_faster_is_shorter_and_higher(pace: float) -> None:
    """A second of a tone becomes so much less of one, and its pitch rises as much; it is as loud as before."""
    tone = np.sin(2 * np.pi * 1_000 * np.arange(SAMPLE_RATE) / SAMPLE_RATE).astype(np.float32)
    played = paced(tone, pace)
    assert len(played) == round(SAMPLE_RATE / pace)
    spectrum = np.abs(np.fft.rfft(played))
    assert spectrum.argmax() * SAMPLE_RATE / len(played) == pytest.approx(1_000 * pace, abs=1)
    assert np.abs(played).max() == pytest.approx(1, abs=0.05)


@pytest.mark.speech
@pytest.mark.parametrize("text", ["Noted.", "Fair enough."])
def test_every_pace_counts(say: Say, text: str) -> None:
    """How much likelier one kind is than another, by all hearings, is the mean of what each says, as
    logarithms: none of them is left out, and none decides alone (T1, T3)."""
    audio = np.concatenate((quiet(0.3), say(text), quiet(0.4))).astype(np.float32) / 32_768
    network, encoder = load_classifier(), load_encoder()
    hearings = (paced(audio, pace) for pace in PACES)
    each = [network.chances(voice(encoder.encode(one), one)) for one in hearings]
    odds = [np.log((kinds[0] + 1e-4) / (kinds[2] + 1e-4)) for kinds in each]
    assert len({round(float(one), 3) for one in odds}) == len(PACES)
    together = network.heard(audio) / ODDS
    assert np.log(together[0] / together[2]) == pytest.approx(np.mean(odds), abs=0.01)


@given(st.integers(0, 2**32 - 1), st.integers(1, 125), st.floats(0.01, 100))
def test_chances_are_chances(seed: int, count: int, scale: float) -> None:
    """Whatever the frames, and be it a single one, each is 0 to 1 and together they are 1."""
    random = np.random.default_rng(seed)
    frames = (random.standard_normal((count, WIDTH)) * scale).astype(np.float32)
    chances = load_classifier().chances(frames)
    assert ((chances >= 0) & (chances <= 1)).all()
    assert chances.sum() == pytest.approx(1, abs=1e-5)


def test_what_is_said_at_another_moment_is_judged_by_the_same_weights() -> None:
    """The convolutions are over time: frames in another order are another utterance."""
    frames = np.random.default_rng(1).standard_normal((24, WIDTH)).astype(np.float32)
    network = load_classifier()
    forwards, backwards = network.chances(frames), network.chances(frames[::-1])
    assert not np.allclose(forwards, backwards, rtol=0.01, atol=0)


@pytest.mark.parametrize("samples", [SHORTEST, SHORT])
def test_the_shortest_and_the_longest_are_heard_at_every_pace(samples: int) -> None:
    """What is played slower still fits the encoder, and what is played faster still has frames."""
    noise = np.random.default_rng(2).standard_normal(samples).astype(np.float32) / 10
    assert load_classifier().heard(noise).sum() == pytest.approx(1, abs=1e-5)


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
        "Pause.",
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
