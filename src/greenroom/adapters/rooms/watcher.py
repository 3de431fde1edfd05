"""Brings interviews back whose job died: LiveKit on one's own servers does not.

A dead job's participant stays visible for 20 s and its dispatch goes on being called running, so
neither is believed: alive is who renews the lease. A dispatch while no worker is registered is
dropped without a word, so we dispatch again until the lease is held.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import aiohttp
import structlog
from livekit import api
from livekit.protocol.models import ParticipantInfo

from greenroom.adapters.rooms.names import AGENT, CANDIDATE, Order, room_of
from greenroom.app import tickets
from greenroom.app.ports import GreenroomError, Store

LOOK_S: Final = 0.4
"""How often expired leases are looked for; a webhook makes us look at once."""
PATIENCE_S: Final = 4.0
"""A dispatched job has this long to take the lease before another one is sent."""
COUNT_S: Final = 5.0
"""How often the rooms are counted while all is well."""
UNREACHABLE: Final = (api.TwirpError, aiohttp.ClientError, TimeoutError, OSError)

log = structlog.get_logger(__name__)


class Watcher:
    """Looks after all interviews in LiveKit rooms. `run` it in one task; several processes may."""

    def __init__(self, livekit: api.LiveKitAPI, store: Store) -> None:
        self._livekit, self._store = livekit, store
        self._hint = asyncio.Event()
        self._sent: dict[str, float] = {}
        self._counted = float("-inf")
        self.reachable = True
        """Whether the LiveKit server answered when it was last asked."""
        self.occupied = 0
        """Rooms with somebody in them."""

    def hint(self) -> None:
        """Something happened in some room: look now."""
        self._hint.set()

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except UNREACHABLE as error:
                if self.reachable:
                    log.warning("livekit unreachable", cause=type(error).__name__)
                self.reachable = False
            except GreenroomError:
                log.exception("leases not read")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._hint.wait()
            self._hint.clear()

    async def look(self) -> None:
        """One look at everything."""
        lapsed = await self._store.leases.lapsed()
        self._sent = {i: at for i, at in self._sent.items() if i in lapsed}
        now = asyncio.get_running_loop().time()
        if not lapsed and now - self._counted < COUNT_S:
            return
        rooms = {room.name for room in await self._rooms()}
        self._counted, self.reachable = now, True
        for interview_id in lapsed:
            if room_of(interview_id) in rooms and self._is_overdue(interview_id):
                await self._revive(interview_id)

    def expect(self, interview_id: str) -> None:
        """A candidate is on the way, whose token has a job sent: it is no dead one that is missing."""
        if self._is_overdue(interview_id):
            self._sent[interview_id] = asyncio.get_running_loop().time()

    def _is_overdue(self, interview_id: str) -> bool:
        now = asyncio.get_running_loop().time()
        return now - self._sent.get(interview_id, float("-inf")) >= PATIENCE_S

    async def _rooms(self) -> list[api.Room]:
        found = await self._livekit.room.list_rooms(api.ListRoomsRequest())
        ours = [room for room in found.rooms if room.name.startswith(room_of(""))]
        self.occupied = sum(room.num_participants > 0 for room in ours)
        return ours

    async def _revive(self, interview_id: str) -> None:
        """Send a job, if a candidate waits. What is left of a dead one goes first."""
        room = room_of(interview_id)
        there = await self._livekit.room.list_participants(api.ListParticipantsRequest(room=room))
        if not any(participant.identity == CANDIDATE for participant in there.participants):
            return
        if await self._store.leases.holder(interview_id) is not None:
            return  # a job has taken it while we looked
        for participant in there.participants:
            if participant.kind == ParticipantInfo.AGENT:
                await self._remove(room, participant.identity)
        order = Order(interview_id, await tickets.issue(self._store.tickets, interview_id))
        log.info("dispatched again", interview=interview_id)
        self._sent[interview_id] = asyncio.get_running_loop().time()
        await self._livekit.agent_dispatch.create_dispatch(
            api.CreateAgentDispatchRequest(agent_name=AGENT, room=room, metadata=order.metadata)
        )

    async def _remove(self, room: str, identity: str) -> None:
        with suppress(api.TwirpError):  # gone by itself
            await self._livekit.room.remove_participant(
                api.RoomParticipantIdentity(room=room, identity=identity)
            )
