"""Sound that a provider's recogniser may hear, set aside by the block before it is sent."""

from __future__ import annotations

import math
from typing import Any

import structlog
from livekit.agents import stt
from livekit.agents.metrics import STTMetrics

from greenroom.adapters.speech.health import Remote
from greenroom.app.ports import Amount, GreenroomError
from greenroom.session.background_tasks import BackgroundTasks

BLOCK_S = 30
LOW_S = 10.0
"""When no more is left of a block the next one is asked for."""

log = structlog.get_logger(__name__)


class AudioBudget:
    """Counts what the recogniser itself reports to have heard: a streaming one all sound, one for
    utterances the utterances. A long utterance may go above its block by its length."""

    def __init__(self, remote: Remote[stt.STT[Any]]) -> None:
        self._remote, self._allowance = remote, remote.allowance
        self._background_tasks = BackgroundTasks()
        self._reservation: str | None = None
        self._heard_s = 0.0
        self._renewing = False
        self.refused = False
        """It may hear no more."""
        if self._allowance is not None:
            remote.plugin.on("metrics_collected", self._on_metrics)

    async def begin(self) -> bool:
        """Whether it may hear."""
        if self._allowance is None:
            return True
        if self._reservation is None and not self.refused:
            self._reservation = await self._allowance.reserve(Amount(seconds=BLOCK_S))
            self.refused = self._reservation is None
        return not self.refused

    def _on_metrics(self, metrics: STTMetrics) -> None:
        self._heard_s += metrics.audio_duration
        if self._heard_s >= BLOCK_S - LOW_S and not self._renewing and not self.refused:
            self._renewing = True
            self._background_tasks.run(self._renew())

    async def _renew(self) -> None:
        try:
            await self._settle()
            await self.begin()
        except GreenroomError as fault:
            self._lost(fault)
        finally:
            self._renewing = False

    def _lost(self, fault: GreenroomError) -> None:
        """The account cannot be reached, or the interview is gone. What is not accounted for is not
        used, and the local recogniser hears on."""
        log.warning("usage_not_accounted", cause=type(fault).__name__)
        self.refused = True

    async def _settle(self) -> None:
        reservation, self._reservation = self._reservation, None
        if self._allowance is not None and reservation is not None:
            seconds = math.ceil(self._heard_s)
            self._heard_s = 0.0
            await self._allowance.settle(reservation, Amount(seconds=seconds))

    async def aclose(self) -> None:
        if self._allowance is not None:
            self._remote.plugin.off("metrics_collected", self._on_metrics)
        await self._background_tasks.aclose()
        try:
            await self._settle()
        except GreenroomError as fault:
            self._lost(fault)
