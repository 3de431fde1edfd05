"""`app.ports.Leases` on a database."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import interview, lease, seat
from greenroom.app.ports import NotFound


class SqlLeases:
    """Leases among all processes that use the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        """Where there is no lease, the table's key lets only one caller insert it. Where a lease has expired,
        the row's lock lets only one caller change it, and the others then find it renewed."""
        expires_ms = now_ms() + ttl_ms
        values = {"holder": holder, "expires_ms": expires_ms}

        async def taken(connection: AsyncConnection) -> None:
            changed = await connection.execute(
                update(lease)
                .where(lease.c.interview_id == interview_id)
                .where(or_(lease.c.holder == holder, lease.c.expires_ms <= now_ms()))
                .values(values)
            )
            if changed.rowcount == 0:
                await connection.execute(insert(lease).values(interview_id=interview_id, **values))
            # from now on the lease says that the interview has a seat
            await connection.execute(delete(seat).where(seat.c.interview_id == interview_id))

        try:
            await self._database.ask(taken)
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            return False
        return True

    async def renew(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        return interview_id in await self.renew_all({interview_id: holder}, ttl_ms)

    async def renew_all(self, held: Mapping[str, str], ttl_ms: int) -> frozenset[str]:
        mine = tuple_(lease.c.interview_id, lease.c.holder).in_(list(held.items()))
        renewal = update(lease).where(mine).values(expires_ms=now_ms() + ttl_ms)
        renewed = await self._database.rows(renewal.returning(lease.c.interview_id))
        return frozenset(interview_id for (interview_id,) in renewed)

    async def release(self, interview_id: str, holder: str) -> None:
        given_back = delete(lease).where(_held_by(interview_id, holder))
        await self._database.ask(lambda connection: connection.execute(given_back))

    async def holder(self, interview_id: str) -> str | None:
        query = (
            select(lease.c.holder)
            .where(lease.c.interview_id == interview_id)
            .where(lease.c.expires_ms > now_ms())
        )
        holder: str | None = await self._database.ask(lambda connection: connection.scalar(query))
        return holder

    async def held(self) -> Mapping[str, str]:
        query = select(lease.c.interview_id, lease.c.holder).where(lease.c.expires_ms > now_ms())
        return {row.interview_id: row.holder for row in await self._database.rows(query)}

    async def lapsed(self, within_ms: int = 0) -> Mapping[str, int]:
        held = and_(lease.c.interview_id == interview.c.id, lease.c.expires_ms > now_ms())
        query = (
            select(interview.c.id, (lease.c.expires_ms - now_ms()).label("left_ms"))
            .outerjoin(lease, held)
            .where(interview.c.status == "running")
            .where(interview.c.mode == "livekit")
            .where(or_(lease.c.interview_id.is_(None), lease.c.expires_ms <= now_ms() + within_ms))
            .order_by(interview.c.created_at, interview.c.id)
        )
        found = await self._database.rows(query)
        return {row.id: max(row.left_ms or 0, 0) for row in found}


def _held_by(interview_id: str, holder: str) -> ColumnElement[bool]:
    return and_(lease.c.interview_id == interview_id, lease.c.holder == holder)
