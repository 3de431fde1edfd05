"""The recogniser as a LiveKit STT stream."""

import asyncio
import math
from collections.abc import Callable, Iterable
from typing import Any, cast

import numpy as np
import pytest
from livekit import rtc
from livekit.agents import stt
from tests.adapters.speech.conftest import Say, errors, quiet, words
from tests.adapters.speech.test_moonshine import STORY

from greenroom.adapters.speech.expected import Alternative
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.moonshine import SAMPLE_RATE, Moonshine, Samples, Transcript
from greenroom.adapters.speech.moonshine_stt import MoonshineSTT

pytestmark = pytest.mark.speech

Kind = stt.SpeechEventType
INTERIM = Kind.INTERIM_TRANSCRIPT


@pytest.fixture
def ear(moonshine: Moonshine, thread: ModelThread) -> MoonshineSTT:
    return MoonshineSTT(moonshine, thread)


def frames(audio: Samples, rate: int = SAMPLE_RATE, size: int = 512) -> Iterable[rtc.AudioFrame]:
    for at in range(0, len(audio) - size + 1, size):
        yield rtc.AudioFrame(audio[at : at + size].tobytes(), rate, 1, size)


async def listen(
    ear: MoonshineSTT,
    audio: Samples,
    rate: int = SAMPLE_RATE,
    size: int = 512,
    pace: float = 0.05,
) -> list[stt.SpeechEvent]:
    """Every event that the audio causes, fed at `1 / pace` times its speed."""
    async with ear.stream() as stream:

        async def feed() -> None:
            loop = asyncio.get_running_loop()
            due = loop.time()
            for frame in frames(audio, rate, size):
                stream.push_frame(frame)
                due += pace * frame.duration
                await asyncio.sleep(max(0, due - loop.time()))
            stream.end_input()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(feed())
            return [event async for event in stream]


async def listen_unhurried(
    ear: MoonshineSTT, thread: ModelThread, audio: Samples
) -> list[stt.SpeechEvent]:
    """Every event that the audio causes, where the model keeps up with it: the next frame comes when
    all is decoded and told that the last one asked for, on a busy machine as on an idle one."""
    async with ear.stream() as stream:

        async def feed() -> None:
            for frame in frames(audio):
                stream.push_frame(frame)
                await told()
                await thread.run(lambda: None, urgent=False)  # comes after every other call
                await told()
            stream.end_input()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(feed())
            return [event async for event in stream]


async def told() -> None:
    """Every task has done what it can do now."""
    for _ in range(10):
        await asyncio.sleep(0)


def of(events: list[stt.SpeechEvent], kind: Kind) -> list[stt.SpeechData]:
    return [event.alternatives[0] for event in events if event.type is kind]


def final(events: list[stt.SpeechEvent]) -> str:
    return " ".join(data.text for data in of(events, Kind.FINAL_TRANSCRIPT))


async def test_one_answer(ear: MoonshineSTT, thread: ModelThread, say: Say) -> None:
    """Start, growing interims, one final with the words, end: in that order."""
    audio = np.concatenate([quiet(0.5), say(STORY[0]), quiet(1)])
    events = await listen_unhurried(ear, thread, audio)
    kinds = [event.type for event in events]
    assert kinds[0] is Kind.START_OF_SPEECH
    assert kinds[-2:] == [Kind.FINAL_TRANSCRIPT, Kind.END_OF_SPEECH]
    assert set(kinds[1:-2]) == {Kind.INTERIM_TRANSCRIPT}
    assert errors(STORY[0], final(events)) <= 1
    (data,) = of(events, Kind.FINAL_TRANSCRIPT)
    assert data.confidence > 0.8
    assert data.metadata is not None
    assert data.metadata["tokens"] > 5
    assert 0.3 < data.start_time < 1.0
    assert data.end_time == pytest.approx((len(audio) / SAMPLE_RATE) - 1, abs=0.4)


async def test_interims_hold_unstable_words_back(
    ear: MoonshineSTT, thread: ModelThread, say: Say
) -> None:
    """Of the words shown in interims, nearly all are words of the final."""
    audio = np.concatenate([quiet(0.5), say(STORY[1]), quiet(1)])
    events = await listen_unhurried(ear, thread, audio)
    shown = [word for data in of(events, Kind.INTERIM_TRANSCRIPT) for word in words(data.text)]
    kept = set(words(final(events)))
    assert len(shown) > 20
    assert sum(word not in kept for word in shown) <= len(shown) // 10


