"""`app.ports.Keys` on a database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import provider_key
from greenroom.app.ports import NotFound, Refused, SealedKey
from greenroom.assessment.sentence import Sentence


class SqlKeys:
    """Sealed keys. What was deleted or replaced leaves the write-ahead log of SQLite, too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, row: SealedKey) -> None:
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(provider_key).values(_values(row)))
        except IntegrityError:
            raise Refused(Sentence("a key with this id exists already")) from None

    async def find(self, key_id: str, owner: str) -> SealedKey | None:
        rows = await self._rows(select(provider_key).where(_of(key_id, owner)))
        return rows[0] if rows else None

    async def of_owner(self, owner: str) -> Sequence[SealedKey]:
        """The owner's keys, newest first."""
        return await self._rows(
            select(provider_key)
            .where(provider_key.c.owner == owner)
            .order_by(provider_key.c.created_at.desc(), provider_key.c.id)
        )

    async def replace(self, row: SealedKey) -> None:
        async with self._database.transaction() as connection:
            done = await connection.execute(
                update(provider_key).where(_of(row.id, row.owner)).values(_values(row))
            )
        if done.rowcount == 0:
            raise NotFound("this key is gone")
        await self._database.scrub()

    async def reseal(self, row: SealedKey, before: bytes) -> None:
        same = _of(row.id, row.owner) & (provider_key.c.sealed == before)
        async with self._database.transaction() as connection:
            await connection.execute(update(provider_key).where(same).values(sealed=row.sealed))

    async def delete(self, key_id: str, owner: str) -> None:
        await self._delete(_of(key_id, owner))

    async def delete_all(self, owner: str) -> None:
        await self._delete(provider_key.c.owner == owner)

    async def all(self) -> Sequence[SealedKey]:
        return await self._rows(select(provider_key).order_by(provider_key.c.id))

    async def _delete(self, which: ColumnElement[bool]) -> None:
        await self._database.erase(delete(provider_key).where(which))

    async def _rows(self, query: Select[Any]) -> list[SealedKey]:
        async with self._database.transaction() as connection:
            found = (await connection.execute(query)).mappings()
            return [SealedKey(**{**row, "models": json.loads(row["models"])}) for row in found]


def _values(row: SealedKey) -> dict[str, Any]:
    return {**asdict(row), "models": json.dumps(dict(row.models))}


def _of(key_id: str, owner: str) -> ColumnElement[bool]:
    return and_(provider_key.c.id == key_id, provider_key.c.owner == owner)
