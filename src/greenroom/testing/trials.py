"""Trials of plans whose record is written down beforehand, held until a test lets them go."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from greenroom.app.ports import TrialCandidate


class ScriptedTrials:
    """Implements `ports.TrialRunner`."""

    def __init__(self, record: Mapping[str, Any], fault: Exception | None = None) -> None:
        self.record, self.fault = record, fault
        self.asked: list[TrialCandidate] = []
        self.stopped = 0
        self.go = asyncio.Event()
        """Set: every trial ends at once."""

    async def __call__(self, toml: str, candidate: TrialCandidate) -> Mapping[str, Any]:
        self.asked.append(candidate)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        if self.fault is not None:
            raise self.fault
        return self.record