class Counting(MoonshineSTT):
    """Counts what is asked of the model, by urgency."""

    def __init__(self, model: Moonshine, thread: ModelThread) -> None:
        super().__init__(model, thread)
        self.asked = {True: 0, False: 0}

    async def transcribe(
        self, samples: Callable[[], Samples], *, urgent: bool = True
    ) -> Transcript:
        self.asked[urgent] += 1
        return await super().transcribe(samples, urgent=urgent)


class Slow(MoonshineSTT):
    """Takes its time for every decode, as on a busy machine."""

    async def transcribe(
        self, samples: Callable[[], Samples], *, urgent: bool = True
    ) -> Transcript:
        heard = await super().transcribe(samples, urgent=urgent)
        await asyncio.sleep(1.5)
        return heard


async def test_words_are_dated_by_when_they_were_said(
    moonshine: Moonshine, thread: ModelThread, say: Say
) -> None:
    """However long the decode takes, the voice began and ended when it did, and so for the voice that
    comes meanwhile (T2)."""
    first, second = say("Stop."), say("Wait.")
    audio = np.concatenate([quiet(0.5), first, quiet(0.8), second, quiet(1)])
    events = await listen(Slow(moonshine, thread), audio, pace=1)
    dated = [event for event in events if event.speech_end_time and event.type is not INTERIM]
    began = [event.speech_start_time for event in events if event.type is Kind.START_OF_SPEECH]
    ended = [event.speech_end_time for event in events if event.type is Kind.END_OF_SPEECH]
    assert [event.speech_end_time for event in dated] == [ended[0], ended[0], ended[1], ended[1]]
    length = len(first) / SAMPLE_RATE
    assert 0.2 < ended[0] - began[0] < length
    assert began[1] - began[0] == pytest.approx(length + 0.8, abs=0.2)


async def test_the_pause_is_long_enough_to_decode_in(
    moonshine: Moonshine, thread: ModelThread, say: Say
) -> None:
    """What is heard when a pause begins is the final when it turns out to be the end: the answer
    is not decoded once more while the candidate waits."""
    ear = Counting(moonshine, thread)
    audio = np.concatenate([quiet(0.5), say("Stop."), quiet(1)])
    events = await listen_unhurried(ear, thread, audio)
    assert len(of(events, Kind.FINAL_TRANSCRIPT)) == 1
    assert ear.asked[True] == 1


async def test_a_stop_word_is_shown_before_the_pause_is_over(
    ear: MoonshineSTT, thread: ModelThread, say: Say
) -> None:
    """A single word comes as an interim, so an interruption need not wait for the endpoint."""
    audio = np.concatenate([quiet(0.5), say("Stop."), quiet(1)])
    events = await listen_unhurried(ear, thread, audio)
    assert [words(data.text) for data in of(events, Kind.INTERIM_TRANSCRIPT)][:1] == [["stop"]]


async def test_an_interim_comes_with_the_whole_guess(thread: ModelThread, say: Say) -> None:
    """Of "No worries" the "no" is shown first; what the guess holds beyond it is an alternative, as
    likely. Sound that is too long for alternatives has none."""

    class Guessing:
        def __init__(self, others: tuple[Alternative, ...] | None) -> None:
            self.guesses, self.others = iter(["No way."]), others

        def transcribe(self, samples: Samples) -> Transcript:
            return Transcript(next(self.guesses, "No worries."), 2, -0.3, None, self.others)

    audio = np.concatenate([quiet(0.5), say("Yes, of course, I see."), quiet(1)])
    for others, expected in (((), ["No worries."]), (None, [])):
        ear = MoonshineSTT(cast("Any", Guessing(others)), thread)
        events = await listen_unhurried(ear, thread, audio)
        heard = [event for event in events if event.alternatives]
        shown = [[data.text for data in event.alternatives] for event in heard]
        assert shown[0] == ["No", *expected]
        assert shown[-1] == ["No worries."]
        assert {data.confidence for data in heard[0].alternatives} == {math.exp(-0.3)}


