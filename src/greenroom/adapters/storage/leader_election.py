"""`app.ports.LeaderElection` on a database."""

from __future__ import annotations

from sqlalchemy import exists, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.circle_tables import executor
from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database


class SqlLeaderElection:
    """Roles that one of several processes has, by the database's clock."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def hold(self, name: str, ttl_ms: int, mine: int = 0) -> int:
        """The written end time identifies the holder: whoever takes over the role writes a later one.

        Nothing is written while another process has the role, or while ours lasts for at least half of its
        time. On SQLite each writer waits for all others, and every query of its process waits behind it."""
        left = (executor.c.expires_ms - now_ms()).label("left_ms")
        standing = select(executor.c.expires_ms, left).where(executor.c.id == name)
        until = now_ms() + ttl_ms
        mine_or_over = or_(executor.c.expires_ms == mine, executor.c.expires_ms <= now_ms())
        renewed = (
            update(executor)
            .where(executor.c.id == name)
            .where(mine_or_over)
            .values(expires_ms=until)
            .returning(executor.c.expires_ms)
        )
        nobody = ~exists(select(executor.c.id).where(executor.c.id == name))
        first = (
            insert(executor)
            .from_select(["id", "expires_ms"], select(literal(name), until).where(nobody))
            .returning(executor.c.expires_ms)
        )

        async def held(connection: AsyncConnection) -> int:
            now = (await connection.execute(standing)).first()
            if now is not None and now.left_ms > 0:
                if now.expires_ms != mine:
                    return 0
                if ttl_ms / 2 <= now.left_ms <= ttl_ms:
                    return mine
            for statement in (renewed, first):
                if end := (await connection.execute(statement)).scalar():
                    return int(end)
            return 0

        try:
            return await self._database.ask(held)
        except IntegrityError:  # two wrote the first one at once
            return 0
