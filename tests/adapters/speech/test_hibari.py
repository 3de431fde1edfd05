"""The voice."""

from typing import Any

import numpy as np
import pytest
from livekit.agents import tts
from tests.adapters.speech.conftest import errors

from greenroom.adapters.speech.hibari import HibariTTS
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.moonshine import Moonshine
from greenroom.adapters.speech.moonshine_stt import MoonshineSTT
from greenroom.adapters.speech.text_normalization import normalized

pytestmark = pytest.mark.speech

QUESTION = "What was the hardest part of the project, and how did you measure the result?"


@pytest.mark.parametrize("pitch", [1.0, 0.8])
async def test_both_voices_are_understood(
    speaker: Any, moonshine: Moonshine, thread: ModelThread, pitch: float
) -> None:
    """A question spoken at either pitch comes back from the recogniser."""
    voice = HibariTTS(speaker, thread, pitch=pitch)
    async with voice.synthesize(QUESTION) as speech:
        audio = await speech.collect()
    assert (audio.sample_rate, audio.num_channels) == (24_000, 1)
    event = await MoonshineSTT(moonshine, thread).recognize(audio)
    assert errors(QUESTION, event.alternatives[0].text) <= 1


async def test_the_second_voice_is_lower_but_not_slower(speaker: Any, thread: ModelThread) -> None:
    """Pitch 0.8 lowers the voice by four semitones and keeps its pace."""
    made = []
    for pitch in (1.0, 0.8):
        async with HibariTTS(speaker, thread, pitch=pitch).synthesize(QUESTION) as speech:
            made.append(await speech.collect())
    usual, low = (np.frombuffer(frame.data, np.int16) for frame in made)
    assert _hz(low) < 0.9 * _hz(usual)
    assert len(low) == pytest.approx(len(usual), rel=0.15)


async def test_silence_around_speech_is_short(speaker: Any, thread: ModelThread) -> None:
    """The first sound comes within 0.1 s, the end within 0.3 s of the last."""
    async with HibariTTS(speaker, thread).synthesize(QUESTION) as speech:
        samples = np.frombuffer((await speech.collect()).data, np.int16)
    loud = np.flatnonzero(np.abs(samples) > 400)
    assert loud[0] < 0.1 * 24_000
    assert len(samples) - loud[-1] < 0.3 * 24_000


async def test_the_first_sentence_does_not_wait_for_the_last(
    speaker: Any, thread: ModelThread
) -> None:
    """A stream gives audio while its text is still being written."""
    voice = tts.StreamAdapter(tts=HibariTTS(speaker, thread))
    async with voice.stream() as stream:
        stream.push_text("Thank you, that is a good example. " + QUESTION[:30])
        first = await anext(stream)
        stream.push_text(QUESTION[30:])
        stream.end_input()
        rest = [audio.frame.duration async for audio in stream]
    assert first.frame.duration > 0
    assert sum(rest) > 3


@pytest.mark.parametrize("text", ["…", "日本", "* * *"])
async def test_what_cannot_be_said_is_a_short_silence(
    speaker: Any, thread: ModelThread, text: str
) -> None:
    """Text without a pronounceable sign is no error: the interview goes on."""
    async with HibariTTS(speaker, thread).synthesize(text) as speech:
        audio = await speech.collect()
    assert audio.duration < 1


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Tell me about **R&D** at `AT&T`.", "Tell me about R&D at AT&T."),
        ("You said “I led it” [once].", "You said “I led it” once ."),
        ("Tools, e.g. k8s on AWS", "Tools, for example Kubernetes on A W S"),
        ("24/7 for ~50k users", "twenty-four seven for about 50 thousand users"),
        ("Node.js and C#", "Node J S and C sharp"),
        ("CI/CD or and/or", "CI CD or and or"),
        ("10x in v2", "10 times in version 2"),
        ("It was 30% of $1.5M.", "It was 30% of $1.5M."),
        ("", ""),
    ],
)
def test_text_is_read_out(written: str, said: str) -> None:
    """Marks and abbreviations are read; what the voice's own normaliser knows is left to it."""
    assert normalized(written) == said


def _hz(samples: np.ndarray[Any, Any]) -> float:
    """The voice's pitch: the strongest autocorrelation between 80 and 400 Hz, median over 40 ms
    windows that are loud enough."""
    found = []
    for at in range(0, len(samples) - 960, 960):
        window = samples[at : at + 960].astype(np.float64)
        if np.abs(window).mean() > 1500:
            shifted = np.correlate(window, window, "full")[960:]
            found.append(24_000 / (60 + int(np.argmax(shifted[59:299]))))
    return float(np.median(found))
