"""The interviews that run in this process: who may start, who comes back, who gives way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Self

from greenroom.adapters.embedded.open_room import Room, RoomOpener
from greenroom.adapters.embedded.seating import BEAT_S, Seating
from greenroom.adapters.embedded.waiting import WaitingPages
from greenroom.app.journals import Papers, no_papers, refused_as_over
from greenroom.app.observing import Watch
from greenroom.app.ports import (
    ANYBODY,
    InterviewRow,
    Interviews,
    NotFound,
    Refused,
    Seats,
    Socket,
    Visitor,
)
from greenroom.app.waiting_line import SHARES, Arrival, Shares, WaitingLine
from greenroom.assessment.sentence import Sentence
from greenroom.interview.circumstances import UNKNOWN, Circumstances
from greenroom.interview.events import SpokenCommand
from greenroom.session.equipment import Equip

_SOONEST_S = 5
ELSEWHERE = Sentence("This interview is held in a LiveKit room, and this server does not use them.")


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
        at_most: int | None = None,
        seats: Seats | None = None,
        equip: Equip,
        now: Callable[[], datetime],
        watch: Watch | None = None,
        papers: Papers = no_papers,
        circumstances: Circumstances = UNKNOWN,
        shares: Shares = SHARES,
        not_admitted: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`capacity`: interviews that run at once in all processes that share `seats`, `at_most`: of
        these in this one. `equip` is entered once for each interview, for as long as it runs; `now`
        gives UTC; `not_admitted` hears why somebody is not let in."""
        self._interviews, self._in_all = interviews, capacity
        self._capacity = min(capacity, at_most or capacity)
        self._seating = Seating(seats, capacity=capacity, by_owner=shares.by_owner)
        self._opener = RoomOpener(interviews, equip, now, watch, papers, circumstances)
        self._rooms: dict[str, Room] = {}
        self._shares = shares
        self._line = WaitingLine(capacity=capacity, shares=shares, told=not_admitted)
        self._waiting = WaitingPages(self._line, self._free)
        self._doors = asyncio.Lock()
        self._tasks = asyncio.TaskGroup()
        self._open = self._draining = False
        self._empty = asyncio.Event()
        self._beating: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        self._open = True
        if self._seating.is_shared:
            self._beating = asyncio.get_running_loop().create_task(self._beat())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        async with self._doors:
            self._open = False
        self._waiting.close()
        for room in tuple(self._rooms.values()):
            room.task.cancel()
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait((self._beating,))
        await self._tasks.__aexit__(kind, error, trace)
        await self._seating.leave()

    async def drain(self) -> None:
        """Let nobody new in, and return when the last interview is over."""
        async with self._doors:
            self._draining = True
        self._waiting.close()
        while self._rooms:
            self._empty.clear()
            await self._empty.wait()

    @property
    def running(self) -> int:
        """Rooms that are taken: those of people who went away can be had."""
        return sum(not room.abandoned for room in self._rooms.values())

    @property
    def capacity(self) -> int:
        """Of this process."""
        return self._capacity

    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        who = Arrival(row.id, row.owner, visitor.address)
        outcome = await self._ask(row, who, instead=visitor.instead)
        while not isinstance(outcome, Room):
            if not await self._waiting.wait(who, socket, outcome):
                return
            outcome = await self._ask(await self._found(row.id), who, instead=False)
        await outcome.transport.serve(socket)

    async def command(self, interview_id: str, command: str) -> None:
        room = self._rooms.get(interview_id)
        if room is None:
            raise Refused(Sentence("This interview is not running."))
        try:
            given = SpokenCommand(command)
        except ValueError as error:
            raise Refused(
                Sentence(
                    "There is no such command. Give one of these: {names}.",
                    names=", ".join(SpokenCommand),
                ),
                status=422,
            ) from error
        room.command(given)

    async def end(self, interview_id: str) -> None:
        async with self._doors:
            self._line.forget(interview_id)
            room = self._rooms.get(interview_id)
            if room is not None:
                await room.cancel()
        self._waiting.call(interview_id)

    async def holds(self, row: InterviewRow) -> bool:
        if row.mode != "embedded" or row.id in self._rooms:
            return True
        await self._seating.look()
        return self._is_elsewhere(row.id)

    @asynccontextmanager
    async def reserve(self, row: InterviewRow) -> AsyncIterator[None]:
        async with self._doors:
            if row.id in self._rooms:
                raise Refused(Sentence("This interview is running."))
            yield

    # Starting and resuming

    async def _ask(self, row: InterviewRow, who: Arrival, *, instead: bool) -> Room | int:
        """The interview's room, or its place in line."""
        async with self._doors:
            if not self._open or (self._draining and row.id not in self._rooms):
                raise Refused(
                    Sentence("The server is restarting."), status=503, retry_after_s=_SOONEST_S
                )
            if row.mode != "embedded":
                raise Refused(ELSEWHERE)
            if row.status == "ended":
                self._line.forget(row.id)
                raise await refused_as_over(self._interviews, row.id)
            await self._seating.look()
            given_up = await self._make_way(who, instead=instead)
            room = self._rooms.get(row.id)
            if room is not None and await self._seating.keep(row.id):
                self._line.check(who, self._live())
                return room
            if room is not None:  # it was abandoned, and others have all the seats
                await room.cancel()
            is_new = row.id not in self._line
            if not given_up:
                number = self._number(who)
                if number:
                    return number
            if not given_up and not await self._seating.take(row.id):
                self._line.check(who, self._live())
                return self._line.put_first(who, is_new=is_new)
            self._line.forget(row.id)
            try:
                return await self._enter(row, who)
            except BaseException:
                await self._seating.free(row.id)
                raise
            finally:
                self._waiting.tell()

    def _number(self, who: Arrival) -> int:
        """Its place in line; 0: it may take a room now. Who has a seat by another process does not wait."""
        if self._is_elsewhere(who.interview) and self.running < self._capacity:
            self._line.check(who, self._live())
            return 0
        return self._line.ask(who, self._live(), _monotonic(), free=self._free())

    def _is_elsewhere(self, interview_id: str) -> bool:
        return any(one.interview == interview_id for one in self._seating.elsewhere)

    async def _make_way(self, who: Arrival, *, instead: bool) -> bool:
        """Set aside what the owner has open, if it is too much: the interview whose page is gone, or any
        when it is wanted so. True when its room is this interview's now."""
        own = [room for room in self._rooms.values() if room.is_besides(who)]
        afar = [one.interview for one in self._seating.elsewhere if one.is_besides(who)]
        if len(own) + len(afar) + len(self._line.others(who)) < self._shares.by_owner:
            return False
        if instead and self._line.others(who):
            former = self._line.others(who)[0]
            self._line.hand_over(former, who)
            self._waiting.call(former)
            return False
        room = max(own, key=lambda room: room.transport.away_s, default=None)
        if room is None and instead and afar and self.running < self._capacity:
            # its process is told by the next beat
            return await self._seating.take(who.interview, instead_of=afar[0])
        if room is None or not (instead or room.page_gone):
            return False
        if not await self._seating.take(who.interview, instead_of=room.who.interview):
            return False
        await room.cancel()
        return True

    def _live(self) -> list[Arrival]:
        """Here and elsewhere."""
        here = [room.who for room in self._rooms.values() if not room.abandoned]
        return here + self._seating.elsewhere

    def _free(self) -> int:
        """Rooms that can be had here."""
        free = self._in_all - self.running - len(self._seating.elsewhere)
        return min(free, self._capacity - self.running)

    async def _beat(self) -> None:
        """Keep our seats; those who wait learn what became free elsewhere."""
        while True:
            await asyncio.sleep(BEAT_S)
            async with self._doors:
                for name in [name for name, room in self._rooms.items() if room.abandoned]:
                    await self._seating.free(name)
            lost = await self._seating.beat(
                wanted=len(self._line) > 0
            )  # the doors do not wait for it
            async with self._doors:
                for name in lost:
                    if name in self._rooms and not self._seating.has(name):
                        await self._rooms[name].cancel()
            self._waiting.tell()

    async def _found(self, interview_id: str) -> InterviewRow:
        row = await self._interviews.find(interview_id)
        if row is None:
            raise NotFound("there is nothing at this address")
        return row

    async def _enter(self, row: InterviewRow, who: Arrival) -> Room:
        await self._clear_a_room()
        closed = partial(self._leave, row.id)
        room = self._rooms[row.id] = await self._opener.open(row, who, self._tasks, closed)
        return room

    async def _clear_a_room(self) -> None:
        """Set aside the interview whose page has been away for longest, where no room is empty."""
        if len(self._rooms) >= self._capacity:
            await max(self._rooms.values(), key=lambda room: room.transport.away_s).cancel()

    async def _leave(self, interview_id: str, is_over: bool) -> None:
        del self._rooms[interview_id]
        if self._open:  # else all seats are given back at once
            await self._seating.free(interview_id, is_over=is_over)
        self._empty.set()
        self._waiting.tell()


def _monotonic() -> float:
    return asyncio.get_running_loop().time()
