"""Asking the interviewer about an answer, without ever waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog

from greenroom.app.ports import Interviewer, UpstreamFault
from greenroom.interview.brief import Brief
from greenroom.interview.events import Event, IncidentNoticed, Replied
from greenroom.session.clock import SessionClock
from greenroom.session.errands import Errands

PATIENCE_S = 10.0
"""The engine goes on by itself earlier than this; here it only ends the work nobody waits for."""

log = structlog.get_logger(__name__)


class Consultant(Protocol):
    """Performs `Consult`: sooner or later `Replied` is posted, or the engine goes on without."""

    def consult(self, brief: Brief) -> None: ...


class PortConsultant:
    """Asks an `Interviewer`. An answer that grew makes the question about its first part void."""

    def __init__(
        self,
        interviewer: Interviewer,
        clock: SessionClock,
        errands: Errands,
        post: Callable[[Event], None],
    ) -> None:
        self._interviewer, self._clock = interviewer, clock
        self._errands, self._post = errands, post
        self._asking: asyncio.Task[None] | None = None

    def consult(self, brief: Brief) -> None:
        if self._asking is not None:
            self._asking.cancel()
        self._asking = self._errands.run(self._ask(brief))

    async def _ask(self, brief: Brief) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                proposals = await self._interviewer.reply(brief)
        except TimeoutError:
            log.warning("interviewer too slow", turn=brief.turn_id)
            return
        except Exception as fault:  # noqa: BLE001 - whatever a provider raises, the plan goes on
            self._failed(brief.turn_id, fault)
            return
        self._post(Replied(self._clock.now_ms(), brief.turn_id, proposals))

    def _failed(self, turn_id: str, fault: Exception) -> None:
        cause = fault.cause if isinstance(fault, UpstreamFault) else type(fault).__name__
        log.warning("interviewer failed", turn=turn_id, cause=cause)
        now = self._clock.now_ms()
        self._post(IncidentNoticed(now, "interviewer", cause))
        self._post(Replied(now, turn_id, ()))
