"""Asking the interviewer about an answer, without ever waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import structlog

from greenroom.app.ports import Interviewer, Notes, StreamedReply, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.interview.brief import Brief
from greenroom.interview.events import (
    Event,
    IncidentNoticed,
    Replied,
    ReplyEnded,
    SentenceOffered,
)
from greenroom.interview.proposals import Note
from greenroom.session.clock import SessionClock
from greenroom.session.errands import Errands

PATIENCE_S = 10.0
"""The engine goes on by itself earlier than this; here it only ends the work nobody waits for."""
LONGEST_S = 60.0
"""The same for a reply that streams: its notes come when the words have long been said."""
UNREACHED = (
    "The model does not answer as it should at the moment, so questions come from the plan alone."
)

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
        show: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self._interviewer, self._clock = interviewer, clock
        self._errands, self._post, self._show = errands, post, show
        self._told = False
        self._asking: asyncio.Task[None] | None = None

    def consult(self, brief: Brief) -> None:
        if self._asking is not None:
            self._asking.cancel()
        self._asking = self._errands.run(self._ask(brief))

    async def _ask(self, brief: Brief) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                reply = await self._interviewer.reply(brief)
        except TimeoutError:
            log.warning("interviewer too slow", turn=brief.turn_id)
            return
        except Exception as fault:  # noqa: BLE001 - whatever a provider raises, the plan goes on
            self._failed(brief.turn_id, fault)
            self._post(Replied(self._clock.now_ms(), brief.turn_id, ()))
            return
        if isinstance(reply, StreamedReply):
            await self._relay(brief.turn_id, reply)
        else:
            self._post(Replied(self._clock.now_ms(), brief.turn_id, reply))

    async def _relay(self, turn_id: str, reply: StreamedReply) -> None:
        """Each sentence goes to the engine, never to the voice."""
        self._post(Replied(self._clock.now_ms(), turn_id, reply.proposals, more=True))
        notes: tuple[Note, ...] = ()
        try:
            async with asyncio.timeout(LONGEST_S):
                async for part in reply.rest:
                    if isinstance(part, Notes):
                        notes = part.notes
                    else:
                        self._post(SentenceOffered(self._clock.now_ms(), turn_id, part))
        except Exception as fault:  # noqa: BLE001 - the sentences so far stand, the plan ends them
            self._failed(turn_id, fault)
        self._post(ReplyEnded(self._clock.now_ms(), turn_id, notes))

    def _failed(self, turn_id: str, fault: Exception) -> None:
        cause = fault.cause if isinstance(fault, UpstreamFault) else type(fault).__name__
        log.warning("interviewer failed", turn=turn_id, cause=cause)
        self._post(IncidentNoticed(self._clock.now_ms(), "interviewer", cause))
        # of a budget that is used up the candidate hears from the budget
        if not self._told and cause != UpstreamCause.BUDGET:
            self._told = True
            self._show({"t": "notice", "level": "info", "text": UNREACHED})
