"""`app.ports.Executors` on a database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.circle_tables import executor
from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database


class SqlExecutors:
    """Processes that run jobs, by the database's clock."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, name: str, ttl_ms: int) -> bool:
        async with self._database.transaction() as connection:
            renewed = await connection.execute(
                update(executor)
                .where((executor.c.id == name) & (executor.c.expires_ms > now_ms()))
                .values(expires_ms=now_ms() + ttl_ms)
            )
            if renewed.rowcount:
                return True
            await connection.execute(delete(executor).where(executor.c.expires_ms <= now_ms()))
            await connection.execute(insert(executor).values(id=name, expires_ms=now_ms() + ttl_ms))
        return False

    async def take(self, name: str, ttl_ms: int) -> bool:
        """An expired row may be changed by one, a missing one written by one."""
        until = now_ms() + ttl_ms
        try:
            async with self._database.transaction() as connection:
                taken = await connection.execute(
                    update(executor)
                    .where((executor.c.id == name) & (executor.c.expires_ms <= now_ms()))
                    .values(expires_ms=until)
                )
                if taken.rowcount == 0:
                    await connection.execute(insert(executor).values(id=name, expires_ms=until))
        except IntegrityError:
            return False
        return True

    async def alive(self) -> Sequence[str]:
        async with self._database.transaction() as connection:
            found = await connection.execute(
                select(executor.c.id)
                .where(executor.c.expires_ms > now_ms())
                .order_by(executor.c.id)
            )
            return list(found.scalars())

    async def leave(self, name: str) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(delete(executor).where(executor.c.id == name))
