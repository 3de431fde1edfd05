"""Rooms in memory, and interviews that are held in them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from greenroom.adapters.rooms.control import Participant
from greenroom.adapters.rooms.names import CANDIDATE, JobMetadata, agent_of, room_of
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import NotFound, OperatorFault
from greenroom.testing.interviews import interview_row


class MemoryControl:
    """`Control` over rooms that the test fills; remembers the dispatches."""

    def __init__(self) -> None:
        self.rooms: dict[str, list[Participant]] = {}
        self.orders: list[JobMetadata] = []
        self.sent: list[tuple[str, str, str]] = []
        self.asked: list[Sequence[str] | None] = []
        """The rooms that were asked for, each time; None: all."""
        self.away = False

    def join(self, interview_id: str, identity: str = CANDIDATE, *, agent: bool = False) -> None:
        self.rooms.setdefault(room_of(interview_id), []).append(Participant(identity, agent))

    async def occupied(self, among: Sequence[str] | None = None) -> Sequence[str]:
        if self.away:
            raise OperatorFault("the LiveKit server cannot be reached")
        self.asked.append(among)
        asked = self.rooms if among is None else among
        return [room for room in asked if self.rooms.get(room)]

    async def people(self, room: str) -> Sequence[Participant]:
        if room not in self.rooms:
            raise NotFound("there is no such room")
        return tuple(self.rooms[room])

    async def remove(self, room: str, identity: str) -> None:
        left = [p for p in self.rooms[room] if p.identity != identity]
        if left == self.rooms[room]:
            raise NotFound("nobody of that name")
        self.rooms[room] = left

    async def close(self, room: str) -> None:
        self.rooms.pop(room, None)

    async def dispatch(self, order: JobMetadata) -> None:
        self.orders.append(order)

    async def send(self, room: str, identity: str, message: str) -> None:
        if self.away:
            raise OperatorFault("the LiveKit server cannot be reached")
        self.sent.append((room, identity, message))


def store() -> MemoryStore:
    """A store on the loop's own clock."""
    loop = asyncio.get_running_loop()
    return MemoryStore(now_ms=lambda: round(loop.time() * 1000))


async def running(store: MemoryStore, interview_id: str = "i1") -> None:
    """An interview that has begun in a room."""
    row = replace(interview_row(interview_id), mode="livekit", status="running")
    await store.interviews.create(row)


def dead_agent(control: MemoryControl, interview_id: str, job: str) -> str:
    control.join(interview_id, agent_of(job), agent=True)
    return agent_of(job)
