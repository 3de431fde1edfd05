"""A process that holds one interview on the product's own store, and may be told when to die."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from person import Person, given
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.adapters.storage.journal import Journals, SqlJournal
from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import InterviewRow
from greenroom.interview import engine, journal
from greenroom.interview.commands import Command
from greenroom.interview.events import Event
from greenroom.interview.journal import Header
from greenroom.interview.state import InterviewState
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equipment
from greenroom.simulation import clock
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.run import ROBIN
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom.simulation.transport import SimulatedTransport

PLAN = "two-stage"
INTERVIEW = "int_durable"
STARTED_AT = "2026-01-05T09:00:00.000Z"
STARTED_S = datetime.fromisoformat(STARTED_AT).timestamp()
LIMIT_S = 3_600
"""Of virtual time: an interview that has not ended by then hangs."""

TORN, WRITTEN, DONE = "torn", "written", "done"
MOMENTS = (TORN, WRITTEN, DONE)
"""Between begin and commit of an entry; durable, before its commands are carried out; after that."""
CLOCK = "clock"
"""Wherever the process is after so many real milliseconds."""


@dataclass(frozen=True, slots=True)
class Doom:
    """Sudden death at this moment of this journal entry (0: the header), or at a `CLOCK` time."""

    moment: str
    entry: int

    def strike(self, moment: str, entry: int) -> None:
        if (moment, entry) == (self.moment, self.entry):
            os.kill(os.getpid(), signal.SIGKILL)

    def approach(self) -> None:
        """Let the time run. Python has no handler for this signal: it kills as SIGKILL does."""
        if self.moment == CLOCK:
            signal.setitimer(signal.ITIMER_REAL, max(self.entry, 1) / 1000)


class DoomedDatabase(Database):
    """Dies with the line inserted and its transaction open."""

    one_writer = True

    def __init__(self, database: Database, strike: Doom | None) -> None:
        self.database, self.doom, self.entry = database, strike, 0

    @asynccontextmanager
    async def transaction(self, *, first: bool = False) -> AsyncIterator[AsyncConnection]:
        async with self.database.transaction(first=first) as connection:
            yield connection
            if self.doom is not None:
                self.doom.strike(TORN, self.entry)


class DoomedJournal:
    """The product's journal; the clock stands still while its thread writes."""

    def __init__(self, database: Database, doom: Doom | None, entries: int) -> None:
        self._database = DoomedDatabase(database, doom)
        self._journal = SqlJournal(Journals(self._database), INTERVIEW)
        self._doom = doom
        self.entry = entries - 1

    async def append(self, line: str) -> None:
        self._database.entry = self.entry + 1
        with clock.standing_still():
            await self._journal.append(line)
        self.entry += 1
        if self._doom is not None:
            self._doom.strike(WRITTEN, self.entry)

    def carried_out(self, event: Event, commands: Sequence[Command], state: InterviewState) -> None:
        """An observer of the interview: called when a step is complete."""
        if self._doom is not None:
            self._doom.strike(DONE, self.entry)


async def create(path: Path) -> None:
    """A store with one interview that has not begun."""
    database = await Database.open(path)
    await SqlInterviews(database).create(
        InterviewRow(
            INTERVIEW, "me", plans.source_of(PLAN), PLAN, {"name": "Robin"}, STARTED_AT, "running"
        )
    )
    await database.aclose()


def hold(path: Path, scenario: str, at_s: float, doom: Doom | None) -> None:
    """Begin the interview, or take it up where its journal ends, `at_s` after it began."""
    if doom is not None:
        doom.approach()
    clock.run(_hold(path, scenario, doom), epoch_s=STARTED_S + at_s)


async def _hold(path: Path, scenario: str, doom: Doom | None) -> None:
    with clock.standing_still():
        database = await Database.open(path)
        lines = await SqlInterviews(database).journal_lines(INTERVIEW)
    kept = DoomedJournal(database, doom, len(lines))
    try:
        async with asyncio.timeout(LIMIT_S):
            await _interview(kept, lines, scenario)
    finally:
        with clock.standing_still():
            await database.aclose()


async def _interview(kept: DoomedJournal, lines: Sequence[str], scenario: str) -> None:
    if lines:
        header, state, seq = journal.read(lines)
    else:
        header = Header(INTERVIEW, STARTED_AT, "embedded", ROBIN, plans.load(PLAN))
        state, seq = engine.begin(header.plan, header.candidate), 0
        await kept.append(journal.encode_header(header))
    ticks, speaker = SessionClock.since(header.started_at, state.now), Speaker()
    room = SimulatedTransport(speaker, lambda event: interview.post(event), ticks.now_ms)
    interview = LiveInterview(
        header,
        state,
        seq=seq,
        journal=kept,
        equipment=Equipment(scripted_voice(speaker), PlanInterviewer()),
        transport=room,
        clock=ticks,
        observe=kept.carried_out,
    )
    person = asyncio.ensure_future(Person(scenario, given(lines)).attend(room))
    try:
        await interview.run()
    finally:
        person.cancel()
        await asyncio.gather(person, return_exceptions=True)
