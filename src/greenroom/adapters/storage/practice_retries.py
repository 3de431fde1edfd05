"""`app.ports.Retries` on a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Select, insert, select
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import interview, retry
from greenroom.app.ports import NotFound, RetryRow


class SqlRetries:
    """Which interviews ask a question again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, row: RetryRow) -> None:
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(retry).values(asdict(row)))
        except IntegrityError:
            raise NotFound("this interview is gone") from None

    async def find(self, interview_id: str) -> RetryRow | None:
        rows = await self._rows(select(retry).where(retry.c.interview_id == interview_id))
        return rows[0] if rows else None

    async def of_interview(self, interview_id: str) -> Sequence[RetryRow]:
        return await self._rows(select(retry).where(retry.c.of_interview == interview_id))

    async def of_owner(self, owner: str) -> Sequence[RetryRow]:
        owned = interview.c.owner == owner
        return await self._rows(
            select(retry).join(interview, retry.c.interview_id == interview.c.id).where(owned)
        )

    async def _rows(self, query: Select[Any]) -> list[RetryRow]:
        ordered = query.order_by(retry.c.of_interview, retry.c.message, retry.c.interview_id)
        async with self._database.transaction() as connection:
            return [RetryRow(**row) for row in (await connection.execute(ordered)).mappings()]
