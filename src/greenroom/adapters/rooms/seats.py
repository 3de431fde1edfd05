"""Who has a room of the LiveKit server, and who waits for one, as far as this process knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from greenroom.adapters.rooms.control import Control
from greenroom.adapters.rooms.names import CANDIDATE, room_of
from greenroom.adapters.rooms.server import TOKEN_TTL
from greenroom.adapters.rooms.watcher import COUNT_S, Watcher
from greenroom.app.ports import GreenroomError, InterviewRow, NotFound, Refused, Store, Visitor
from greenroom.app.waiting_line import Arrival, Shares, WaitingLine

AGAIN_S: Final = 5
"""How often a page in line asks again."""
KEPT_S: Final = 150.0
OFFERED_S: Final = 75.0
"""A place, and an offered room, outlive the once a minute in which a hidden page may ask."""
HELD_S: Final = TOKEN_TTL.total_seconds() + 2 * COUNT_S
"""A token stands for a taken room until it has expired, or its room is counted."""


@dataclass(slots=True)
class _LetIn:
    who: Arrival
    until: float
    counted: bool = False
    """The room was seen with somebody in it: from then on what is seen is believed."""


class Seats:
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
        self._shares = shares
        self._line = WaitingLine(
            capacity=capacity,
            shares=shares,
            kept_s=KEPT_S,
            offered_s=OFFERED_S,
            told=not_admitted,
        )
        self._let_in: dict[str, _LetIn] = {}
        self._doors = asyncio.Lock()

    @property
    def taken(self) -> int:
        return len(self._taken())

    async def take(self, row: InterviewRow, visitor: Visitor) -> None:
        """Have a room for this interview. Raises `Refused`: 503 with the place in line, or 409."""
        who = Arrival(row.id, row.owner, visitor.address)
        async with self._doors:
            if not self._watcher.has_counted:  # we have just been started
                with suppress(GreenroomError):
                    await self._watcher.look()
            given_up = await self._make_way(who, instead=visitor.instead)
            taken = self._taken()
            if await self._store.leases.holder(row.id) is not None:
                taken.add(row.id)
            live = await self._live(taken, who)
            if row.id in taken:
                self._line.check(who, live)
            elif not given_up:
                self._stand_in_line(who, live)
            self._line.forget(row.id)
            self._let_in[row.id] = _LetIn(who, _now() + HELD_S)

    def forget(self, interview_id: str) -> None:
        """Its room is closed, or the interview erased."""
        self._line.forget(interview_id)
        self._let_in.pop(interview_id, None)
        self._watcher.rooms -= {room_of(interview_id)}

    def _stand_in_line(self, who: Arrival, live: list[Arrival]) -> None:
        place = self._line.ask(who, live, _now())
        if place:
            self._line.left(who.interview, _now())  # a page that asks again was not away
            raise Refused(
                f"All rooms are taken. Your place in line is {place}.",
                status=503,
                retry_after_s=AGAIN_S,
                told={"place": place},
            )

    async def _make_way(self, who: Arrival, *, instead: bool) -> bool:
        """Set aside what the owner has open, if it is too much: the interview whose candidate is gone,
        or any when it is wanted so. True when its room is this interview's now."""
        if who.interview in self._line and not instead:
            return False
        own = [
            one.interview
            for one in await self._live(self._taken(), who)
            if one.owner == who.owner and one.interview != who.interview
        ]
        waiting = self._line.others(who)
        if len(own) + len(waiting) < self._shares.by_owner:
            return False
        if instead and waiting:
            self._line.hand_over(waiting[0], who)
            return False
        for interview in own:
            if instead or not await self._has_candidate(interview):
                with suppress(NotFound):
                    await self._control.close(room_of(interview))
                self.forget(interview)
                return True
        return False

    async def _has_candidate(self, interview: str) -> bool:
        """Somebody with a token is as good as there."""
        let_in = self._let_in.get(interview)
        if let_in is not None and not let_in.counted:
            return True
        try:
            people = await self._control.people(room_of(interview))
        except NotFound:
            return False
        return any(participant.identity == CANDIDATE for participant in people)

    async def _live(self, taken: set[str], who: Arrival) -> list[Arrival]:
        """Who is in these rooms; of strangers' rooms that others let in only that they are taken."""
        own = set()
        if who.interview not in self._line:
            own = {row.id for row in await self._store.interviews.of_owner(who.owner)}
        return [
            self._let_in[interview].who
            if interview in self._let_in
            else Arrival(interview, who.owner if interview in own else "")
            for interview in taken
        ]

    def _taken(self) -> set[str]:
        counted = {name.removeprefix(room_of("")) for name in self._watcher.rooms}
        for interview, one in tuple(self._let_in.items()):
            if interview in counted:
                one.counted = True
            elif one.counted or _now() >= one.until:
                del self._let_in[interview]
        return counted | set(self._let_in)


def _now() -> float:
    return asyncio.get_running_loop().time()
