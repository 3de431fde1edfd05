"""`app.ports.Usage` on a database."""

from __future__ import annotations

import secrets
from dataclasses import asdict, replace
from typing import Final

from sqlalchemy import Column, ColumnElement, delete, false, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.circle_tables import circle, meeting
from greenroom.adapters.storage.clock import in_ms, now_ms
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import interview, usage
from greenroom.app.ports import Amount, Limits, NotFound, Reservation, Subject

SUBJECTS: Final[dict[Subject, Column[str]]] = {
    "interview": usage.c.interview_id,
    "meeting": usage.c.meeting_id,
}
GONE: Final = "this interview is gone"


class _AboveCeiling(Exception):
    """What was reserved must not stand."""


class SqlUsage:
    """Accounts among all processes that use the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(
        self,
        subject_id: str,
        owner: str,
        amount: Amount,
        limits: Limits,
        of: Subject = "interview",
    ) -> Reservation | None:
        """The row names its subject only when the owner's rows are locked: a circle is erased from
        above, so a lock on one of its meetings must not be held while we wait for the circle's."""
        made = Reservation(f"use_{secrets.token_hex(12)}", subject_id, owner, amount)
        mine = usage.c.id == made.id
        try:
            async with self._database.transaction() as connection:
                await connection.execute(
                    insert(usage).values(
                        id=made.id, owner=owner, at_ms=now_ms(), settled=False, **asdict(amount)
                    )
                )
                await _wait_for_turn(connection, made, of)
                await connection.execute(
                    update(usage).where(mine).values({SUBJECTS[of]: subject_id})
                )
                await _judge(connection, made, limits, of)
        except IntegrityError:
            raise NotFound(GONE) from None
        except _AboveCeiling:
            return None
        return made

    async def settle(self, reservation_id: str, spent: Amount) -> None:
        async with self._database.transaction() as connection:
            done = await connection.execute(
                update(usage)
                .where(usage.c.id == reservation_id)
                .where(usage.c.settled == false())
                .values(settled=True, **asdict(spent))
            )
            known = done.rowcount or await connection.scalar(
                select(func.count()).where(usage.c.id == reservation_id)
            )
        if not known:
            raise NotFound("this reservation is gone")

    async def spent(
        self,
        *,
        interview_id: str | None = None,
        meeting_id: str | None = None,
        owner: str | None = None,
        since: str | None = None,
    ) -> Amount:
        which = []
        if interview_id is not None:
            which.append(usage.c.interview_id == interview_id)
        if meeting_id is not None:
            which.append(usage.c.meeting_id == meeting_id)
        if owner is not None:
            which.append(usage.c.owner == owner)
        if since is not None:
            which.append(usage.c.at_ms >= in_ms(since))
        async with self._database.transaction() as connection:
            total, unpriced = await _sum(connection, which)
        return replace(total, micros=None) if unpriced else total

    async def delete_all(self, owner: str) -> None:
        await self._delete(usage.c.owner == owner)

    async def delete_old(self, before: str) -> int:
        nobodys = (column.is_(None) for column in SUBJECTS.values())
        return await self._delete(*nobodys, usage.c.at_ms < in_ms(before))

    async def _delete(self, *which: ColumnElement[bool]) -> int:
        return await self._database.erase(delete(usage).where(*which))


async def _wait_for_turn(connection: AsyncConnection, made: Reservation, of: Subject) -> None:
    """One reservation of an owner at a time.

    SQLite lets one process write at a time anyhow. On PostgreSQL the rows of the owner's interviews
    and circles are locked, always in this order: two that reserve share at least one. Journals are
    written meanwhile, for their foreign key asks only that the row's key stays.
    """
    own: dict[str, set[str]] = {}
    for table in (interview, circle):
        found = await connection.execute(
            select(table.c.id)
            .where(table.c.owner == made.owner)
            .order_by(table.c.id)
            .with_for_update(key_share=True)
        )
        own[table.name] = set(found.scalars())
    if of == "interview":
        there = made.subject_id in own["interview"]
    else:
        its = select(meeting.c.circle_id).where(meeting.c.id == made.subject_id)
        there = await connection.scalar(its) in own["circle"]
    if not there:
        raise NotFound(GONE)


async def _judge(
    connection: AsyncConnection, made: Reservation, limits: Limits, of: Subject
) -> None:
    """Both sums hold the new reservation already."""
    of_interview, _ = await _sum(connection, [SUBJECTS[of] == made.subject_id])
    which = [usage.c.owner == made.owner]
    if limits.owner_since is not None:
        which.append((usage.c.at_ms >= in_ms(limits.owner_since)) | (usage.c.id == made.id))
    of_owner, _ = await _sum(connection, which)
    if not (limits.interview.allows(of_interview) and limits.owner.allows(of_owner)):
        raise _AboveCeiling


async def _sum(connection: AsyncConnection, which: list[ColumnElement[bool]]) -> tuple[Amount, int]:
    """The sum of the known prices, and how many parts have no known price."""
    columns = (
        usage.c.tokens_in,
        usage.c.tokens_out,
        usage.c.characters,
        usage.c.seconds,
        usage.c.micros,
    )
    found = await connection.execute(
        select(
            func.count() - func.count(usage.c.micros),
            *(func.coalesce(func.sum(column), 0) for column in columns),
        ).where(*which)
    )
    unpriced, *sums = (int(value) for value in found.one())
    return Amount(*sums), unpriced
