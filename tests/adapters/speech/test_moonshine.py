"""The recogniser itself."""

import math

import numpy as np
import pytest
from tests.adapters.speech.conftest import Say, errors, words

from greenroom.adapters.speech.expected import Alternative
from greenroom.adapters.speech.moonshine import (
    PIECE_MAX_S,
    SAMPLE_RATE,
    Moonshine,
    Transcript,
    pieces,
)

pytestmark = pytest.mark.speech

STORY = (
    "I planned the migration of our billing system to a new database.",
    "The hardest part was convincing the finance team that we would not lose a single invoice.",
    "So we ran both systems in parallel and compared every record at night.",
    "In the end nobody noticed the change, and the monthly costs fell by a third.",
    "If I did it again, I would talk to the accountants much earlier.",
)


def test_a_sentence_is_heard(moonshine: Moonshine, say: Say) -> None:
    """Clear speech comes back, one word in thirteen wrong at most, with high confidence."""
    heard = moonshine.transcribe(say(STORY[0]))
    assert errors(STORY[0], heard.text) <= 1
    assert heard.confidence > 0.8
    assert heard.tokens >= 10


@pytest.mark.parametrize("word", ["Stop.", "Wait.", "Yeah.", "Okay.", "No.", "Right."])
def test_a_single_word_is_heard(moonshine: Moonshine, say: Say, word: str) -> None:
    """The words that decide about interruptions are understood alone."""
    heard = moonshine.transcribe(say(word)).text
    assert words(heard) in (words(word), ["ok"])


@pytest.mark.parametrize(
    ("heard", "invented"),
    [
        (Transcript("You", 1, -1.1), True),
        (Transcript("You", 1, -0.02), True),
        (Transcript("You.", 2, -0.5), False),
        (Transcript("You", 1, -1.1, (0.1, 0.85, 0.05)), False),
        (Transcript("Hi", 1, -0.8), False),
        (Transcript("Oh", 1, -1.1, None, (Alternative("Oh", -1.4),)), False),
        (Transcript("Oh", 1, -1.1, None, (Alternative("Oh", -2.4),)), True),
        (Transcript("So", 1, -1.2, None, (Alternative("Thank you", -1.4),)), True),
        (Transcript("Thank you for watching", 4, -1.6), True),
        (Transcript("Stop", 1, -1.17, (0.01, 0.98, 0.01)), False),
        (Transcript("And he is not a person", 6, -2.4, (0.01, 0.85, 0.14)), True),
        (Transcript("Hi", 1, -1.1, (0.99, 0.0, 0.01)), True),
        (Transcript("", 0, -0.1, (0.01, 0.98, 0.01)), True),
    ],
)
def test_noise_is_not_written(heard: Transcript, invented: bool) -> None:
    """Words that the model itself does not believe are dropped, unless they sound like a call, and so
    is what it writes for no words."""
    assert heard.invented is invented


@pytest.mark.parametrize("hertz", [55, 90, 140])
def test_a_thump_has_no_words(moonshine: Moonshine, hertz: int) -> None:
    """A knock on the desk, which the model hears as "You" with more certainty than most words."""
    at = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    knock = np.sin(2 * np.pi * hertz * at) * np.exp(-at / 0.05)
    samples = np.roll(9_000 * knock, SAMPLE_RATE // 4).astype(np.int16)
    assert moonshine.transcribe(samples).text == ""


def test_a_request_in_noise_is_among_the_alternatives(moonshine: Moonshine, say: Say) -> None:
    """With the opener that it was said with, whatever is written for it (F9)."""
    said = say("Can we skip this question?")
    noise = np.random.default_rng(1).standard_normal(len(said)) * 0.2 * np.abs(said).max()
    heard = moonshine.transcribe((said * 0.7 + noise * 0.7).astype(np.int16))
    assert any(other.text.startswith("Can we skip") for other in heard.alternatives or ())


def test_half_a_minute_without_a_pause_loses_no_words(moonshine: Moonshine, say: Say) -> None:
    """Audio far beyond the model's limit is decoded in pieces: at most one word in twenty wrong."""
    audio = say(*STORY)
    assert len(audio) > 20 * SAMPLE_RATE
    said = " ".join(STORY)
    assert errors(said, moonshine.transcribe(audio).text) <= len(said.split()) // 20


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.1, 3.0])
def test_silence_gives_no_words(moonshine: Moonshine, seconds: float) -> None:
    """However long or short, nothing is nothing, and no error."""
    assert moonshine.transcribe(np.zeros(int(seconds * SAMPLE_RATE), np.int16)) == Transcript("")


def test_confidence_is_the_mean_probability_of_a_token() -> None:
    """exp of the mean log-probability; nothing heard is no confidence."""
    assert Transcript("yes", 2, math.log(0.5)).confidence == pytest.approx(0.5)
    assert Transcript("").confidence == 0


def test_pieces_are_the_whole_audio_cut_where_it_is_quiet(say: Say) -> None:
    """The pieces joined are the audio, none is too long, and the cut falls into a pause."""
    voice = say(STORY[0], STORY[1])[: 9 * SAMPLE_RATE]
    audio = np.concatenate([voice, np.zeros(4_800, np.int16), voice])
    cut = pieces(audio)
    assert np.array_equal(np.concatenate(cut), audio)
    assert all(len(piece) <= PIECE_MAX_S * SAMPLE_RATE for piece in cut)
    assert len(voice) <= len(cut[0]) <= len(voice) + 4_800
