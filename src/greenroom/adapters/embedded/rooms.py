"""The interviews that run in this process: who may start, who comes back, who owns their tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Self

import structlog

from greenroom.adapters.embedded.transport import EmbeddedTransport
from greenroom.app.books import AskedFor, close_book, nothing_asked_for, open_book
from greenroom.app.observing import Watch
from greenroom.app.ports import InterviewRow, Interviews, Refused, Socket
from greenroom.app.stamps import stamped
from greenroom.app.view import hello
from greenroom.interview.events import CommandGiven, SpokenCommand
from greenroom.interview.plan import Millis
from greenroom.interview.state import InterviewState
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equip
from greenroom.session.recorder import Recorder

FORSAKEN_S = 60
"""Who has been away for this long keeps the interview, but not the room if somebody else needs it."""
_SOONEST_S = 5
ELSEWHERE = "This interview is held in a LiveKit room, and this server has none."

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Room:
    live: LiveInterview
    transport: EmbeddedTransport
    clock: SessionClock
    task: asyncio.Task[None]

    @property
    def forsaken(self) -> bool:
        return self.transport.away_s >= FORSAKEN_S

    async def cancel(self) -> None:
        self.task.cancel()
        await asyncio.wait((self.task,))


class EmbeddedRooms:
    """Implements `ports.LiveRooms` in this process. Enter it to open, leave it to shut down.

    Shutting down cancels the interviews and keeps their journals: each goes on, in this process or
    the next, when its candidate comes back.
    """

    def __init__(
        self,
        interviews: Interviews,
        *,
        capacity: int,
        equip: Equip,
        now: Callable[[], datetime],
        watch: Watch | None = None,
        asked_for: AskedFor = nothing_asked_for,
    ) -> None:
        """`equip` is entered once for each interview, for as long as it runs; `now` gives UTC."""
        self._interviews, self._capacity = interviews, capacity
        self._asked_for = asked_for
        self._equip, self._now, self._watch = equip, now, watch
        self._rooms: dict[str, _Room] = {}
        self._doors = asyncio.Lock()
        self._tasks = asyncio.TaskGroup()
        self._open = False

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        self._open = True
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        async with self._doors:
            self._open = False
        for room in tuple(self._rooms.values()):
            room.task.cancel()
        await self._tasks.__aexit__(kind, error, trace)

    @property
    def running(self) -> int:
        """Rooms that are taken: those of people who went away can be had."""
        return sum(not room.forsaken for room in self._rooms.values())

    @property
    def capacity(self) -> int:
        return self._capacity

    async def attend(self, row: InterviewRow, socket: Socket) -> None:
        async with self._doors:
            room = self._rooms.get(row.id) or await self._enter(row)
        await room.transport.serve(socket)

    async def command(self, interview_id: str, command: str) -> None:
        room = self._rooms.get(interview_id)
        if room is None:
            raise Refused("This interview is not running.")
        try:
            given = SpokenCommand(command)
        except ValueError as error:
            raise Refused(
                f"There is no such command: {', '.join(SpokenCommand)}.", status=422
            ) from error
        room.live.post(CommandGiven(room.clock.now_ms(), given))

    async def end(self, interview_id: str) -> None:
        async with self._doors:
            room = self._rooms.get(interview_id)
            if room is not None:
                await room.cancel()

    async def holds(self, row: InterviewRow) -> bool:
        return row.mode != "embedded" or row.id in self._rooms

    @asynccontextmanager
    async def reserve(self, row: InterviewRow) -> AsyncIterator[None]:
        async with self._doors:
            if row.id in self._rooms:
                raise Refused("This interview is running.")
            yield

    # Starting and resuming

    async def _enter(self, row: InterviewRow) -> _Room:
        await self._admit()
        if row.mode != "embedded":
            raise Refused(ELSEWHERE)
        book = await open_book(self._interviews, row, stamped(self._now()), self._asked_for)
        clock = (
            SessionClock()
            if book.fresh
            else SessionClock.since(book.header.started_at, book.state.now)
        )
        parts = AsyncExitStack()
        equipment = await parts.enter_async_context(self._equip(row, book.header.plan))
        recorder = Recorder.of(equipment, clock)
        transport = EmbeddedTransport(
            hello=hello(book.header.plan),
            now_ms=clock.now_ms,
            wall=lambda: self._now().timestamp(),
            overhear=None if recorder is None else recorder.hear,
        )
        live = LiveInterview(
            book.header,
            book.state,
            seq=book.seq,
            transport=transport,
            voice=equipment.voice,
            interviewer=equipment.interviewer,
            model=equipment.model,
            background=equipment.background,
            news=equipment.news,
            recorder=recorder,
            journal=self._interviews.journal(row.id),
            clock=clock,
            observe=self._watch(row.id, book.header.plan.id) if self._watch is not None else None,
        )
        transport.bind(live)
        task = self._tasks.create_task(self._hold(row.id, live, parts))
        room = self._rooms[row.id] = _Room(live, transport, clock, task)
        return room

    async def _admit(self) -> None:
        if not self._open:
            raise Refused("The server is restarting.", status=503, retry_after_s=_SOONEST_S)
        if len(self._rooms) < self._capacity:
            return
        longest_away = max(self._rooms.values(), key=lambda room: room.transport.away_s)
        if longest_away.forsaken:
            await longest_away.cancel()
            return
        waits = min((_remaining(room.live.state) for room in self._rooms.values()), default=0)
        raise Refused(
            f"All {self._capacity} rooms are taken.",
            status=503,
            retry_after_s=max(_SOONEST_S, waits // 1000),
        )

    # Holding and ending

    async def _hold(self, interview_id: str, live: LiveInterview, parts: AsyncExitStack) -> None:
        try:
            async with parts:
                await live.run()
            await close_book(self._interviews, interview_id, stamped(self._now()))
        except Exception:  # one interview's fault must not end the others, which share the group
            log.exception("interview fell over", interview=interview_id)
        finally:
            del self._rooms[interview_id]


def _remaining(state: InterviewState) -> Millis:
    """When the interview ends at the latest, by its stages' hard limits."""
    stages = state.plan.stages
    if state.ended or state.index < 0:
        return sum(stage.hard_limit for stage in stages) if not state.ended else 0
    ahead = sum(stage.hard_limit for stage in stages[state.index + 1 :])
    return ahead + max(0, state.stage.hard_limit - state.elapsed)
