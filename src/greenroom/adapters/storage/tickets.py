"""`app.ports.Tickets` on a database."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import ticket
from greenroom.app.ports import NotFound, Refused
from greenroom.assessment.sentence import Sentence


class SqlTickets:
    """Tickets among all processes that use the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def issue(self, digest: str, interview_id: str, ttl_ms: int) -> None:
        """Deletes expired tickets as well, because nothing else does."""
        try:
            async with self._database.transaction() as connection:
                await connection.execute(delete(ticket).where(ticket.c.expires_ms <= now_ms()))
                await connection.execute(
                    insert(ticket).values(
                        digest=digest, interview_id=interview_id, expires_ms=now_ms() + ttl_ms
                    )
                )
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            raise Refused(Sentence("this ticket was issued already")) from None

    async def redeem(self, digest: str, interview_id: str) -> bool:
        """The caller whose statement deletes the row has redeemed the ticket: a row is deleted only once."""
        async with self._database.transaction() as connection:
            redeemed = await connection.execute(
                delete(ticket)
                .where(ticket.c.digest == digest)
                .where(ticket.c.interview_id == interview_id)
                .where(ticket.c.expires_ms > now_ms())
            )
        return redeemed.rowcount == 1

    async def waiting(self, interview_id: str, left_ms: int) -> bool:
        fresh = select(ticket.c.digest).where(ticket.c.interview_id == interview_id)
        found = fresh.where(ticket.c.expires_ms > now_ms() + left_ms).limit(1)
        return bool(await self._database.rows(found))
