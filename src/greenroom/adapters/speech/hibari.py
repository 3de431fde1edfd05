"""Hibari, a small English voice, as a LiveKit TTS at 24 kHz.

It makes a sentence of speech in 10 to 30 ms on one core. `AgentSession` hands such a TTS one
sentence at a time, so the first is heard while the next is being made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from livekit import rtc
from livekit.agents import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions, tts, utils

from greenroom.adapters.speech.local_tts import LocalTTS
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.text_normalization import normalized
from greenroom.adapters.speech.weights import Weights
from greenroom.app.ports import OperatorFault

SAMPLE_RATE = 24_000
UNSPEAKABLE_S = 0.1
"""Silence in place of text without a single pronounceable sign, which is no error of the voice."""
AUDIBLE = 0.01
"""Of full scale: softer samples at either end of a sentence are taken for silence."""
LEAD_S, TAIL_S = 0.08, 0.25
"""Silence that is left before and after a sentence; the model makes 0.3 and 0.45 s of it. What comes
before delays every reply. In what comes after, a quick "yes" would count as said over the question."""

Speaker = Any
"""`hibari.Hibari`: the package has no types."""


def load_hibari(weights: Weights) -> Speaker:
    """The voice "heart". Raises `OperatorFault` when its weights are missing or wrong."""
    model = weights.path("hibari-heart")
    weights.path("hibari-oov")
    try:
        from hibari import Hibari
    except ImportError as error:
        raise OperatorFault("The voice's package is missing. Install hibari-tts.") from error
    speaker = Hibari(model=str(model), threads=1)
    speaker("Ready.")  # The first call costs half a second; nobody should wait for it.
    return speaker


class HibariTTS(LocalTTS):
    """The voice of one interview; speaker and thread are shared by all of the process.

    `pitch` makes a second voice of the first: 0.8 is clearly lower, and 0.75 to 1.12 stays as
    intelligible (it is spoken faster by as much, then stretched).
    """

    def __init__(self, speaker: Speaker, thread: ModelThread, *, pitch: float = 1.0) -> None:
        super().__init__("hibari-heart", SAMPLE_RATE)
        self._speaker = speaker
        self._thread = thread
        self._pitch = pitch

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        return _Speech(self, text, conn_options)

    def sentences(self, text: str) -> Iterator[npt.NDArray[np.float32]]:
        """One array for each sentence, made when it is asked for, on the calling thread."""
        return iter(self._speaker.stream(normalized(text), speed=1 / self._pitch))

    async def next_of(self, sentences: Iterator[npt.NDArray[np.float32]]) -> bytes | None:
        """The next sentence as PCM, made on the model's thread; None after the last."""
        return await self._thread.run(lambda: self._pcm(next(sentences, None)))

    def _pcm(self, wave: npt.NDArray[np.float32] | None) -> bytes | None:
        if wave is None:
            return None
        pcm = (np.clip(trimmed(wave), -1, 1) * 32767).astype("<i2").tobytes()
        return pcm if self._pitch == 1.0 else _stretched(pcm, self._pitch)


class _Speech(tts.ChunkedStream):
    def __init__(self, owner: HibariTTS, text: str, conn_options: APIConnectOptions) -> None:
        super().__init__(tts=owner, input_text=text, conn_options=conn_options)
        self._owner = owner

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(
            request_id=utils.shortuuid(),
            sample_rate=SAMPLE_RATE,
            num_channels=1,
            mime_type="audio/pcm",
        )
        sentences = self._owner.sentences(self._input_text)
        silent = True
        while (pcm := await self._owner.next_of(sentences)) is not None:
            output_emitter.push(pcm)
            silent = silent and not pcm
        if silent:
            output_emitter.push(bytes(2 * int(SAMPLE_RATE * UNSPEAKABLE_S)))
        output_emitter.flush()


def trimmed(wave: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The sentence with no more silence around it than `LEAD_S` and `TAIL_S`."""
    loud = np.flatnonzero(np.abs(wave) > AUDIBLE)
    if not loud.size:
        return wave
    begin = max(0, int(loud[0]) - int(LEAD_S * SAMPLE_RATE))
    return wave[begin : int(loud[-1]) + int(TAIL_S * SAMPLE_RATE)]


def _stretched(pcm: bytes, pitch: float) -> bytes:
    """The same samples played at `pitch` times the rate."""
    resampler = rtc.AudioResampler(round(SAMPLE_RATE * pitch), SAMPLE_RATE)
    frames = [*resampler.push(bytearray(pcm)), *resampler.flush()]
    return b"".join(bytes(frame.data) for frame in frames)
