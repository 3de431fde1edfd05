"""What a recogniser and a voice with a fallback have in common."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from livekit.agents import stt, tts

from greenroom.adapters.speech.health import Health, Remote

P = TypeVar("P", bound=stt.STT[Any] | tts.TTS[Any])


class Fallback(Generic[P]):
    """Two plugins that pass for one. It has the name of the one in use, and tells the metrics of both.

    Stands before LiveKit's class among the bases, whose own names it replaces.
    """

    remote: Remote[P]
    local: P
    health: Health

    @property
    def model(self) -> str:
        return self.remote.plugin.model if self.health.usable else self.local.model

    @property
    def provider(self) -> str:
        return self.remote.provider if self.health.usable else self.local.provider

    def _measure_both(self) -> None:
        for part in (self.remote.plugin, self.local):
            part.on("metrics_collected", self._on_metrics)

    async def _close_both(self) -> None:
        for part in (self.remote.plugin, self.local):
            part.off("metrics_collected", self._on_metrics)
            await part.aclose()

    def _on_metrics(self, *args: Any) -> None:
        self.emit("metrics_collected", *args)  # type: ignore[attr-defined]  # LiveKit's
