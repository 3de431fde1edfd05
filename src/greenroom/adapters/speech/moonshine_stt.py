"""Moonshine as a LiveKit STT: interims while somebody speaks, finals at pauses."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from itertools import takewhile

import numpy as np
from livekit import rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    NOT_GIVEN,
    APIConnectOptions,
    NotGivenOr,
    stt,
)
from livekit.agents.language import LanguageCode
from livekit.agents.utils import AudioBuffer
from livekit.local_inference import VAD

from greenroom.adapters.speech.hum_spellings import is_written_for_a_hum
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.moonshine import SAMPLE_RATE, Moonshine, Samples, Transcript
from greenroom.adapters.speech.segments import (
    WINDOW,
    WINDOW_S,
    Began,
    Closed,
    Cut,
    Guess,
    Segments,
)

BUSY = 4
"""Calls waiting for the model above which guesses are left out: finals of others come first."""

WEIGHED = "weighed"
"""Of a transcript whose alternatives are all that it may have been: none are none."""
CHANCES = "chances"
"""Of a backchannel, a call and anything else, by the sound alone; None of long audio."""
HUM = "hum"
"""Of a text that this recogniser writes for a closed mouth."""
ENGLISH = LanguageCode("en")


class MoonshineSTT(stt.STT[str]):
    """The recogniser of one interview; model and thread are shared by all of the process."""

    def __init__(self, model: Moonshine, thread: ModelThread) -> None:
        super().__init__(
            capabilities=stt.STTCapabilities(
                streaming=True, interim_results=True, manual_flush=True
            )
        )
        self._moonshine = model
        self._thread = thread

    @property
    def model(self) -> str:
        return "moonshine-tiny-en"

    @property
    def provider(self) -> str:
        return "local"

    async def transcribe(
        self, samples: Callable[[], Samples], *, urgent: bool = True
    ) -> Transcript:
        """`Moonshine.transcribe`, on the model's own thread; asked for the samples when it begins."""
        return await self._thread.run(lambda: self._moonshine.transcribe(samples()), urgent=urgent)

    def spare(self) -> bool:
        """Whether the model has time for guesses."""
        return self._thread.waiting < BUSY

    async def _recognize_impl(
        self,
        buffer: AudioBuffer,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions,
    ) -> stt.SpeechEvent:
        frames = buffer if isinstance(buffer, list) else [buffer]
        samples = _at_16_khz(rtc.combine_audio_frames(frames))
        heard = await self.transcribe(lambda: samples)
        return stt.SpeechEvent(
            type=stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives=[_data(heard, heard.text)]
        )

    def stream(
        self,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        return _Stream(self, conn_options)


class _Stream(stt.RecognizeStream):
    """One microphone. Frames of 512 samples at 16 kHz go through untouched; others are resampled
    and re-cut."""

    def __init__(self, owner: MoonshineSTT, conn_options: APIConnectOptions) -> None:
        super().__init__(stt=owner, conn_options=conn_options, sample_rate=SAMPLE_RATE)
        self._owner = owner
        self._vad = VAD()
        self._segments = Segments()
        self._rest: Samples = np.zeros(0, np.int16)
        self._pushed_s, self._pushed_at = 0.0, 0.0
        """Seconds of sound that have come, and the epoch second at which the last of it came."""
        self._heard_windows = 0
        self._began = 0.0
        """Wall-clock second at which the open segment began."""
        self._began_at = 0
        """The same as a count of windows."""
        self._previous: list[str] = []
        """Words of the last guess at the open segment."""
        self._shown = ""
        self._newest: Samples = np.zeros(0, np.int16)
        """What a guess that has waited for its turn is about."""
        self._guess: asyncio.Task[None] | None = None
        self._begun = False
        """The model is at it."""
        self._settled: asyncio.Task[Transcript] | None = None
        """What was heard up to the pause that the voice is in, or was in last."""

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            async for frame in self._input_ch:
                if isinstance(frame, self._FlushSentinel):
                    await self._perform(self._segments.flush(), tasks)
                    continue
                for window in self._windows(frame):
                    self._heard_windows += 1
                    cuts = self._segments.push(window, self._vad.predict(window))
                    await self._perform(cuts, tasks)

    def push_frame(self, frame: rtc.AudioFrame) -> None:
        self._pushed_s += frame.duration
        self._pushed_at = time.time()  # noqa: TID251 - LiveKit stamps its events with it
        super().push_frame(frame)

    def _when(self, windows: int) -> float:
        """The epoch second at which so many windows had come, however late they are looked at: sound
        waits here while a segment is decoded, on a busy machine for a second and more, and words
        dated by that would seem to be said over an interviewer who has begun meanwhile."""
        return self._pushed_at - (self._pushed_s - windows * WINDOW_S)

    def _windows(self, frame: rtc.AudioFrame) -> list[Samples]:
        samples = np.frombuffer(frame.data, np.int16)
        if len(samples) == WINDOW and not len(self._rest):
            return [samples]
        samples = np.concatenate((self._rest, samples))
        whole = len(samples) // WINDOW * WINDOW
        self._rest = samples[whole:]
        return [samples[at : at + WINDOW] for at in range(0, whole, WINDOW)]

    async def _perform(self, cuts: list[Cut], tasks: asyncio.TaskGroup) -> None:
        for cut in cuts:
            match cut:
                case Began(ago):
                    self._send_began(ago)
                case Guess(samples, settled):
                    self._newest = samples
                    if settled:
                        self._settle(samples, tasks)
                    elif self._owner.spare() and (self._guess is None or self._guess.done()):
                        self._guess = tasks.create_task(self._send_guess())
                case Closed():
                    await self._send_closed(cut)

    def _send_began(self, ago: int) -> None:
        event = stt.SpeechEvent(type=stt.SpeechEventType.START_OF_SPEECH)
        self._began = event.speech_start_time = self._when(self._heard_windows - ago)
        self._began_at = self._heard_windows - ago
        self._event_ch.send_nowait(event)

    def _settle(self, samples: Samples, tasks: asyncio.TaskGroup) -> None:
        """Most pauses end the utterance, so this is likely its last decode, and somebody waits."""
        if self._settled is not None:
            self._settled.cancel()
            self._settled = None
        if self._guess is not None and not self._begun:
            self._guess.cancel()
        if self._owner.spare():
            self._settled = tasks.create_task(self._owner.transcribe(lambda: samples))
            tasks.create_task(self._send_settled(self._settled))

    def _take_newest(self) -> Samples:
        self._begun = True
        return self._newest

    async def _send_guess(self) -> None:
        """Show the words that two guesses in a row agree on; the newest words of a guess are often
        wrong, until a pause shows that they are complete."""
        self._begun = False
        heard = await self._owner.transcribe(self._take_newest, urgent=False)
        words = heard.text.split()
        agreed = takewhile(lambda pair: _same(*pair), zip(words, self._previous, strict=False))
        self._show(heard, words, len(list(agreed)))

    async def _send_settled(self, settled: asyncio.Task[Transcript]) -> None:
        await asyncio.wait((settled,))
        if settled is not self._settled or settled.cancelled():
            return  # the segment is closed, or the voice went on to another pause
        heard = settled.result()
        words = heard.text.split()
        self._show(heard, words, len(words))

    def _show(self, heard: Transcript, words: list[str], count: int) -> None:
        self._previous = words
        text = " ".join(words[:count])
        if text and text != self._shown:
            self._shown = text
            self._send(stt.SpeechEventType.INTERIM_TRANSCRIPT, heard, text, silent=0)

    async def _send_closed(self, closed: Closed) -> None:
        settled = self._settled if closed.guessed else None
        if settled is None and self._settled is not None:
            self._settled.cancel()
        if self._guess is not None:
            self._guess.cancel()
        self._guess = self._settled = None
        self._previous, self._shown = [], ""
        if len(closed.samples):
            heard = await (settled or self._owner.transcribe(lambda: closed.samples))
            if heard.text:
                final = stt.SpeechEventType.FINAL_TRANSCRIPT
                self._send(final, heard, heard.text, silent=closed.silent)
        if closed.ended:
            event = stt.SpeechEvent(type=stt.SpeechEventType.END_OF_SPEECH)
            event.speech_end_time = self._when(self._heard_windows - closed.silent)
            self._event_ch.send_nowait(event)
        else:
            self._began_at = self._heard_windows

    def _send(
        self, kind: stt.SpeechEventType, heard: Transcript, text: str, *, silent: int
    ) -> None:
        data = _data(heard, text)
        data.start_time = self._began_at * WINDOW_S + self.start_time_offset
        data.end_time = (self._heard_windows - silent) * WINDOW_S + self.start_time_offset
        event = stt.SpeechEvent(type=kind, alternatives=[data, *_others(heard, text)])
        event.speech_start_time = self._began
        event.speech_end_time = self._when(self._heard_windows - silent)
        self._event_ch.send_nowait(event)


def _data(heard: Transcript, text: str) -> stt.SpeechData:
    return stt.SpeechData(
        language=ENGLISH,
        text=text,
        confidence=heard.confidence,
        metadata={
            "tokens": heard.tokens,
            "avg_logprob": heard.avg_logprob,
            WEIGHED: heard.alternatives is not None,
            CHANCES: heard.chances,
            HUM: is_written_for_a_hum(text),
        },
    )


def _others(heard: Transcript, shown: str) -> list[stt.SpeechData]:
    """What else it may have been. Their confidence falls short of the text's by as much as they are
    less likely. The whole of a guess of which only the beginning is shown is as likely as that: the
    "no" of "no worries" is none."""
    if heard.alternatives is None:
        return []
    whole = stt.SpeechData(language=ENGLISH, text=heard.text, confidence=heard.confidence)
    begun = len(shown.split()) < len(heard.text.split())
    return [whole] * begun + [
        stt.SpeechData(
            language=ENGLISH,
            text=other.text,
            confidence=heard.confidence * math.exp(other.logprob - heard.logprob),
        )
        for other in heard.alternatives
    ]


def _same(one: str, other: str) -> bool:
    """The same word: guesses differ freely in case and punctuation."""
    return one.strip(".,?!;:").casefold() == other.strip(".,?!;:").casefold()


def _at_16_khz(frame: rtc.AudioFrame) -> Samples:
    if frame.sample_rate == SAMPLE_RATE:
        return np.frombuffer(frame.data, np.int16)
    resampler = rtc.AudioResampler(frame.sample_rate, SAMPLE_RATE)
    frames = [*resampler.push(frame), *resampler.flush()]
    return np.concatenate([np.frombuffer(f.data, np.int16) for f in frames])
