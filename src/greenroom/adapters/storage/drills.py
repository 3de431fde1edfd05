"""`app.ports.Drills` on a database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Select, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import drill, interview
from greenroom.app.ports import DrillRow, NotFound


class SqlDrills:
    """The drill queue, question by question."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, row: DrillRow, reviews: int) -> bool:
        values = {**asdict(row), "card": json.dumps(dict(row.card))}
        here = and_(drill.c.interview_id == row.interview_id, drill.c.message == row.message)
        async with self._database.transaction() as connection:
            changed = await connection.execute(
                update(drill).where(here).where(drill.c.reviews == reviews).values(values)
            )
        if changed.rowcount:
            return True
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(drill).values(values))
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            return False
        return True

    async def find(self, interview_id: str, message: int) -> DrillRow | None:
        here = and_(drill.c.interview_id == interview_id, drill.c.message == message)
        rows = await self._rows(select(drill).where(here))
        return rows[0] if rows else None

    async def of_owner(self, owner: str) -> Sequence[DrillRow]:
        owned = interview.c.owner == owner
        return await self._rows(
            select(drill).join(interview, drill.c.interview_id == interview.c.id).where(owned)
        )

    async def _rows(self, query: Select[Any]) -> list[DrillRow]:
        ordered = query.order_by(drill.c.due, drill.c.interview_id, drill.c.message)
        async with self._database.transaction() as connection:
            found = (await connection.execute(ordered)).mappings()
            return [DrillRow(**{**row, "card": json.loads(row["card"])}) for row in found]
