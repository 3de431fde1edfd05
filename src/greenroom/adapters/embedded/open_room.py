"""One interview in this process: how it is put together from its journal, and held until it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime

import structlog

from greenroom.adapters.embedded.transport import EmbeddedTransport
from greenroom.app.journals import Papers, close_journal, open_journal
from greenroom.app.observing import Watch
from greenroom.app.ports import InterviewRow, Interviews
from greenroom.app.timestamps import stamped
from greenroom.app.waiting_line import Arrival
from greenroom.interview.circumstances import Circumstances
from greenroom.interview.events import CommandGiven, SpokenCommand
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equip
from greenroom.session.opening import open_interview

ABANDONED_S = 60
"""Who has been away for this long keeps the interview, but not the room if somebody else needs it."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """One interview that runs in this process."""

    who: Arrival
    live: LiveInterview
    transport: EmbeddedTransport
    clock: SessionClock
    task: asyncio.Task[None]

    @property
    def abandoned(self) -> bool:
        return self.transport.away_s >= ABANDONED_S

    def is_besides(self, who: Arrival) -> bool:
        """Whether the same owner has this room taken by another interview."""
        return self.who.is_besides(who) and not self.abandoned

    @property
    def page_gone(self) -> bool:
        """Its page is gone, if only for a moment."""
        return self.transport.away_s > 0

    async def cancel(self) -> None:
        """Set the interview aside: its journal stays."""
        self.task.cancel()
        await asyncio.wait((self.task,))

    def command(self, given: SpokenCommand) -> None:
        self.live.post(CommandGiven(self.clock.now_ms(), given))


@dataclass(frozen=True, slots=True)
class RoomOpener:
    """What an interview needs besides its row. `equip` is entered once for each, for as long as it runs."""

    interviews: Interviews
    equip: Equip
    now: Callable[[], datetime]
    watch: Watch | None
    papers: Papers
    circumstances: Circumstances

    async def open(
        self,
        row: InterviewRow,
        who: Arrival,
        tasks: asyncio.TaskGroup,
        closed: Callable[[bool], Awaitable[None]],
    ) -> Room:
        """Begin it, or go on with it, in `tasks`. `closed` hears whether it is over once it runs no more."""
        opened = await open_journal(
            self.interviews, row, stamped(self.now()), self.papers, self.circumstances
        )
        clock, parts = SessionClock.of(opened), AsyncExitStack()
        equipment = await parts.enter_async_context(self.equip(row, opened.header.plan))
        live, transport = open_interview(
            opened,
            self.interviews.journal(row.id),
            equipment,
            EmbeddedTransport,
            clock,
            now=self.now,
            watch=self.watch,
        )
        task = tasks.create_task(self._hold(row.id, live, parts, closed))
        return Room(who, live, transport, clock, task)

    async def _hold(
        self,
        interview_id: str,
        live: LiveInterview,
        parts: AsyncExitStack,
        closed: Callable[[bool], Awaitable[None]],
    ) -> None:
        is_over = False
        try:
            async with parts:
                await live.run()
            is_over = await close_journal(self.interviews, interview_id, stamped(self.now()))
        except Exception:  # one interview's fault must not end the others, which share the group
            log.exception("interview fell over", interview=interview_id)
        finally:
            await closed(is_over)
