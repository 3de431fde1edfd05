"""This process's seats among those of all that use the same database, and when they are renewed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Sequence
from typing import Final

import structlog

from greenroom.app.ports import GreenroomError, Seat, Seats
from greenroom.app.waiting_line import Arrival

BEAT_S: Final = 5.0
"""How often one statement renews the seats of all interviews here; what others have is then known, too."""
TTL_MS: Final = 20_000
"""The seats of a process that died are free after it."""

log = structlog.get_logger(__name__)


class Seating:
    """Seats are taken one at a time: the caller sees to that."""

    def __init__(self, seats: Seats | None, *, capacity: int, by_owner: int) -> None:
        """`seats` None: no other process uses the database, and nothing has to be asked."""
        self._seats = seats
        self._capacity, self._by_owner = capacity, by_owner
        self._holder = f"serve-{secrets.token_hex(8)}"
        self._mine: dict[str, int] = {}
        """Each with the number of the question that it was the answer to."""
        self._asked = 0
        self._seen: Sequence[Seat] = ()
        self._looked = float("-inf")

    @property
    def is_shared(self) -> bool:
        return self._seats is not None

    @property
    def elsewhere(self) -> list[Arrival]:
        """Who is in the rooms of other processes, when they were asked for last."""
        return [
            Arrival(one.interview_id, one.owner)
            for one in self._seen
            if one.holder != self._holder and one.interview_id not in self._mine
        ]

    def has(self, interview_id: str) -> bool:
        return interview_id in self._mine

    async def look(self) -> None:
        """Know what others have, if that is long ago. Without the store it is what was known before: who
        comes back to an interview that runs here needs no more."""
        if self._seats is None or _now() - self._looked < BEAT_S:
            return
        try:
            self._know(await self._seats.taken())
        except GreenroomError as error:
            log.warning("seats_not_known", exc_info=error)

    async def take(self, interview_id: str, *, instead_of: str | None = None) -> bool:
        """False when others have all the seats by now, or the owner's share: then that is known.
        Raises `NotFound`, `OperatorFault`."""
        if self._seats is None:
            return True
        got = await self._seats.take(
            interview_id,
            self._holder,
            TTL_MS,
            capacity=self._capacity,
            by_owner=self._by_owner,
            instead_of=instead_of,
        )
        if got:
            self._asked += 1
            self._mine.pop(instead_of or "", None)
            self._mine[interview_id] = self._asked
        else:
            self._know(await self._seats.taken())
        return got

    async def keep(self, interview_id: str) -> bool:
        """`take`, unless it has its seat still."""
        return self.has(interview_id) or await self.take(interview_id)

    async def free(self, interview_id: str, *, is_over: bool = False) -> None:
        """Give its seat back. When it `is_over` the store has done so. Never raises: without the store
        the seat is free when its time is over."""
        if self._seats is None or interview_id not in self._mine:
            return
        del self._mine[interview_id]
        self._looked = float("-inf")  # another process may have it by now
        if is_over:
            return
        try:
            await self._seats.free(interview_id, self._holder)
        except GreenroomError as error:
            log.warning("seat_not_freed", interview=interview_id, exc_info=error)

    async def beat(self, *, wanted: bool) -> Collection[str]:
        """Renew what is ours; gives those that were given to others, which are ours no more. Nothing is
        asked while there is nothing of ours and none is `wanted`."""
        if self._seats is None or not (self._mine or wanted):
            return ()
        asked = dict(self._mine)
        try:
            self._know(await self._seats.renew(self._holder, asked, TTL_MS))
        except GreenroomError as error:
            log.warning("seats_not_renewed", exc_info=error)
            return ()
        kept = {one.interview_id for one in self._seen if one.holder == self._holder}
        lost = [name for name in asked.keys() - kept if self._mine.get(name) == asked[name]]
        for interview_id in lost:
            del self._mine[interview_id]
        return lost

    async def leave(self) -> None:
        """Give all back: this process ends."""
        mine, self._mine = self._mine, {}
        if self._seats is None or not mine:
            return
        try:
            await self._seats.leave(self._holder)
        except GreenroomError as error:
            log.warning("seats_not_freed", exc_info=error)

    def _know(self, seats: Sequence[Seat]) -> None:
        self._seen, self._looked = seats, _now()


def _now() -> float:
    return asyncio.get_running_loop().time()
