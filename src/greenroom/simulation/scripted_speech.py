"""Scripted speech parts on LiveKit's public plugin classes: no model, no audio device, no noise.

They listen to a `Speaker` and speak silence of the right length, so that a session built on them
goes through every state that a real one does, at the times that the words alone dictate.
"""

from __future__ import annotations

import asyncio
from typing import Any

from livekit import rtc
from livekit.agents import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions, stt, tts, utils, vad
from livekit.agents.language import LanguageCode
from livekit.agents.types import NOT_GIVEN, NotGivenOr

from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import (
    SECONDS_PER_WORD,
    Ear,
    Speaker,
    Utterance,
    until,
)

SAMPLE_RATE = 8_000
"""Nobody listens to the interviewer's voice here: a low rate keeps its silence small."""
SPEECH_NEEDED_S = 0.05
SILENCE_NEEDED_S = 0.25
"""What the bundled detector takes to be sure that a voice began, and that it ended."""
INTERIM_LAG_S = 0.25
INTERIM_EVERY_S = 0.3
REPORT_EVERY_S = 0.1
SPARSER = 8
"""Reports of a long utterance come ever more rarely, about one for each eighth of its age:
what they decide (an interruption, a held acknowledgement) is decided in its first seconds."""


def _sparse(step_s: float, age_s: float) -> float:
    """How long until the next report about a voice of this age."""
    return max(step_s, age_s / SPARSER)


class ScriptedVAD(vad.VAD):
    """Voice activity exactly where the speaker speaks."""

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(capabilities=vad.VADCapabilities(update_interval=REPORT_EVERY_S))
        self.speaker = speaker

    @property
    def min_silence_duration(self) -> float:
        return SILENCE_NEEDED_S

    def stream(self) -> vad.VADStream:
        return _VADStream(self)


class _VADStream(vad.VADStream):
    def __init__(self, owner: ScriptedVAD) -> None:
        super().__init__(owner)
        self._owner = owner

    async def _main_task(self) -> None:
        with self._owner.speaker.listened() as ear:
            while True:
                await self._follow(await ear.get(), ear)

    async def _follow(self, utterance: Utterance, ear: Ear) -> None:
        """Report one segment: utterances that no real silence parts are the same segment."""
        loop = asyncio.get_running_loop()
        began, ended = utterance.began_s, utterance.ended_s
        await until(began + SPEECH_NEEDED_S)
        self._tell(vad.VADEventType.START_OF_SPEECH, speech=SPEECH_NEEDED_S)
        while (quiet := round(loop.time() - ended, 6)) < SILENCE_NEEDED_S:
            if quiet >= 0 and not ear.empty():
                ended = ear.get_nowait().ended_s
                continue
            self._tell(
                vad.VADEventType.INFERENCE_DONE, speech=loop.time() - began, silence=max(0.0, quiet)
            )
            step = _sparse(REPORT_EVERY_S, loop.time() - began)
            rest = SILENCE_NEEDED_S - quiet if quiet >= 0 else -quiet
            await asyncio.sleep(min(step, rest))
        self._tell(vad.VADEventType.END_OF_SPEECH, speech=ended - began, silence=quiet)

    def _tell(self, kind: vad.VADEventType, *, speech: float, silence: float = 0.0) -> None:
        self._event_ch.send_nowait(
            vad.VADEvent(
                type=kind,
                samples_index=0,
                timestamp=asyncio.get_running_loop().time(),
                speech_duration=speech,
                silence_duration=silence,
                speaking=kind is not vad.VADEventType.END_OF_SPEECH,
                raw_accumulated_speech=0.0 if silence else speech,
                raw_accumulated_silence=silence,
            )
        )


class StreamingSTT(stt.STT[Any]):
    """A recogniser without a model, which only streams."""

    def __init__(self) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=True, interim_results=True))

    async def _recognize_impl(
        self,
        buffer: utils.AudioBuffer,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions,
    ) -> stt.SpeechEvent:
        raise NotImplementedError("it only streams")


