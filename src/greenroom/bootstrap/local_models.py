"""What hears, speaks and understands on this machine, loaded together for all interviews of a process."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from greenroom.settings import Settings

if TYPE_CHECKING:
    from greenroom.adapters.speech.local_speech import LocalSpeech
    from greenroom.adapters.understanding.reader import LocalReader


class LocalModels(NamedTuple):
    speech: LocalSpeech
    reader: LocalReader

    def close(self) -> None:
        self.speech.close()
        self.reader.close()


def load_models(settings: Settings) -> LocalModels:
    """Imports LiveKit and takes seconds: off the event loop. Raises `OperatorFault` when a model cannot be had.
    A fork takes no thread along: each model's own begins with its first call."""
    from greenroom.adapters.speech.local_speech import SpeechOptions, load_speech
    from greenroom.adapters.understanding.composition import load_reader

    return LocalModels(load_speech(SpeechOptions(settings.models, settings.voice)), load_reader())