async def test_half_a_minute_without_a_pause_loses_and_doubles_no_words(
    ear: MoonshineSTT, say: Say
) -> None:
    """Chained segments give all words of a speech that never pauses."""
    audio = np.concatenate([quiet(0.5), say(*STORY), quiet(1)])
    events = await listen(ear, audio)
    said = " ".join(STORY)
    assert len(of(events, Kind.FINAL_TRANSCRIPT)) > 2
    assert errors(said, final(events)) <= len(said.split()) // 20


async def test_streams_do_not_mix(moonshine: Moonshine, thread: ModelThread, say: Say) -> None:
    """Three interviews on one model at once: each gets its own words."""
    ears = [MoonshineSTT(moonshine, thread) for _ in range(3)]
    said = STORY[:3]
    heard = await asyncio.gather(
        *(
            listen(ear, np.concatenate([quiet(0.3 * i), say(text), quiet(1)]))
            for i, (ear, text) in enumerate(zip(ears, said, strict=True))
        )
    )
    for text, events in zip(said, heard, strict=True):
        assert errors(text, final(events)) <= 1


@pytest.mark.parametrize("loudness", [0, 30, 1000])
async def test_silence_and_noise_cause_no_words(ear: MoonshineSTT, loudness: int) -> None:
    """A quiet room, a fan, a loud hiss: not one word."""
    noise = np.random.default_rng(3).standard_normal(6 * SAMPLE_RATE) * loudness
    events = await listen(ear, noise.astype(np.int16))
    assert of(events, Kind.INTERIM_TRANSCRIPT) == of(events, Kind.FINAL_TRANSCRIPT) == []


async def test_the_length_of_frames_changes_no_word(ear: MoonshineSTT, say: Say) -> None:
    """Cut again, the same sound is the same sound: 10, 37, 64 or 100 ms at a time."""
    audio = np.concatenate([quiet(0.5), say(STORY[0]), quiet(1)])
    heard = [final(await listen(ear, audio, size=16 * ms)) for ms in (32, 10, 37, 64, 100)]
    assert heard == [heard[0]] * 5


@pytest.mark.parametrize(("rate", "size"), [(48_000, 960), (24_000, 480), (16_000, 160)])
async def test_other_rates_and_frames_are_heard(
    ear: MoonshineSTT, say: Say, rate: int, size: int
) -> None:
    """Browsers, rooms and files differ in rate and frame; the words do not."""
    resampled = _resampled(np.concatenate([quiet(0.5), say(STORY[0]), quiet(1)]), rate)
    assert errors(STORY[0], final(await listen(ear, resampled, rate, size))) <= 1


async def test_a_flush_gives_the_words_at_once(ear: MoonshineSTT, say: Say) -> None:
    """Whoever decides that the turn is over gets the final without waiting for silence."""
    async with ear.stream() as stream:
        for frame in frames(np.concatenate([quiet(0.5), say("I agree."), quiet(0.15)])):
            stream.push_frame(frame)
        stream.flush()
        async with asyncio.timeout(5):
            while (event := await anext(stream)).type is not Kind.FINAL_TRANSCRIPT:
                pass
    assert errors("I agree.", event.alternatives[0].text) == 0


async def test_a_whole_buffer_is_recognised(ear: MoonshineSTT, say: Say) -> None:
    """`recognize` takes a recording of any rate."""
    audio = _resampled(say(STORY[0]), 48_000)
    event = await ear.recognize(rtc.AudioFrame(audio.tobytes(), 48_000, 1, len(audio)))
    assert errors(STORY[0], event.alternatives[0].text) <= 1


async def test_a_stream_closed_in_the_middle_leaves_the_others_alone(
    ear: MoonshineSTT, say: Say
) -> None:
    """Hanging up while words are being decoded harms nobody."""
    stream = ear.stream()
    for frame in frames(np.concatenate([say(STORY[1]), quiet(1)])):
        stream.push_frame(frame)
    await asyncio.sleep(0.05)
    await stream.aclose()
    events = await listen(ear, np.concatenate([say("I agree."), quiet(1)]))
    assert errors("I agree.", final(events)) == 0


def _resampled(audio: Samples, rate: int) -> Samples:
    if rate == SAMPLE_RATE:
        return audio
    resampler = rtc.AudioResampler(SAMPLE_RATE, rate)
    made = [*resampler.push(bytearray(audio.tobytes())), *resampler.flush()]
    return np.concatenate([np.frombuffer(frame.data, np.int16) for frame in made])
