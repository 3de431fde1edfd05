"""`app.ports.Scorecards` on a database."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import scorecard
from greenroom.app.ports import NotFound, ScorecardRow


class SqlScorecards:
    """Requests and cards, among all processes that use the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, row: ScorecardRow) -> None:
        try:
            async with self._database.transaction() as connection:
                await connection.execute(
                    delete(scorecard).where(scorecard.c.interview_id == row.interview_id)
                )
                await connection.execute(
                    insert(scorecard).values(
                        interview_id=row.interview_id,
                        rubric=row.rubric,
                        key=row.key,
                        asked_at=row.asked_at,
                        card=None,
                    )
                )
        except IntegrityError:
            if await self.find(row.interview_id) is None:
                raise NotFound("this interview is gone") from None
            # somebody asked at the same moment: theirs stands

    async def find(self, interview_id: str) -> ScorecardRow | None:
        rows = await self._rows(select(scorecard).where(scorecard.c.interview_id == interview_id))
        return rows[0] if rows else None

    async def asked(self) -> Sequence[ScorecardRow]:
        return await self._rows(
            select(scorecard)
            .where(scorecard.c.card.is_(None))
            .order_by(scorecard.c.asked_at, scorecard.c.interview_id)
        )

    async def keep(self, interview_id: str, asked_at: str, card: Mapping[str, Any]) -> bool:
        async with self._database.transaction() as connection:
            kept = await connection.execute(
                update(scorecard)
                .where(scorecard.c.interview_id == interview_id)
                .where(scorecard.c.asked_at == asked_at)
                .where(scorecard.c.card.is_(None))
                .values(card=json.dumps(card, ensure_ascii=False))
            )
        return kept.rowcount == 1

    async def _rows(self, query: Select[Any]) -> list[ScorecardRow]:
        async with self._database.transaction() as connection:
            return [_row(found) for found in await connection.execute(query)]


def _row(found: Row[Any]) -> ScorecardRow:
    columns = found._asdict()
    card = columns["card"]
    return ScorecardRow(**{**columns, "card": None if card is None else json.loads(card)})
