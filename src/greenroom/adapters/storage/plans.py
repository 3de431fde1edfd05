"""`app.ports.KeptPlans` on a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import plan
from greenroom.app.ports import PlanRow, Refused
from greenroom.assessment.sentence import Sentence


class SqlPlans:
    """Plans that people wrote. What was deleted leaves the write-ahead log of SQLite, too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, row: PlanRow) -> None:
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(plan).values(asdict(row)))
        except IntegrityError:
            raise Refused(Sentence("a plan with this id exists already")) from None

    async def find(self, plan_id: str, owner: str) -> PlanRow | None:
        rows = await self._rows(select(plan).where(_of(plan_id, owner)))
        return rows[0] if rows else None

    async def of_owner(self, owner: str) -> Sequence[PlanRow]:
        return await self._rows(
            select(plan).where(plan.c.owner == owner).order_by(plan.c.updated_at.desc(), plan.c.id)
        )

    async def replace(self, row: PlanRow) -> bool:
        async with self._database.transaction() as connection:
            done = await connection.execute(
                update(plan)
                .where(_of(row.id, row.owner))
                .where(plan.c.version == row.version - 1)
                .values(toml=row.toml, version=row.version, updated_at=row.updated_at)
            )
        return done.rowcount == 1

    async def delete(self, plan_id: str, owner: str) -> None:
        await self._delete(_of(plan_id, owner))

    async def delete_all(self, owner: str) -> None:
        await self._delete(plan.c.owner == owner)

    async def delete_old(self, before: str) -> int:
        return await self._delete(plan.c.updated_at < before)

    async def _delete(self, which: ColumnElement[bool]) -> int:
        return await self._database.erase(delete(plan).where(which))

    async def _rows(self, query: Select[Any]) -> list[PlanRow]:
        async with self._database.transaction() as connection:
            return [PlanRow(**row) for row in (await connection.execute(query)).mappings()]


def _of(plan_id: str, owner: str) -> ColumnElement[bool]:
    return and_(plan.c.id == plan_id, plan.c.owner == owner)
