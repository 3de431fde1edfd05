"""Rooms of this process over a store in memory, with scripted voices."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any

from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import InterviewRow
from greenroom.interview import journal
from greenroom.session.equipment import Equipment
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.scripted_speech import scripted_voice


@dataclass
class House:
    """The rooms, their store, and the mouths of their candidates in the order of arrival."""

    rooms: EmbeddedRooms
    store: SqlInterviews
    speakers: list[Speaker] = field(default_factory=list)
    visits: list[Any] = field(default_factory=list)

    def visit(self, row: InterviewRow, page: Any) -> Any:
        visit = asyncio.get_running_loop().create_task(self.rooms.attend(row, page))
        self.visits.append(visit)
        return visit

    async def state(self, row: InterviewRow) -> Any:
        return journal.read(await self.store.journal_lines(row.id))[1]

    async def events(self, row: InterviewRow) -> str:
        return "".join(await self.store.journal_lines(row.id))


@contextlib.asynccontextmanager
async def opened(rig, store=None, capacity=2):
    house: House

    @contextlib.asynccontextmanager
    async def equip(_row, _plan):
        house.speakers.append(Speaker())
        yield Equipment(scripted_voice(house.speakers[-1]), PlanInterviewer())

    store = store or MemoryStore().interviews
    rooms = EmbeddedRooms(
        store,
        capacity=capacity,
        equip=equip,
        now=rig.noon,
    )
    house = House(rooms, store)
    async with rooms:
        yield house
    await asyncio.gather(*house.visits)
