"""`app.ports.Folders` on a database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, exists, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import folder as table
from greenroom.adapters.storage.tables import interview
from greenroom.app.ports import SealedFolder


class SqlFolders:
    """Sealed folders. They are deleted with the interview, or by its end (`SqlInterviews`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, interview_id: str) -> SealedFolder | None:
        query = select(table.c.interview_id, table.c.sealed, table.c.revision)
        async with self._database.transaction() as connection:
            found = await connection.execute(query.where(table.c.interview_id == interview_id))
            row = found.one_or_none()
        return None if row is None else SealedFolder(*row)

    async def put(self, folder: SealedFolder, changed_at: str) -> bool:
        waiting = (
            select(interview.c.id)
            .where(interview.c.id == folder.interview_id)
            .where(interview.c.status == "created")
        )
        values = {"sealed": folder.sealed, "revision": folder.revision, "changed_at": changed_at}
        if folder.revision == 1:
            columns = [literal(value, table.c[name].type) for name, value in values.items()]
            statement = insert(table).from_select(
                ["interview_id", *values], waiting.add_columns(*columns)
            )
        else:
            statement = (
                update(table)  # type: ignore[assignment]  # either is executed
                .where(table.c.interview_id == folder.interview_id)
                .where(table.c.revision == folder.revision - 1)
                .where(exists(waiting))
                .values(values)
            )
        try:
            async with self._database.transaction() as connection:
                done = await connection.execute(statement.returning(table.c.revision))
        except IntegrityError:
            return False
        return done.scalar() is not None

    async def page(self, after: str, most: int) -> Sequence[SealedFolder]:
        query = (
            select(table.c.interview_id, table.c.sealed, table.c.revision)
            .where(table.c.interview_id > after)
            .order_by(table.c.interview_id)
            .limit(most)
        )
        async with self._database.transaction() as connection:
            return [SealedFolder(*row) for row in await connection.execute(query)]

    async def reseal(self, folder: SealedFolder) -> None:
        same = (table.c.interview_id == folder.interview_id) & (table.c.revision == folder.revision)
        async with self._database.transaction() as connection:
            await connection.execute(update(table).where(same).values(sealed=folder.sealed))

    async def purge(self, before: str) -> int:
        return await self._database.erase(delete(table).where(table.c.changed_at < before))
