"""Who has a room of the LiveKit server, and who waits for one.

All processes that use one database share the seats (`app.ports.Seats`); the line is each process's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from greenroom.adapters.rooms.control import Control
from greenroom.adapters.rooms.names import CANDIDATE, room_of
from greenroom.adapters.rooms.server import TOKEN_TTL
from greenroom.adapters.rooms.watcher import COUNT_S, Watcher
from greenroom.app.ports import (
    GreenroomError,
    InterviewRow,
    NotFound,
    Refused,
    Seat,
    Store,
    Visitor,
)
from greenroom.app.waiting_line import Arrival, Shares, WaitingLine
from greenroom.assessment.sentence import Sentence

AGAIN_S: Final = 5
"""How often a page in line asks again."""
KEPT_S: Final = 150.0
OFFERED_S: Final = 75.0
"""A place, and an offered room, outlive the once a minute in which a hidden page may ask."""
HELD_S: Final = TOKEN_TTL.total_seconds() + 2 * COUNT_S
"""A token stands for a taken room until it has expired, or its room is counted."""
LOBBY: Final = "lobby"
"""Who holds the seat of an interview whose candidate has a token and no job yet."""


@dataclass(slots=True)
class _LetIn:
    who: Arrival
    until: float
    counted: bool = False
    """The room was seen with somebody in it: from then on what is seen is believed."""


class RoomSeats:
    """At most `capacity` rooms are taken. Those whose candidate has a token count at once."""

    def __init__(
        self,
        store: Store,
        control: Control,
        watcher: Watcher,
        *,
        capacity: int,
        shares: Shares,
        not_admitted: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store, self._control, self._watcher = store, control, watcher
        self._capacity, self._shares = capacity, shares
        self._line = WaitingLine(
            capacity=capacity,
            shares=shares,
            kept_s=KEPT_S,
            offered_s=OFFERED_S,
            told=not_admitted,
        )
        self._let_in: dict[str, _LetIn] = {}
        """By this process: others know neither their addresses nor that they were counted."""
        self._doors = asyncio.Lock()

    @property
    def taken(self) -> int:
        """As far as this process sees."""
        self._look()
        return len(self._counted() | set(self._let_in))

    async def take(self, row: InterviewRow, visitor: Visitor) -> bool:
        """Have a room for this interview; True when a job is there already. Raises `Refused`: 503 with
        the place in line, or 409."""
        who = Arrival(row.id, row.owner, visitor.address)
        async with self._doors:
            is_new = row.id not in self._line
            if not self._watcher.has_counted:  # we have just been started
                with suppress(GreenroomError):
                    await self._watcher.look()
            seats = {one.interview_id: one for one in await self._seats()}
            live = await self._live(seats, who)
            aside = await self._make_way(who, live, seats, instead=visitor.instead)
            live.pop(aside, None)
            others = list(live.values())
            if row.id in live:
                self._line.check(who, others)
            elif not aside:
                self._stand_in_line(who, others)
            if not await self._have_one(row.id, instead_of=aside):
                await self._wait_first(who, is_new=is_new)
            self._line.forget(row.id)
            self._let_in[row.id] = _LetIn(who, _now() + HELD_S)
            return row.id in seats and seats[row.id].held

    async def forget(self, interview_id: str) -> None:
        """Its room is closed, or the interview erased."""
        self._forget(interview_id)
        await self._store.seats.free(interview_id)

    def _forget(self, interview_id: str) -> None:
        self._line.forget(interview_id)
        self._let_in.pop(interview_id, None)
        self._watcher.rooms -= {room_of(interview_id)}

    async def _have_one(self, interview: str, *, instead_of: str) -> bool:
        """False when another process gave the last one away while we asked ours."""
        return await self._store.seats.take(
            interview,
            LOBBY,
            round(HELD_S * 1000),
            capacity=self._capacity,
            by_owner=self._shares.by_owner,
            seen=self._counted(),
            instead_of=instead_of or None,
        )

    def _stand_in_line(self, who: Arrival, live: Sequence[Arrival]) -> None:
        place = self._line.ask(who, live, _now())
        if place:
            self._refuse(who, place)

    async def _wait_first(self, who: Arrival, *, is_new: bool) -> None:
        """The room that it was its turn for is gone."""
        live = await self._live({one.interview_id: one for one in await self._seats()}, who)
        self._line.check(who, list(live.values()))
        self._refuse(who, self._line.put_first(who, is_new=is_new))

    def _refuse(self, who: Arrival, place: int) -> None:
        self._line.left(who.interview, _now())  # a page that asks again was not away
        raise Refused(
            Sentence("All rooms are taken. Your place in line is {place}.", place=place),
            status=503,
            retry_after_s=AGAIN_S,
            told={"place": place},
        )

    async def _make_way(
        self,
        who: Arrival,
        live: Mapping[str, Arrival],
        seats: Mapping[str, Seat],
        *,
        instead: bool,
    ) -> str:
        """Set aside what the owner has open, if it is too much: the interview whose candidate is gone,
        or any when it is wanted so. Its room is then this interview's. "": none was."""
        if who.interview in self._line and not instead:
            return ""
        own = [
            interview
            for interview, one in live.items()
            if one.owner == who.owner and interview != who.interview
        ]
        waiting = self._line.others(who)
        if len(own) + len(waiting) < self._shares.by_owner:
            return ""
        if instead and waiting:
            self._line.hand_over(waiting[0], who)
            return ""
        for interview in own:
            if instead or not await self._has_candidate(interview, seats.get(interview)):
                with suppress(NotFound):
                    await self._control.close(room_of(interview))
                self._forget(interview)
                return interview
        return ""

    async def _has_candidate(self, interview: str, seat: Seat | None) -> bool:
        """Somebody with a token is as good as there."""
        let_in = self._let_in.get(interview)
        if let_in is not None and not let_in.counted:
            return True
        if let_in is None and seat is not None and seat.holder == LOBBY and not seat.held:
            return True
        try:
            people = await self._control.people(room_of(interview))
        except NotFound:
            return False
        return any(participant.identity == CANDIDATE for participant in people)

    async def _live(self, seats: Mapping[str, Seat], who: Arrival) -> dict[str, Arrival]:
        """Who is in which room; of strangers' rooms that have no seat only that they are taken."""
        found = {
            interview: self._arrival(interview, seat.owner) for interview, seat in seats.items()
        }
        unknown = self._counted() - found.keys()
        own = set()
        if unknown - self._let_in.keys() and who.interview not in self._line:
            own = {row.id for row in await self._store.interviews.of_owner(who.owner)}
        for interview in unknown:
            found[interview] = self._arrival(interview, who.owner if interview in own else "")
        return found

    def _arrival(self, interview: str, owner: str) -> Arrival:
        let_in = self._let_in.get(interview)
        return Arrival(interview, owner) if let_in is None else let_in.who

    async def _seats(self) -> list[Seat]:
        """What is promised to somebody who was counted and has left, with no job, is free."""
        left = self._look()
        seats = list(await self._store.seats.taken())
        empty = {one.interview_id for one in seats if one.interview_id in left and not one.held}
        for interview in empty:
            await self._store.seats.free(interview)
        return [one for one in seats if one.interview_id not in empty]

    def _look(self) -> set[str]:
        """Compare whom we let in with what was counted; gives those who came and have left."""
        counted, left = self._counted(), set()
        for interview, one in tuple(self._let_in.items()):
            if interview in counted:
                one.counted = True
            elif one.counted or _now() >= one.until:
                if one.counted:
                    left.add(interview)
                del self._let_in[interview]
        return left

    def _counted(self) -> set[str]:
        return {name.removeprefix(room_of("")) for name in self._watcher.rooms}


def _now() -> float:
    return asyncio.get_running_loop().time()
