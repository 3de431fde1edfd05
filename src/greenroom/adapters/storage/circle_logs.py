"""Logs of interviews between agents, and the lines that they led to, on a database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.circle_tables import (
    circle,
    meeting,
    meeting_attempt,
    meeting_entry,
    notice,
)
from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.app.ports import NotFound, Notice, Refused, Written
from greenroom.assessment.sentence import Sentence
from greenroom.circle import log as logs
from greenroom.circle.events import Entry


class SqlCircleLogs:
    """The part of `Circles` that deals with logs and with the lines shown to owners."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def log(self, meeting_id: str) -> SqlCircleLog:
        found = [written.entry for written in await self.written(meeting_id)]
        return SqlCircleLog(self._database, meeting_id, found)

    async def written(self, meeting_id: str, after: int = -1) -> Sequence[Written]:
        async with self._database.transaction() as connection:
            found = await connection.execute(
                select(meeting_entry.c.line, meeting_entry.c.at_ms)
                .where(meeting_entry.c.meeting_id == meeting_id)
                .where(meeting_entry.c.seq > after)
                .order_by(meeting_entry.c.seq)
            )
            rows = found.all()
        entries = logs.decode(line for line, _ in rows)
        return [Written(entry, at_ms) for entry, (_, at_ms) in zip(entries, rows, strict=True)]

    async def tries(self, meeting_id: str) -> int:
        async with self._database.transaction() as connection:
            return (await _tried(connection, meeting_id))[1]

    async def take_up(self, meeting_id: str) -> None:
        try:
            await self._count(meeting_id, 1)
        except IntegrityError:
            raise NotFound("this interview is gone") from None

    async def put_back(self, meeting_id: str) -> None:
        with suppress(IntegrityError):
            await self._count(meeting_id, -1)

    async def _count(self, meeting_id: str, more: int) -> None:
        mine = meeting_attempt.c.meeting_id == meeting_id
        async with self._database.transaction() as connection:
            seq, count = await _tried(connection, meeting_id)
            await connection.execute(delete(meeting_attempt).where(mine))
            values = {"meeting_id": meeting_id, "seq": seq, "count": max(0, count + more)}
            await connection.execute(insert(meeting_attempt).values(values))

    async def notify(self, meeting_id: str, line: str, key: str) -> None:
        """The key of the table takes the first of several."""
        values = {"key": key, "meeting_id": meeting_id, "at_ms": now_ms(), "line": line}
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(notice).values(values))
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None

    async def notices(self, owner: str) -> Sequence[Notice]:
        async with self._database.transaction() as connection:
            found = await connection.execute(
                select(meeting.c.circle_id, meeting.c.number, notice.c.line, notice.c.at_ms)
                .join(meeting, meeting.c.id == notice.c.meeting_id)
                .join(circle, circle.c.id == meeting.c.circle_id)
                .where(circle.c.owner == owner)
                .order_by(notice.c.at_ms.desc(), notice.c.key)
            )
            return [Notice(*row) for row in found]


class SqlCircleLog:
    """Continues the entries that were there when it was opened. Implements `ports.CircleLog`."""

    def __init__(self, database: Database, meeting_id: str, entries: list[Entry]) -> None:
        self._database, self._id = database, meeting_id
        self.entries = entries

    async def append(self, entry: Entry) -> None:
        """Raises `Refused` when somebody else has written an entry with this number, `NotFound`
        when the interview was erased."""
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(meeting_entry).values(written_row(self._id, entry)))
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            raise Refused(Sentence("somebody else is writing this interview's log")) from None
        self.entries.append(entry)


async def _tried(connection: AsyncConnection, meeting_id: str) -> tuple[int, int]:
    """How long the log is, and how often it was taken up at this length."""
    of_log = select(func.count()).where(meeting_entry.c.meeting_id == meeting_id)
    seq = await connection.scalar(of_log) or 0
    mine = (meeting_attempt.c.meeting_id == meeting_id) & (meeting_attempt.c.seq == seq)
    return seq, await connection.scalar(select(meeting_attempt.c.count).where(mine)) or 0


def written_row(meeting_id: str, entry: Entry) -> dict[str, Any]:
    return {
        "meeting_id": meeting_id,
        "seq": entry.seq,
        "at_ms": now_ms(),
        "line": logs.encode(entry),
    }
