"""Interviews that nobody holds and whose candidate does not come back (W4, F15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app import plans
from greenroom.app.abandoned_interviews import AbandonedInterviews
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.journals import read_journal
from greenroom.app.ports import InterviewRow
from greenroom.interview import journal
from greenroom.interview.causes import EndReason
from greenroom.interview.time_limits import ABSENCE_LIMIT
from greenroom.interview.waived_limits import UNHURRIED_ABSENCE
from greenroom.simulation import candidates
from greenroom.simulation.clock import run
from greenroom.simulation.run import Notebook, hold, simulated_header
from greenroom.testing import interview_row
from greenroom.testing.rooms import QuietRooms

RULE = timedelta(milliseconds=ABSENCE_LIMIT)
FIRST_WORDS = 3
"""Header, and the entries until the interview has begun."""


@pytest.fixture(scope="module")
def lines() -> Sequence[str]:
    """The journal of a whole interview."""
    plan = plans.load("two-stage", role="engineer", level="senior")
    header, notebook = simulated_header(plan, 5), Notebook()
    attend = candidates.persona("normal", 5, plan).attend
    epoch_s = datetime.fromisoformat(header.started_at).timestamp()
    run(hold(header, attend, interviewer=PlanInterviewer(), journal=notebook), epoch_s=epoch_s)
    return notebook.lines


class House:
    """Interviews after a restart of their server, and a clock that is set by hand."""

    def __init__(self) -> None:
        self.store, self.rooms = MemoryStore(), QuietRooms()
        self.interviews = self.store.interviews
        self.now = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
        self.absentees = AbandonedInterviews(self.interviews, self.rooms, lambda: self.now)

    async def keep(self, lines: Sequence[str], name: str = "i1") -> InterviewRow:
        """A running interview whose journal has come so far."""
        row = interview_row(name, status="running")
        await self.interviews.create(row)
        log = self.interviews.journal(name)
        for number, line in enumerate(lines):
            own = journal.decode_header(line).interview_id if not number else ""
            await log.append(line.replace(own, name) if own else line)
        return row

    async def look_after(self, time: timedelta = timedelta()) -> InterviewRow:
        self.now += time
        await self.absentees.look()
        return await self.found("i1")

    async def found(self, name: str) -> InterviewRow:
        row = await self.interviews.find(name)
        assert row is not None
        return row


def test_whoever_does_not_come_back_has_left(lines: Sequence[str]) -> None:
    """Wherever the interview stood when its server ended: it goes on for the time of its rule, and is
    then over because the candidate left (or time was up already), in a journal that can be read; nothing was said meanwhile."""

    async def given_up(cut: int) -> None:
        house = House()
        await house.keep(lines[:cut])
        assert (await house.look_after()).status == "running"
        assert (await house.look_after(RULE - timedelta(seconds=1))).status == "running"
        row = await house.look_after(timedelta(seconds=1))
        assert (row.status, row.ended_at) == ("ended", "2030-01-01T12:05:00.000Z")
        opened = await read_journal(house.interviews, "i1")
        stood = journal.read(lines[:cut])[1]
        before = [m.text for m in stood.transcript.messages]
        assert opened is not None
        ends = opened.state.end_reason
        assert ends is (EndReason.TIME if stood.closing else EndReason.CANDIDATE_LEFT)
        after = [m.text for m in opened.state.transcript.messages]
        assert after[: len(before)] == before
        assert after[len(before) :] in ([], [""]), "what was cut off in its first word"

    async def each() -> None:
        for cut in range(FIRST_WORDS, len(lines)):
            await given_up(cut)

    run(each())


async def test_who_asked_for_no_time_limits_is_missed_later(lines: Sequence[str]) -> None:
    """Half an hour, not five minutes."""
    house = House()
    head = journal.encode_header(replace(journal.decode_header(lines[0]), unhurried=True))
    row = await house.keep([head, *lines[1:20]])
    house.store.change(row.id, unhurried=True)
    await house.look_after()
    limit = timedelta(milliseconds=UNHURRIED_ABSENCE)
    assert (await house.look_after(limit - timedelta(seconds=1))).status == "running"
    assert (await house.look_after(timedelta(seconds=1))).status == "ended"
    opened = await read_journal(house.interviews, row.id)
    assert opened is not None
    assert opened.state.end_reason is EndReason.CANDIDATE_LEFT


async def test_who_is_held_is_not_missed(lines: Sequence[str]) -> None:
    """Neither one whose page is there, nor one that goes on in a process we do not know; and who comes
    back in time has the whole time again."""
    house = House()
    row = await house.keep(lines[:20])
    await house.look_after()
    house.rooms._attached.add(row.id)
    await house.look_after(RULE * 2)
    house.rooms._attached.clear()
    await house.look_after(RULE * 2)
    await house.look_after(RULE - timedelta(seconds=1))
    log = house.interviews.journal(row.id)
    await log.append(lines[20])
    assert (await house.look_after(timedelta(seconds=1))).status == "running"
    assert (await house.look_after(RULE - timedelta(seconds=1))).status == "running"
    assert (await house.look_after(timedelta(seconds=1))).status == "ended"


@pytest.mark.parametrize("known", [0, 1])
async def test_nobody_ever_came(lines: Sequence[str], known: int) -> None:
    """An interview that was opened, but whose candidate never joined, waits to be begun as before."""
    house = House()
    await house.keep(lines[:known])
    await house.look_after()
    assert (await house.look_after(RULE)).status == "created"
    assert len(await house.interviews.journal_lines("i1")) == known


async def test_a_status_that_was_not_written(lines: Sequence[str]) -> None:
    """A journal that says it is over is closed, and nothing is added to it."""
    house = House()
    await house.keep(lines)
    await house.look_after()
    assert (await house.look_after(RULE)).status == "ended"
    assert len(await house.interviews.journal_lines("i1")) == len(lines)


async def test_a_damaged_journal_keeps_no_other(lines: Sequence[str]) -> None:
    """One that cannot be read stays as it is; the others are ended."""
    house = House()
    await house.keep(lines[:20], "i0")
    await house.interviews.journal("i0").append("{}")
    await house.keep(lines[:20])
    await house.look_after()
    assert (await house.look_after(RULE)).status == "ended"
    assert (await house.found("i0")).status == "running"
