"""`app.ports.Seats` on a database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import delete, insert, literal, null, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.admissions import Decision, decide_alone
from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import interview, lease, seat
from greenroom.app.ports import NotFound, Seat

LAPSED_MS: Final = 10_000
"""A lease still counts for so long after its end. By then the next job has taken it over if a candidate waits."""
GONE: Final = "this interview is gone"


class SqlSeats:
    """Seats among all processes that use the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def taken(self) -> Sequence[Seat]:
        async with self._database.transaction() as connection:
            return list((await _taken(connection)).values())

    async def take(
        self,
        interview_id: str,
        holder: str,
        ttl_ms: int,
        *,
        capacity: int,
        by_owner: int,
        seen: Collection[str] = (),
        instead_of: str | None = None,
    ) -> bool:
        aside = {interview_id, instead_of}
        try:
            async with self._database.transaction() as connection:
                await decide_alone(connection, Decision.SEATS)
                found = await _taken(connection)
                owner = await connection.scalar(
                    select(interview.c.owner).where(interview.c.id == interview_id)
                )
                if owner is None:
                    raise NotFound(GONE)
                others = {name: one.owner for name, one in found.items() if name not in aside}
                its = interview_id in found or interview_id in seen
                full = len(others.keys() | (set(seen) - aside)) >= capacity
                if not its and (full or list(others.values()).count(owner) >= by_owner):
                    return False
                await connection.execute(
                    delete(seat).where(
                        seat.c.interview_id.in_([one for one in aside if one])
                        | (seat.c.expires_ms <= now_ms())
                    )
                )
                await connection.execute(
                    insert(seat).values(
                        interview_id=interview_id, holder=holder, expires_ms=now_ms() + ttl_ms
                    )
                )
        except IntegrityError:
            raise NotFound(GONE) from None
        return True

    async def renew(self, holder: str, interviews: Collection[str], ttl_ms: int) -> Sequence[Seat]:
        """Runs alone as well: two callers that lock the same rows in different orders would deadlock."""
        async with self._database.transaction() as connection:
            if interviews:
                await decide_alone(connection, Decision.SEATS)
                await connection.execute(
                    update(seat)
                    .where(seat.c.interview_id.in_(sorted(interviews)), seat.c.holder == holder)
                    .values(expires_ms=now_ms() + ttl_ms)
                )
            return list((await _taken(connection)).values())

    async def free(self, interview_id: str, holder: str | None = None) -> None:
        mine = seat.c.interview_id == interview_id
        async with self._database.transaction() as connection:
            await connection.execute(
                delete(seat).where(mine if holder is None else mine & (seat.c.holder == holder))
            )

    async def leave(self, holder: str) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(delete(seat).where(seat.c.holder == holder))


async def _taken(connection: AsyncConnection) -> dict[str, Seat]:
    """Seats by lease and by promise. Where an interview has both, the lease counts."""
    mine = interview.c.id
    promised = (
        select(mine, interview.c.owner, seat.c.holder, literal(0).label("held"))
        .join(seat, seat.c.interview_id == mine)
        .where(seat.c.expires_ms > now_ms())
    )
    leased = (
        select(mine, interview.c.owner, null(), lease.c.expires_ms > now_ms())
        .join(lease, lease.c.interview_id == mine)
        .where(lease.c.expires_ms > now_ms() - LAPSED_MS)
    )
    found: dict[str, Seat] = {}
    for query in (promised, leased):
        for name, owner, holder, held in (await connection.execute(query)).all():
            before = found.get(name)
            found[name] = Seat(name, owner, before.holder if before else holder, bool(held))
    return found
