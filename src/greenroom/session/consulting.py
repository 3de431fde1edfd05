"""Asking the interviewer about an answer, without ever waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, TypeAlias

import structlog

from greenroom.app.ports import Interviewer, Notes, StreamedReply, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.sentence import Sentence
from greenroom.interview.brief import Brief
from greenroom.interview.events import (
    Event,
    Replied,
    ReplyEnded,
    SentenceOffered,
)
from greenroom.interview.proposals import Note
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.clock import SessionClock
from greenroom.session.incidents import Incidents

PATIENCE_S = 10.0
"""The engine goes on by itself earlier than this. This limit only ends work that nobody waits for any more."""
LONGEST_S = 60.0
"""The same for a reply that streams: its notes come when the words have long been said."""
UNREACHED = Sentence(
    "The model does not answer as it should at the moment, so questions come from the plan alone."
)

Tell: TypeAlias = Callable[[Callable[[], None]], None]

log = structlog.get_logger(__name__)


class Consultant(Protocol):
    """Performs `Consult`: sooner or later `Replied` is posted, or the engine goes on without."""

    def consult(self, brief: Brief) -> None: ...

    def prepare(self, brief: Brief | None) -> None: ...


@dataclass(slots=True)
class _Asked:
    """A question to the interviewer. What comes of it is held back until it is released."""

    brief: Brief
    task: asyncio.Task[None] | None = None
    held: list[Callable[[], None]] = field(default_factory=list)
    free: bool = False

    @property
    def worth(self) -> bool:
        """Something has come of it, or still may."""
        return bool(self.held) or (self.task is not None and not self.task.done())

    def fits(self, brief: Brief) -> bool:
        """The brief is the one that was asked about, apart from the time left."""
        return replace(self.brief, time_left=brief.time_left) == brief

    def tell(self, call: Callable[[], None]) -> None:
        if self.free:
            call()
        else:
            self.held.append(call)

    def release(self) -> None:
        self.free = True
        while self.held:
            self.held.pop(0)()

    def cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()


class PortConsultant:
    """Asks an `Interviewer`. When an answer grows, the request about its first part is dropped."""

    def __init__(
        self,
        interviewer: Interviewer,
        clock: SessionClock,
        background_tasks: BackgroundTasks,
        post: Callable[[Event], None],
        incidents: Incidents,
    ) -> None:
        self._interviewer, self._clock = interviewer, clock
        self._background_tasks, self._post, self._incidents = background_tasks, post, incidents
        self._told = False
        self._asked: _Asked | None = None
        self._prepared: _Asked | None = None

    def consult(self, brief: Brief) -> None:
        if self._asked is not None:
            self._asked.cancel()
        ready, self._prepared = self._prepared, None
        if ready is not None and not (ready.fits(brief) and ready.worth):
            ready.cancel()
            ready = None
        self._asked = ready or self._begin(brief)
        self._asked.release()

    def prepare(self, brief: Brief | None) -> None:
        """Ask ahead, and hold the reply back until `consult` asks for it. None: drop what was asked ahead."""
        if self._prepared is not None:
            self._prepared.cancel()
        self._prepared = None if brief is None else self._begin(brief)

    def _begin(self, brief: Brief) -> _Asked:
        asked = _Asked(brief)
        asked.task = self._background_tasks.run(self._ask(brief, asked.tell))
        return asked

    async def _ask(self, brief: Brief, tell: Tell) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                reply = await self._interviewer.reply(brief)
        except TimeoutError:
            log.warning("interviewer too slow", turn=brief.turn_id)
            return
        except Exception as fault:  # noqa: BLE001 - whatever a provider raises, the plan goes on
            tell(partial(self._failed, brief.turn_id, fault))
            tell(partial(self._tell, Replied(0, brief.turn_id, ())))
            return
        if isinstance(reply, StreamedReply):
            await self._relay(brief.turn_id, reply, tell)
        else:
            tell(partial(self._tell, Replied(0, brief.turn_id, reply)))

    async def _relay(self, turn_id: str, reply: StreamedReply, tell: Tell) -> None:
        """Each sentence goes to the engine, never to the voice."""
        tell(partial(self._tell, Replied(0, turn_id, reply.proposals, more=True)))
        notes: tuple[Note, ...] = ()
        try:
            async with asyncio.timeout(LONGEST_S):
                async for part in reply.rest:
                    if isinstance(part, Notes):
                        notes = part.notes
                    else:
                        tell(partial(self._tell, SentenceOffered(0, turn_id, part)))
        except Exception as fault:  # noqa: BLE001 - the sentences so far stand, the plan ends them
            tell(partial(self._failed, turn_id, fault))
        tell(partial(self._tell, ReplyEnded(0, turn_id, notes)))

    def _tell(self, event: Event) -> None:
        self._post(replace(event, at=self._clock.now_ms()))

    def _failed(self, turn_id: str, fault: Exception) -> None:
        cause = fault.cause if isinstance(fault, UpstreamFault) else type(fault).__name__
        log.warning("interviewer failed", turn=turn_id, cause=cause)
        # the budget itself tells the candidate that it is used up
        tells = not self._told and cause != UpstreamCause.BUDGET
        self._told |= tells
        self._incidents.add("interviewer", cause, UNREACHED if tells else None)
