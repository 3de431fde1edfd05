"""Interviews whose candidate does not come back: ended by their own rule, also after a restart.

The holder of an interview ends it when the candidate is away for too long. This module looks after interviews
that nobody holds any more: the room was closed, the job died, or the server was restarted.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

import structlog

from greenroom.app.journals import OpenJournal, close_journal, read_journal
from greenroom.app.ports import GreenroomError, InterviewRow, Interviews, Refused
from greenroom.app.timestamps import stamped
from greenroom.interview.engine import step
from greenroom.interview.events import DeadlineReached, Event, SessionResumed
from greenroom.interview.journal import encode_entry
from greenroom.interview.plan import Millis
from greenroom.interview.state import Phase
from greenroom.interview.time_limits import ABSENCE_LIMIT
from greenroom.interview.waived_limits import UNHURRIED_ABSENCE, absence_limit

LOOK_S: Final = 30
"""How often to look for interviews that nobody holds. Each may last longer by as much."""

log = structlog.get_logger(__name__)


class Holders(Protocol):
    """Know what is held; `LiveRooms` is one."""

    async def holds(self, row: InterviewRow) -> bool: ...
    def reserve(self, row: InterviewRow) -> AbstractAsyncContextManager[None]: ...


@dataclass(frozen=True, slots=True)
class Sighting:
    """An interview that nobody holds: since when, and how long its journal was then."""

    since: datetime
    lines: int


@dataclass(slots=True)
class AbandonedInterviews:
    """Ends what nobody has held for as long as a candidate may be away. `now` gives UTC.

    Time counts from when this process first saw that nobody holds it: while there was no server nobody could
    come back. A journal that grows belongs to a holder that `rooms` does not know.
    """

    interviews: Interviews
    rooms: Holders
    now: Callable[[], datetime]
    _seen: dict[str, Sighting] = field(default_factory=dict)

    async def look(self) -> None:
        """One look at everything. Raises `OperatorFault` when the store fails."""
        before, self._seen = self._seen, {}
        for row, lines in await self.interviews.unheld():
            if await self.rooms.holds(row):
                continue
            seen = before.get(row.id)
            if seen is None or seen.lines != lines:
                seen = Sighting(self.now(), lines)
            self._seen[row.id] = seen
            limit = UNHURRIED_ABSENCE if row.unhurried else ABSENCE_LIMIT
            if _ms(seen.since, self.now()) >= limit:
                await self._give_up(row, seen.since)

    async def _give_up(self, row: InterviewRow, since: datetime) -> None:
        try:
            async with self.rooms.reserve(row):
                await self._end(row.id, since)
        except Refused:
            del self._seen[row.id]  # back at the last moment
        except GreenroomError as error:  # one failure must not hold up the others
            log.warning("absentee_kept", interview=row.id, exc_info=error)

    async def _end(self, interview_id: str, since: datetime) -> None:
        opened = await read_journal(self.interviews, interview_id)
        if opened is None or opened.state.phase is Phase.WAITING:  # nobody came: it can begin later
            await self.interviews.set_status(interview_id, "created")
            return
        if not opened.state.ended:
            await self._let_time_pass(opened, since)
        await close_journal(self.interviews, interview_id, stamped(self.now()))
        log.info("absentee_ended", interview=interview_id)

    async def _let_time_pass(self, opened: OpenJournal, since: datetime) -> None:
        """Have the engine see what a session without a page would have seen since then."""
        journal = self.interviews.journal(opened.header.interview_id)
        began = datetime.fromisoformat(opened.header.started_at)
        state, seq = opened.state, opened.seq
        resumed = SessionResumed(max(state.now, _ms(began, since)))
        passed = DeadlineReached(max(resumed.at + absence_limit(state), _ms(began, self.now())))
        event: Event = resumed
        while not state.ended:
            state, commands = step(state, event)
            seq += 1
            await journal.append(encode_entry(seq, event, commands))
            event = passed


def _ms(since: datetime, until: datetime) -> Millis:
    return round((until - since).total_seconds() * 1000)
