"""`app.ports.Missions` on a database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Select, delete, exists, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.admissions import Decision, decide_alone
from greenroom.adapters.storage.circle_tables import meeting, meeting_lease
from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database

MINUTE_MS: Final = 60_000
OVER: Final = 0
"""The end of a lease that was given back or taken over. The row still counts for its minute."""


class SqlMissions:
    """Interviews between agents among all processes that use the database, by its clock."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, meeting_id: str, lane: str) -> None:
        mine = (meeting.c.id == meeting_id) & meeting.c.lane.is_(None)
        queued = update(meeting).where(mine).values(lane=lane)
        await self._database.rows(queued.returning(meeting.c.id))

    async def claim(self, holder: str, ttl_ms: int, *, at_once: int, per_minute: int) -> str | None:
        """Nothing is written unless something may begin, because each process asks every second."""
        due = _due(at_once, per_minute)
        if not await self._database.rows(due):
            return None
        async with self._database.transaction() as connection:
            await decide_alone(connection, Decision.MISSIONS)
            await _clear(connection)
            mine = due.subquery()
            values = select(
                mine.c.id, mine.c.lane, literal(holder), now_ms(), now_ms() + literal(ttl_ms)
            )
            names = ["meeting_id", "lane", "holder", "begun_ms", "expires_ms"]
            claimed = insert(meeting_lease).from_select(names, values)
            found: str | None = await connection.scalar(
                claimed.returning(meeting_lease.c.meeting_id)
            )
            return found

    async def renew(self, holder: str, meetings: Collection[str], ttl_ms: int) -> Collection[str]:
        renewed = (
            update(meeting_lease)
            .where(meeting_lease.c.meeting_id.in_(sorted(meetings)), _held_by(holder))
            .values(expires_ms=now_ms() + ttl_ms)
        )
        found = await self._database.rows(renewed.returning(meeting_lease.c.meeting_id))
        return {row.meeting_id for row in found}

    async def give_back(self, holder: str) -> None:
        given = update(meeting_lease).where(_held_by(holder)).values(expires_ms=OVER)
        await self._database.rows(given.returning(meeting_lease.c.id))

    async def end(self, meeting_id: str, holder: str) -> None:
        its = meeting_lease.c.meeting_id == meeting_id
        lease_ends = update(meeting_lease).where(its, _held_by(holder)).values(expires_ms=OVER)
        ended = update(meeting).where(meeting.c.id == meeting_id).values(status="ended")

        async def both(connection: AsyncConnection) -> None:
            if (await connection.execute(lease_ends)).rowcount:
                await connection.execute(ended)

        await self._database.ask(both)


def _held_by(holder: str) -> Any:
    """Also when its time is over, if nobody has begun anything since."""
    return (meeting_lease.c.holder == holder) & (meeting_lease.c.expires_ms > OVER)


async def _clear(connection: AsyncConnection) -> None:
    """End leases whose time is over, so that nobody renews them, and delete those that no longer count for a
    limit."""
    lapsed = meeting_lease.c.expires_ms <= now_ms()
    await connection.execute(update(meeting_lease).where(lapsed).values(expires_ms=OVER))
    old = meeting_lease.c.begun_ms <= now_ms() - MINUTE_MS
    await connection.execute(delete(meeting_lease).where(lapsed, old))


def _due(at_once: int, per_minute: int) -> Select[Any]:
    """The oldest that may begin now: id and lane. Which lanes are full is counted from leases alone."""
    live = meeting_lease.c.expires_ms > now_ms()
    recent = meeting_lease.c.begun_ms > now_ms() - MINUTE_MS
    full = (
        select(meeting_lease.c.lane)
        .group_by(meeting_lease.c.lane)
        .having(
            or_(
                func.count().filter(live) >= at_once,
                func.count().filter(recent) >= per_minute,
            )
        )
    )
    held = exists(
        select(meeting_lease.c.id).where(meeting_lease.c.meeting_id == meeting.c.id, live)
    )
    return (
        select(meeting.c.id, meeting.c.lane)
        .where(meeting.c.status.in_(("waiting", "running")), meeting.c.lane.is_not(None))
        .where(meeting.c.lane.not_in(full), ~held)
        .order_by(meeting.c.created_at, meeting.c.id)
        .limit(1)
    )
