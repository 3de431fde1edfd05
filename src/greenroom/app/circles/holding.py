"""Holds one stored interview between agents, from wherever its log stands to its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog

from greenroom.app.circles.chosen_model import as_admitted
from greenroom.app.circles.running import FIRST_PAUSE_S, LONGEST_PAUSE_S, RunningMission
from greenroom.app.circles.shared_lock import SharedLock
from greenroom.app.ports import (
    CircleAgent,
    CircleJudge,
    CircleLog,
    CircleRow,
    Circles,
    MissionRow,
    NotFound,
    OperatorFault,
    Refused,
)
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence
from greenroom.circle.effects import AskJudge, CallAgent, next_effect
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import CallFailed, EndedOutside, Entry, Role
from greenroom.circle.log import LogError
from greenroom.circle.replies import FaultCause
from greenroom.circle.state import ProtocolError, fold, folded

LONGEST: Final = timedelta(minutes=15)
"""Of one interview, from when a process took it up. What was said by then is judged."""
STEP_S: Final = 180.0
"""Of one reply."""
MOST_TRIES: Final = 3
"""Without a new entry in the log."""
MOST_TOGETHER: Final = 2
"""Tries beside other interviews. One may have failed because of another."""

log = structlog.get_logger("greenroom.circles")


@dataclass(frozen=True, slots=True)
class Players:
    """Who speaks and who judges."""

    owner: CircleAgent
    visitor: CircleAgent
    judge: CircleJudge

    @asynccontextmanager
    async def of(self, circle: CircleRow, meeting: MissionRow) -> AsyncIterator[Players]:
        """Implements `Cast`: the same for every interview."""
        yield self


class Cast(Protocol):
    """Makes the players of one interview, and closes what they used after it. The circle is as it was
    when the visitor was admitted."""

    def of(
        self, circle: CircleRow, meeting: MissionRow
    ) -> AbstractAsyncContextManager[Players]: ...


class Inbox:
    """Implements `ports.PushChannel`: the line is kept for its owner's page, and written nowhere
    else."""

    def __init__(self, circles: Circles, meeting_id: str) -> None:
        self._circles, self._id = circles, meeting_id

    async def push(self, line: str, *, key: str) -> None:
        await self._circles.notify(self._id, line, key)


@dataclass(frozen=True, slots=True)
class Holding:
    """What the jobs do. Ends when the interview has ended, or is gone; whatever a provider does.

    An interview may kill the process that holds it, or fail each time. So each try is counted before
    anything of it is read. What did not get on in two tries is held alone: it takes no other one that failed
    with it, and none of them takes it. After `MOST_TRIES` it is given up."""

    circles: Circles
    cast: Cast
    now: Callable[[], datetime]
    pause: Callable[[float], Awaitable[None]]
    step_s: float = STEP_S
    solitude: SharedLock = field(default_factory=SharedLock)

    async def __call__(self, meeting_id: str) -> None:
        """While the store fails it waits and tries again. A second writer of the log, a process that
        was believed dead, changes nothing: whoever falls behind goes on from the log."""
        pause, until = FIRST_PAUSE_S, self.now() + LONGEST
        while True:
            try:
                await self._try(meeting_id, until)
            except NotFound:
                return
            except (Refused, OperatorFault) as fault:
                log.warning("meeting_waits", meeting=meeting_id, reason=type(fault).__name__)
            except Exception:
                log.exception("meeting_failed", meeting=meeting_id)
            else:
                return
            await self.pause(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)

    async def _try(self, meeting_id: str, until: datetime) -> None:
        tried = await self.circles.tries(meeting_id)
        if tried >= MOST_TRIES:
            await self._give_up(meeting_id, tried)
        elif not tried:
            await self._counted(meeting_id, until)
        else:
            asked = self.now()
            solitude = self.solitude
            async with solitude.alone() if tried >= MOST_TOGETHER else solitude.beside():
                await self._counted(meeting_id, until + (self.now() - asked))

    async def _counted(self, meeting_id: str, until: datetime) -> None:
        await self.circles.take_up(meeting_id)
        try:
            async with asyncio.timeout(LONGEST.total_seconds() + 2 * self.step_s):
                await self._hold(meeting_id, until)
        except (asyncio.CancelledError, Refused, OperatorFault) as fault:
            # this process stops, somebody else writes, or the store fails: not this one's fault,
            # unless it goes on for ever
            if isinstance(fault, asyncio.CancelledError) or self.now() < until:
                await self.circles.put_back(meeting_id)
            raise

    async def _hold(self, meeting_id: str, until: datetime) -> None:
        row = await self.circles.meeting_by_id(meeting_id)
        circle = None if row is None else await self.circles.find(row.circle_id)
        if row is None or circle is None or row.status == "ended":
            return
        await self.circles.set_status(meeting_id, "running")
        begun = await self.circles.log(meeting_id)
        async with self.cast.of(as_admitted(circle, begun.entries), row) as players:
            await self._play(meeting_id, players, until)
        await self.circles.set_status(meeting_id, "ended", stamped(self.now()))

    async def _give_up(self, meeting_id: str, tried: int) -> None:
        """Unjudged, with a cause that the owner reads. Where writing that fails too, as reading the log
        may be what fails, it is over without."""
        log.error("meeting_given_up", meeting=meeting_id, tries=tried)
        if tried == MOST_TRIES:
            await self.circles.take_up(meeting_id)
            try:
                await _written_off(await self.circles.log(meeting_id))
            except (NotFound, Refused, OperatorFault):
                raise
            except Exception:
                log.exception("meeting_not_written_off", meeting=meeting_id)
        await self.circles.set_status(meeting_id, "ended", stamped(self.now()))

    async def _play(self, meeting_id: str, players: Players, until: datetime) -> None:
        interview = RunningMission(
            owner=players.owner,
            visitor=players.visitor,
            judge=players.judge,
            channel=Inbox(self.circles, meeting_id),
            log=await self.circles.log(meeting_id),
            pause=self.pause,
            outside=lambda: CircleEnd.TIMEOUT if self.now() >= until else None,
            think=asyncio.to_thread,
            step_s=self.step_s,
        )
        try:
            await interview.resume()
        except (NotFound, Refused, OperatorFault):
            raise
        except Exception:
            log.exception("meeting_failed", meeting=meeting_id)
            await _broken_off(interview.log)


async def stop(circles: Circles, meeting_id: str) -> None:
    """End it from outside, whoever holds it: their next line is refused, and they read ours. Raises
    `Refused` when it is over already."""
    for _ in range(5):
        kept = await circles.log(meeting_id)
        if (await asyncio.to_thread(folded, kept.entries)).ended is not None:
            raise Refused(Sentence("This conversation is over."))
        try:
            await kept.append(Entry(len(kept.entries), EndedOutside(CircleEnd.CANCELLED)))
        except Refused:
            continue
        return
    raise Refused(Sentence("This conversation cannot be stopped just now; try again."))


async def _written_off(kept: CircleLog) -> None:
    """Nobody is asked any more: each call that is due has failed, as if its provider had."""
    state = await asyncio.to_thread(folded, kept.entries)
    while isinstance(effect := await asyncio.to_thread(next_effect, state), CallAgent | AskJudge):
        role: Role = effect.side if isinstance(effect, CallAgent) else "judge"
        failed = CallFailed(role, FaultCause.GIVEN_UP, retryable=False, upstream=True)
        entry = Entry(state.seq, failed)
        state = await asyncio.to_thread(fold, state, entry)
        await kept.append(entry)


async def _broken_off(kept: CircleLog) -> None:
    """A fault of ours is nobody's no: the interview ends unjudged, if it had not ended yet."""
    try:
        state = await asyncio.to_thread(folded, kept.entries)
    except (ProtocolError, LogError):
        return
    if state.ended is None:
        reason = EndedOutside(CircleEnd.INFRASTRUCTURE_ERROR)
        await kept.append(Entry(state.seq, reason))
