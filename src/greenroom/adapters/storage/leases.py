"""`app.ports.Leases` on a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import interview, lease, seat
from greenroom.app.ports import NotFound


class SqlLeases:
    """Leases among all processes that use the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        """Of those that find no lease the table's key lets one write it; of those that find an
        expired one the row's lock lets one change it, and the others see that it is not expired."""
        expires_ms = now_ms() + ttl_ms
        try:
            async with self._database.transaction() as connection:
                taken = await connection.execute(
                    update(lease)
                    .where(lease.c.interview_id == interview_id)
                    .where(or_(lease.c.holder == holder, lease.c.expires_ms <= now_ms()))
                    .values(holder=holder, expires_ms=expires_ms)
                )
                if taken.rowcount == 0:
                    await connection.execute(
                        insert(lease).values(
                            interview_id=interview_id, holder=holder, expires_ms=expires_ms
                        )
                    )
                # from now on the lease says that the interview has a seat
                await connection.execute(delete(seat).where(seat.c.interview_id == interview_id))
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            return False
        return True

    async def renew(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        return interview_id in await self.renew_all({interview_id: holder}, ttl_ms)

    async def renew_all(self, held: Mapping[str, str], ttl_ms: int) -> frozenset[str]:
        mine = tuple_(lease.c.interview_id, lease.c.holder).in_(list(held.items()))
        async with self._database.transaction() as connection:
            renewed = await connection.execute(
                update(lease)
                .where(mine)
                .values(expires_ms=now_ms() + ttl_ms)
                .returning(lease.c.interview_id)
            )
            return frozenset(renewed.scalars())

    async def release(self, interview_id: str, holder: str) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(delete(lease).where(_held_by(interview_id, holder)))

    async def holder(self, interview_id: str) -> str | None:
        async with self._database.transaction() as connection:
            holder: str | None = await connection.scalar(
                select(lease.c.holder)
                .where(lease.c.interview_id == interview_id)
                .where(lease.c.expires_ms > now_ms())
            )
        return holder

    async def lapsed(self) -> Sequence[str]:
        held = and_(lease.c.interview_id == interview.c.id, lease.c.expires_ms > now_ms())
        async with self._database.transaction() as connection:
            found = await connection.execute(
                select(interview.c.id)
                .outerjoin(lease, held)
                .where(interview.c.status == "running")
                .where(interview.c.mode == "livekit")
                .where(lease.c.interview_id.is_(None))
                .order_by(interview.c.created_at, interview.c.id)
            )
            return list(found.scalars())


def _held_by(interview_id: str, holder: str) -> ColumnElement[bool]:
    return and_(lease.c.interview_id == interview_id, lease.c.holder == holder)
