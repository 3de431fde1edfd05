"""`app.ports.Circles` on a database."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.circle_logs import SqlCircleLogs, written_row
from greenroom.adapters.storage.circle_tables import (
    circle,
    meeting,
    meeting_entry,
    meeting_lease,
)
from greenroom.adapters.storage.circle_tables import cooldown as cooldowns
from greenroom.adapters.storage.database import Database
from greenroom.app.ports import CircleRow, Cooldown, MissionRow, MissionStatus, NotFound, Refused
from greenroom.assessment.sentence import Sentence
from greenroom.circle.events import Entry

GONE = "this circle is gone"
ERASED = ""
"""Whose lease it was, once that interview is erased."""
COOLDOWN = Sentence("This visitor was here within the circle’s cooldown.")


class _Known(Exception):
    """The entry was admitted before: nothing of this transaction may stand."""

    def __init__(self, row: MissionRow) -> None:
        super().__init__()
        self.row = row


class SqlCircles(SqlCircleLogs):
    """Stored circles and their interviews. Every change is durable when the method returns."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._database = database

    async def create(self, row: CircleRow) -> None:
        """Raises `Refused` when its id is taken."""
        values = asdict(row)
        latitude, longitude = values.pop("centre") or (None, None)
        values |= {
            "mission": json.dumps(dict(row.mission), ensure_ascii=False),
            "keys": json.dumps(dict(row.keys)),
            "latitude": latitude,
            "longitude": longitude,
        }
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(circle).values(values))
        except IntegrityError:
            raise Refused(Sentence("a circle with this id exists already")) from None

    async def find(self, circle_id: str) -> CircleRow | None:
        rows = await self._circles(select(circle).where(circle.c.id == circle_id))
        return rows[0] if rows else None

    async def of_owner(self, owner: str) -> Sequence[CircleRow]:
        return await self._circles(
            select(circle)
            .where(circle.c.owner == owner)
            .order_by(circle.c.created_at.desc(), circle.c.id)
        )

    async def set_keys(self, circle_id: str, keys: Mapping[str, str]) -> None:
        async with self._database.transaction() as connection:
            done = await connection.execute(
                update(circle).where(circle.c.id == circle_id).values(keys=json.dumps(dict(keys)))
            )
        if done.rowcount == 0:
            raise NotFound(GONE)

    async def delete(self, circle_id: str) -> None:
        await self._database.erase(delete(circle).where(circle.c.id == circle_id))
        await self._forget_leases()

    async def admit(
        self, row: MissionRow, started: Entry, since: str, cooldown: Cooldown | None = None
    ) -> MissionRow:
        """The circle's row is locked by its first statement, an update: on PostgreSQL that makes the
        others of this circle wait, on SQLite everybody who writes."""
        try:
            async with self._database.transaction() as connection:
                await _lock(connection, row.circle_id)
                await _refuse_known(connection, row, since)
                if cooldown is not None:
                    await _begin(connection, row, cooldown)
                number = await connection.scalar(
                    update(circle)
                    .where(circle.c.id == row.circle_id)
                    .values(admitted=circle.c.admitted + 1)
                    .returning(circle.c.admitted)
                )
                admitted = replace(row, number=number or 0)
                await connection.execute(insert(meeting).values(asdict(admitted)))
                await connection.execute(insert(meeting_entry).values(written_row(row.id, started)))
        except _Known as known:
            return known.row
        return admitted

    async def end_cooldowns(self, now: str) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(delete(cooldowns).where(cooldowns.c.until <= now))

    async def meeting(self, circle_id: str, number: int) -> MissionRow | None:
        return await self._one((meeting.c.circle_id == circle_id) & (meeting.c.number == number))

    async def meeting_by_id(self, meeting_id: str) -> MissionRow | None:
        return await self._one(meeting.c.id == meeting_id)

    async def by_entry(self, circle_id: str, entry: str) -> MissionRow | None:
        return await self._one((meeting.c.circle_id == circle_id) & (meeting.c.entry == entry))

    async def meetings(self, circle_id: str) -> Sequence[MissionRow]:
        return await self._meetings(
            select(meeting)
            .where(meeting.c.circle_id == circle_id)
            .order_by(meeting.c.number.desc())
        )

    async def unfinished(self) -> Sequence[MissionRow]:
        return await self._meetings(
            select(meeting)
            .where(meeting.c.status != "ended")
            .order_by(meeting.c.created_at, meeting.c.id)
        )

    async def set_status(
        self, meeting_id: str, status: MissionStatus, ended_at: str | None = None
    ) -> None:
        async with self._database.transaction() as connection:
            done = await connection.execute(
                update(meeting)
                .where(meeting.c.id == meeting_id)
                .values(status=status, ended_at=ended_at)
            )
        if done.rowcount == 0:
            raise NotFound("this interview is gone")

    async def delete_meeting(self, meeting_id: str) -> None:
        await self._database.erase(delete(meeting).where(meeting.c.id == meeting_id))
        await self._forget_leases()

    async def _forget_leases(self) -> None:
        """Leases of erased interviews still count for their minute, without naming their owner."""
        kept = exists(select(meeting.c.id).where(meeting.c.id == meeting_lease.c.meeting_id))
        forgotten = update(meeting_lease).where(~kept).values(meeting_id=ERASED)
        await self._database.rows(forgotten.returning(meeting_lease.c.id))

    async def expired(self, before: str) -> tuple[Sequence[str], Sequence[str]]:
        since = func.coalesce(meeting.c.ended_at, meeting.c.created_at)
        async with self._database.transaction() as connection:
            circles = await connection.execute(
                select(circle.c.id).where(circle.c.closes_at < before).order_by(circle.c.id)
            )
            meetings = await connection.execute(
                select(meeting.c.id)
                .join(circle, circle.c.id == meeting.c.circle_id)
                .where(circle.c.closes_at >= before)
                .where(since < before)
                .order_by(meeting.c.id)
            )
            return list(circles.scalars()), list(meetings.scalars())

    async def _circles(self, query: Select[Any]) -> list[CircleRow]:
        async with self._database.transaction() as connection:
            return [_circle_row(found) for found in await connection.execute(query)]

    async def _one(self, which: ColumnElement[bool]) -> MissionRow | None:
        rows = await self._meetings(select(meeting).where(which))
        return rows[0] if rows else None

    async def _meetings(self, query: Select[Any]) -> list[MissionRow]:
        async with self._database.transaction() as connection:
            return [MissionRow(**found._asdict()) for found in await connection.execute(query)]


