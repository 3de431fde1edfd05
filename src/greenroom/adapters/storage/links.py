"""`app.ports.Links` on a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, delete, insert, select
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import share_link
from greenroom.app.ports import Link, NotFound, Refused
from greenroom.assessment.sentence import Sentence


class SqlLinks:
    """Share links, among all processes that use the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, link: Link) -> None:
        try:
            async with self._database.transaction() as connection:
                await connection.execute(
                    insert(share_link).values(
                        id=link.id,
                        digest=link.digest,
                        interview_id=link.interview_id,
                        created_at=link.created_at,
                        expires_at=link.expires_at,
                        parts=" ".join(link.parts),
                    )
                )
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            raise Refused(Sentence("this link exists already")) from None

    async def of_interview(self, interview_id: str) -> Sequence[Link]:
        return await self._links(
            select(share_link)
            .where(share_link.c.interview_id == interview_id)
            .order_by(share_link.c.created_at, share_link.c.id)
        )

    async def find(self, digest: str) -> Link | None:
        found = await self._links(select(share_link).where(share_link.c.digest == digest))
        return found[0] if found else None

    async def delete(self, interview_id: str, link_id: str) -> bool:
        this = delete(share_link).where(share_link.c.interview_id == interview_id)
        return await self._database.erase(this.where(share_link.c.id == link_id)) == 1

    async def expire(self, before: str) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(delete(share_link).where(share_link.c.expires_at < before))

    async def _links(self, query: Select[Any]) -> list[Link]:
        async with self._database.transaction() as connection:
            return [_link(found) for found in await connection.execute(query)]


def _link(found: Row[Any]) -> Link:
    columns = found._asdict()
    return Link(**{**columns, "parts": tuple(columns["parts"].split())})
