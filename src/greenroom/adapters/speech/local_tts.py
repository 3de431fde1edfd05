"""What the voices of this machine have in common."""

from __future__ import annotations

from livekit.agents import tts


class LocalTTS(tts.TTS[str]):
    """Makes a sentence whole, in one channel."""

    def __init__(self, model: str, sample_rate: int) -> None:
        super().__init__(
            capabilities=tts.TTSCapabilities(streaming=False),
            sample_rate=sample_rate,
            num_channels=1,
        )
        self._model = model

    @property
    def model(self) -> str:
        return self._model

    @property
    def provider(self) -> str:
        return "local"
