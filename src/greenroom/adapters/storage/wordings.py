"""`app.ports.Wordings` on a database."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import interview, wording
from greenroom.app.ports import NotFound, Refused
from greenroom.assessment.sentence import Sentence


class SqlWordings:
    """What candidates keep to say next time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, interview_id: str, message: int, text: str | None) -> None:
        here = wording.c.interview_id == interview_id
        await self._database.erase(delete(wording).where(here, wording.c.message == message))
        if text is None:
            return
        values = {"interview_id": interview_id, "message": message, "text": text}
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(wording).values(values))
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            raise Refused(Sentence("This wording is being changed in another window.")) from None

    async def of_interview(self, interview_id: str) -> Mapping[int, str]:
        query = select(wording.c.message, wording.c.text)
        async with self._database.transaction() as connection:
            found = await connection.execute(query.where(wording.c.interview_id == interview_id))
            return {row.message: row.text for row in found}

    async def of_owner(self, owner: str) -> Mapping[tuple[str, int], str]:
        query = select(wording).join(interview, wording.c.interview_id == interview.c.id)
        async with self._database.transaction() as connection:
            found = await connection.execute(query.where(interview.c.owner == owner))
            return {(row.interview_id, row.message): row.text for row in found}