async def _lock(connection: AsyncConnection, circle_id: str) -> None:
    locked = await connection.execute(
        update(circle).where(circle.c.id == circle_id).values(admitted=circle.c.admitted)
    )
    if locked.rowcount == 0:
        raise NotFound(GONE)


async def _refuse_known(connection: AsyncConnection, row: MissionRow, since: str) -> None:
    """An entry that is repeated is not a second one. A visitor who enters again, or has not left, is refused."""
    here = meeting.c.circle_id == row.circle_id
    again = await connection.execute(select(meeting).where(here & (meeting.c.entry == row.entry)))
    if (found := again.one_or_none()) is not None:
        raise _Known(MissionRow(**found._asdict()))
    recent = or_(meeting.c.status != "ended", meeting.c.created_at > since)
    barred = await connection.scalar(
        select(func.count()).where(here & (meeting.c.visitor == row.visitor) & recent)
    )
    if barred:
        raise Refused(COOLDOWN)


async def _begin(connection: AsyncConnection, row: MissionRow, cooldown: Cooldown) -> None:
    """Raises `Refused` while an earlier one of the same visitor lasts."""
    mine = cooldowns.c.digest == cooldown.digest
    lasts = cooldowns.c.until > row.created_at
    if await connection.scalar(select(func.count()).where(mine & lasts)):
        raise Refused(COOLDOWN)
    await connection.execute(delete(cooldowns).where(mine))
    values = {"digest": cooldown.digest, "circle_id": row.circle_id, "until": cooldown.until}
    await connection.execute(insert(cooldowns).values(values))


def _circle_row(found: Row[Any]) -> CircleRow:
    columns = found._asdict()
    columns.pop("admitted")
    latitude, longitude = columns.pop("latitude"), columns.pop("longitude")
    centre = None if latitude is None else (latitude, longitude)
    objects = {name: json.loads(columns[name]) for name in ("mission", "keys")}
    return CircleRow(**{**columns, **objects, "centre": centre})
