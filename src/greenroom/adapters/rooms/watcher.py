"""Brings interviews back whose job died: LiveKit on one's own servers does not.

A dead job's participant stays visible for 20 s and its dispatch goes on being called running, so
neither is believed: alive is who renews the lease. A dispatch while no worker is registered is
dropped without a word, so we dispatch again until the lease is held.

Of several processes one brings them back: the elected one, which has a lease in the database. All count rooms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import structlog

from greenroom.adapters.rooms.control import Control
from greenroom.adapters.rooms.names import CANDIDATE, JobMetadata, room_of
from greenroom.app.ports import GreenroomError, NotFound, OperatorFault, Store
from greenroom.app.providers import tickets

SLOW_S: Final = 1.0
"""While the store takes longer for an answer, leases end because nobody can renew them."""
LOOK_S: Final = 1.0
"""How often expired leases are looked for; when the next one ends, or a webhook comes, we look at once."""
AFTER_S: Final = 0.02
"""So long after a lease has ended it is looked for."""
PATIENCE_S: Final = 4.0
"""A dispatched job has this long to take the lease before another one is sent."""
COUNT_S: Final = 5.0
"""How often the rooms are counted while all is well."""
ROLE: Final = "rooms-watcher"
TERM_MS: Final = 6_000
"""So long after the elected process has died another one is elected."""

log = structlog.get_logger(__name__)


class Watcher:
    """Looks after all interviews in LiveKit rooms. `run` it in one task of each process."""

    def __init__(self, control: Control, store: Store) -> None:
        self._control, self._store = control, store
        self._hint = asyncio.Event()
        self._sent: dict[str, float] = {}
        self._counted = float("-inf")
        self._pause_s = LOOK_S
        self._elected = 0
        """When our term ends, by the store's clock; 0: it is not ours."""
        self._blind = False
        """The store failed when it was last asked."""
        self.reachable = True
        """Whether the LiveKit server answered when it was last asked."""
        self.rooms: frozenset[str] = frozenset()
        """Names of our rooms with somebody in them, when they were counted last."""

    @property
    def has_counted(self) -> bool:
        return self._counted > float("-inf")

    def hint(self) -> None:
        """Something happened in some room: look now."""
        self._hint.set()

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except GreenroomError as error:
                if self.reachable:
                    log.warning("rooms not watched", exc_info=error)
                self.reachable = False
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause_s):
                    await self._hint.wait()
            self._hint.clear()

    async def look(self) -> None:
        """One look at everything. Raises `OperatorFault` when store or server cannot be reached."""
        lapsed = await self._lapsed()
        overdue = [i for i in lapsed if self._is_overdue(i)]
        if overdue:
            occupied = await self._control.occupied([room_of(i) for i in overdue])
            for interview_id in overdue:
                if room_of(interview_id) in occupied:
                    with suppress(NotFound):  # the room has closed, or the interview was erased
                        await self._revive(interview_id)
        if not self.reachable or _now() - self._counted >= COUNT_S:
            rooms = await self._control.occupied()
            self._counted, self.reachable, self.rooms = _now(), True, frozenset(rooms)

    async def step_down(self) -> None:
        """Let another process watch at once; if the store fails, when our term is over."""
        if self._elected:
            with suppress(OperatorFault):
                await self._store.leader_election.hold(ROLE, 0, self._elected)
            self._elected = 0

    async def _lapsed(self) -> Sequence[str]:
        """Whose lease has ended, if we are elected. After an outage of the store each job has time to renew
        its own."""
        asked, blind, self._blind = _now(), self._blind, True
        found: Mapping[str, int] = {}
        self._elected = await self._store.leader_election.hold(ROLE, TERM_MS, self._elected)
        if self._elected:
            found = await self._store.leases.lapsed(round(LOOK_S * 1000))
        self._blind = False
        ended = [interview_id for interview_id, left_ms in found.items() if left_ms == 0]
        next_ms = min((left_ms for left_ms in found.values() if left_ms), default=LOOK_S * 1000)
        self._pause_s = min(LOOK_S, next_ms / 1000 + AFTER_S)
        self._sent = {i: at for i, at in self._sent.items() if i in ended}
        if blind or _now() - asked > SLOW_S:
            self._sent |= dict.fromkeys(ended, _now())
        return ended

    def _is_overdue(self, interview_id: str) -> bool:
        return _now() - self._sent.get(interview_id, float("-inf")) >= PATIENCE_S

    async def _revive(self, interview_id: str) -> None:
        """Send a job, if a candidate waits. What is left of a dead one goes first."""
        room = room_of(interview_id)
        people = await self._control.people(room)
        if not any(participant.identity == CANDIDATE for participant in people):
            return
        if await self._store.leases.holder(interview_id) is not None:
            return  # a job has taken it while we looked
        fresh_ms = tickets.LIFETIME_MS - round(PATIENCE_S * 1000)
        if await self._store.tickets.waiting(interview_id, fresh_ms):
            return  # the candidate has just been let in, by whichever process: that job is on the way
        for participant in people:
            if participant.agent:
                with suppress(NotFound):  # gone by itself
                    await self._control.remove(room, participant.identity)
        ticket = await tickets.issue(self._store.tickets, interview_id)
        self._sent[interview_id] = _now()
        log.info("dispatched again", interview=interview_id)
        await self._control.dispatch(JobMetadata(interview_id, ticket))


def _now() -> float:
    return asyncio.get_running_loop().time()
