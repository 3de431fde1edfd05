"""The local voice put together: models loaded once per process, plugin objects once per interview."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from livekit.agents import inference, tts
from livekit.local_inference import init_vad

from greenroom.adapters.speech.espeak import EspeakTTS, espeak_found
from greenroom.adapters.speech.hibari import HibariTTS, Speaker, load_hibari
from greenroom.adapters.speech.model_thread import InlineExecutor, ModelThread
from greenroom.adapters.speech.moonshine import SAMPLE_RATE, Moonshine, load_moonshine
from greenroom.adapters.speech.moonshine_stt import MoonshineSTT
from greenroom.adapters.speech.weights import Weights
from greenroom.app.ports import OperatorFault
from greenroom.assessment.sentence import Sentence
from greenroom.session.voice import Voice

PITCH = {"heart": 1.0, "deep": 0.8}

ROBOTIC = Sentence("The usual voice could not be loaded, so a simpler, robotic one speaks.")


@dataclass(frozen=True, slots=True)
class SpeechOptions:
    models: Path | None = None
    """A directory of weight files that goes before the installed packages."""
    voice: Literal["heart", "deep"] = "heart"


class LocalSpeech:
    """The models of this process and their threads. `close` when the process ends."""

    def __init__(
        self, options: SpeechOptions, moonshine: Moonshine, speaker: Speaker | None
    ) -> None:
        self._options = options
        self._moonshine = moonshine
        self._speaker = speaker
        self._ear = ModelThread("moonshine")
        self._mouth = ModelThread("hibari")
        self._vad = InlineExecutor()

    @property
    def degraded(self) -> tuple[Sentence, ...]:
        """What works less well than it should, in sentences for the candidate."""
        return () if self._speaker is not None else (ROBOTIC,)

    def voice(self) -> Voice:
        """The plugin objects of one interview: cheap."""
        return Voice(
            stt=MoonshineSTT(self._moonshine, self._ear),
            tts=self._tts(),
            vad=inference.VAD(executor=self._vad),
            degraded=self.degraded,
        )

    def _tts(self) -> tts.TTS[str]:
        if self._speaker is None:
            return EspeakTTS()
        return HibariTTS(self._speaker, self._mouth, pitch=PITCH[self._options.voice])

    def close(self) -> None:
        self._ear.close()
        self._mouth.close()


def load_speech(options: SpeechOptions = SpeechOptions()) -> LocalSpeech:
    """Load, verify and warm every model: about a second, so call it once and off the event loop.

    Raises `OperatorFault` when the recogniser cannot be had: there is no second one. A voice that
    cannot be had is replaced by espeak-ng, which `degraded` tells.
    """
    weights = Weights(options.models)
    moonshine = load_moonshine(weights)
    moonshine.transcribe(np.zeros(SAMPLE_RATE, np.int16))
    init_vad()
    return LocalSpeech(options, moonshine, _speaker(weights))


def _speaker(weights: Weights) -> Speaker | None:
    try:
        return load_hibari(weights)
    except OperatorFault:
        if espeak_found():
            return None
        raise