class ScriptedSTT(StreamingSTT):
    """Understands what the speaker says, as each utterance's `Hearing` has it."""

    def __init__(self, speaker: Speaker, *, language: str = "en") -> None:
        super().__init__()
        self.speaker = speaker
        self.language = LanguageCode(language)

    def stream(
        self,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        return _STTStream(self, conn_options)


class _STTStream(stt.RecognizeStream):
    def __init__(self, owner: ScriptedSTT, conn_options: APIConnectOptions) -> None:
        super().__init__(stt=owner, conn_options=conn_options)
        self._owner = owner

    async def _run(self) -> None:
        with self._owner.speaker.listened() as ear:
            while True:
                await self._recognise(await ear.get())

    async def _recognise(self, utterance: Utterance) -> None:
        words = utterance.heard.split()
        if utterance.hearing.interims:
            await self._recognise_early(utterance, words)
        await until(utterance.ended_s + utterance.hearing.delay_s)
        if words:
            self._tell(stt.SpeechEventType.FINAL_TRANSCRIPT, utterance, utterance.heard)

    async def _recognise_early(self, utterance: Utterance, words: list[str]) -> None:
        pace = (utterance.ended_s - utterance.began_s) / max(1, len(words))
        final = utterance.ended_s + utterance.hearing.delay_s
        told = utterance.began_s - INTERIM_EVERY_S
        for count in range(1, len(words) + 1):
            known = utterance.began_s + pace * count + INTERIM_LAG_S
            if known >= final:
                return
            if known - told >= _sparse(INTERIM_EVERY_S, known - utterance.began_s):
                told = known
                await until(known)
                self._tell(
                    stt.SpeechEventType.INTERIM_TRANSCRIPT, utterance, " ".join(words[:count])
                )

    def _tell(self, kind: stt.SpeechEventType, utterance: Utterance, text: str) -> None:
        data = stt.SpeechData(
            language=self._owner.language, text=text, confidence=utterance.hearing.confidence
        )
        self._event_ch.send_nowait(stt.SpeechEvent(type=kind, alternatives=[data]))


class ScriptedTTS(tts.TTS[Any]):
    """Speaks silence: so many seconds a word, made faster than it is played."""

    first_byte_s = 0.1

    def __init__(self, *, seconds_per_word: float = SECONDS_PER_WORD) -> None:
        super().__init__(
            capabilities=tts.TTSCapabilities(streaming=True),
            sample_rate=SAMPLE_RATE,
            num_channels=1,
        )
        self.seconds_per_word = seconds_per_word

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        return self._synthesize_with_stream(text, conn_options=conn_options)

    def stream(
        self, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.SynthesizeStream:
        return _TTSStream(self, conn_options)


class _TTSStream(tts.SynthesizeStream):
    def __init__(self, owner: ScriptedTTS, conn_options: APIConnectOptions) -> None:
        super().__init__(tts=owner, conn_options=conn_options)
        self._owner = owner

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(
            request_id=utils.shortuuid("tts_"),
            sample_rate=SAMPLE_RATE,
            num_channels=1,
            mime_type="audio/pcm",
            stream=True,
        )
        begun = False
        async for part in self._input_ch:
            words = len(part.split()) if isinstance(part, str) else 0
            if not words:
                continue
            if not begun:
                begun = True
                self._mark_started()
                await asyncio.sleep(self._owner.first_byte_s)
                output_emitter.start_segment(segment_id=utils.shortuuid("seg_"))
            samples = int(SAMPLE_RATE * self._owner.seconds_per_word * words)
            silence = rtc.AudioFrame(bytes(2 * samples), SAMPLE_RATE, 1, samples)
            output_emitter.push_frame(silence)  # whole: bytes would be cut into a dozen frames
            output_emitter.flush()
        if begun:
            output_emitter.end_segment()


def scripted_voice(
    speaker: Speaker, *, language: str = "en", seconds_per_word: float = SECONDS_PER_WORD
) -> Voice:
    """A session's ears and mouth, with `speaker` as the candidate."""
    return Voice(
        stt=ScriptedSTT(speaker, language=language),
        tts=ScriptedTTS(seconds_per_word=seconds_per_word),
        vad=ScriptedVAD(speaker),
    )
