"""Speech without models, for a server that real audio goes through: loudness in, silence out.

The recogniser knows no words; it takes loud frames for speech and makes up the words it is given.
The voice makes as many seconds of silence as it is told, at once.
"""

from __future__ import annotations

import numpy as np
from livekit import rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    NOT_GIVEN,
    APIConnectOptions,
    NotGivenOr,
    inference,
    stt,
    tts,
    utils,
)
from livekit.agents.language import LanguageCode

from greenroom.adapters.speech.model_thread import InlineExecutor
from greenroom.session.voice import Voice
from greenroom.simulation.scripted_speech import StreamingSTT

LOUD = 150.0
"""Root mean square of a frame that is speech; the bots' silence is digital."""
QUIET_FRAMES = 6
"""Quiet frames of 32 ms after which the words are certain."""
INTERIM_FRAMES = 10
SENTENCE = "I moved our ledger to another database last summer."
SPEECH_HZ = 24_000


class LoudnessSTT(StreamingSTT):
    """Hears the sentence word by word, and all of it once it is quiet."""

    def stream(
        self,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        return _Ear(stt=self, conn_options=conn_options)


class _Ear(stt.RecognizeStream):
    async def _run(self) -> None:
        loud = quiet = 0
        async for frame in self._input_ch:
            if isinstance(frame, self._FlushSentinel):
                continue
            samples = np.frombuffer(frame.data, np.int16).astype(np.float32)
            if float(np.sqrt(np.mean(samples * samples))) > LOUD:
                loud, quiet = loud + 1, 0
                if loud % INTERIM_FRAMES == 0:
                    self._tell(stt.SpeechEventType.INTERIM_TRANSCRIPT, loud)
            elif loud:
                quiet += 1
                if quiet == QUIET_FRAMES:
                    self._tell(stt.SpeechEventType.FINAL_TRANSCRIPT, loud)
                    loud = quiet = 0

    def _tell(self, kind: stt.SpeechEventType, loud: int) -> None:
        known = None if kind is stt.SpeechEventType.FINAL_TRANSCRIPT else loud // INTERIM_FRAMES + 2
        text = " ".join(SENTENCE.split()[:known])
        data = stt.SpeechData(language=LanguageCode("en"), text=text, confidence=0.95)
        self._event_ch.send_nowait(stt.SpeechEvent(type=kind, alternatives=[data]))


class SilenceTTS(tts.TTS[str]):
    """`seconds` of silence, or of a tone, for whatever is to be said."""

    def __init__(self, seconds: float, *, hertz: float = 0.0) -> None:
        super().__init__(
            capabilities=tts.TTSCapabilities(streaming=False),
            sample_rate=SPEECH_HZ,
            num_channels=1,
        )
        samples = np.sin(np.arange(int(SPEECH_HZ * seconds)) * hertz * 2 * np.pi / SPEECH_HZ)
        self.pcm = (samples * 8_000).astype("<i2").tobytes()

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        return _Silence(self, text, conn_options)


class _Silence(tts.ChunkedStream):
    def __init__(self, owner: SilenceTTS, text: str, conn_options: APIConnectOptions) -> None:
        super().__init__(tts=owner, input_text=text, conn_options=conn_options)
        self._pcm = owner.pcm

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(
            request_id=utils.shortuuid(),
            sample_rate=SPEECH_HZ,
            num_channels=1,
            mime_type="audio/pcm",
        )
        output_emitter.push(self._pcm)
        output_emitter.flush()


def modelless_voice(seconds: float, *, hertz: float = 0.0) -> Voice:
    """Ears and mouth with the real voice activity detector and no other model."""
    return Voice(
        stt=LoudnessSTT(),
        tts=SilenceTTS(seconds, hertz=hertz),
        vad=inference.VAD(executor=InlineExecutor()),
    )


def spoken_sentence() -> bytes:
    """The candidate's words, really spoken (s16le, mono, 16 kHz), quiet trimmed from both ends."""
    from greenroom.adapters.speech.hibari import SAMPLE_RATE, load_hibari
    from greenroom.adapters.speech.weights import Weights

    wave = np.asarray(load_hibari(Weights())(SENTENCE), np.float32).reshape(-1)
    pcm = (np.clip(wave, -1, 1) * 32767).astype("<i2").tobytes()
    resampler = rtc.AudioResampler(SAMPLE_RATE, 16_000)
    frames = [*resampler.push(bytearray(pcm)), *resampler.flush()]
    samples = np.concatenate([np.frombuffer(frame.data, np.int16) for frame in frames])
    voiced = np.flatnonzero(np.abs(samples.astype(np.int32)) > 1_500)
    return samples[voiced[0] : voiced[-1] + 1].tobytes()
