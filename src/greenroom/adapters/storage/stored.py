"""How many bytes are kept of an owner, on either database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Select, func, literal, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from greenroom.adapters.storage.circle_tables import circle, meeting, meeting_entry
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import (
    correction,
    entry,
    folder,
    interview,
    plan,
    scorecard,
    sound,
    wording,
)
from greenroom.app.ports import Stored


class octets(FunctionElement[int]):
    """The bytes of a text."""

    type = BigInteger()
    inherit_cache = True


@compiles(octets, "sqlite")
def _octets_of_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    return f"length(CAST({compiler.process(element.clauses, **options)} AS BLOB))"


@compiles(octets, "postgresql")
def _octets_of_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    return f"octet_length({compiler.process(element.clauses, **options)})"


class SqlStored:
    """Counts what an owner keeps. The journal of an interview that is over is counted once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._journals: dict[str, int] = {}
        """Bytes of those that cannot grow any more."""

    def forget(self, interview_id: str) -> None:
        self._journals.pop(interview_id, None)

    async def of_owner(self, owner: str) -> Stored:
        async with self._database.transaction() as connection:
            query = select(interview.c.id, interview.c.status, interview.c.sound)
            found = (await connection.execute(query.where(interview.c.owner == owner))).all()
            kept = int(await connection.scalar(_small(owner)) or 0)
        ended = {interview_id for interview_id, status, _ in found if status == "ended"}
        kept += sum((await self._sizes({row.id for row in found} - ended)).values())
        for interview_id in ended:
            if (
                interview_id not in self._journals
            ):  # one short transaction each: lines that people say go between
                self._journals.update(await self._sizes({interview_id}))
            kept += self._journals[interview_id]
        running = [bool(sounds) for _, status, sounds in found if status == "running"]
        return Stored(kept, len(running), sum(running))

    async def _sizes(self, interview_ids: Collection[str]) -> dict[str, int]:
        """Bytes of each of these journals."""
        mine = entry.c.interview_id.in_(interview_ids)
        query = select(entry.c.interview_id, func.sum(octets(entry.c.line))).where(mine)
        async with self._database.transaction() as connection:
            found = (await connection.execute(query.group_by(entry.c.interview_id))).all()
        return dict.fromkeys(interview_ids, 0) | {one: int(size) for one, size in found}


def _small(owner: str) -> Select[Any]:
    """The sum over everything else that belongs to the owner, in one question. The length of sealed bytes is known
    without reading them."""
    mine = select(interview.c.id).where(interview.c.owner == owner)
    circles = select(circle.c.id).where(circle.c.owner == owner)
    meetings = select(meeting.c.id).where(meeting.c.circle_id.in_(circles))

    def total(size: ColumnElement[Any], which: ColumnElement[bool]) -> ColumnElement[Any]:
        return func.coalesce(select(func.sum(size)).where(which).scalar_subquery(), 0)

    totals = [
        total(octets(interview.c.plan_toml) + ROW, interview.c.owner == owner),
        total(func.length(sound.c.sealed), sound.c.interview_id.in_(mine)),
        total(func.length(folder.c.sealed), folder.c.interview_id.in_(mine)),
        total(octets(func.coalesce(scorecard.c.card, "")), scorecard.c.interview_id.in_(mine)),
        total(octets(correction.c.text), correction.c.interview_id.in_(mine)),
        total(octets(wording.c.text), wording.c.interview_id.in_(mine)),
        total(octets(plan.c.toml) + ROW, plan.c.owner == owner),
        total(octets(circle.c.mission) + ROW, circle.c.owner == owner),
        total(octets(meeting_entry.c.line), meeting_entry.c.meeting_id.in_(meetings)),
    ]
    return select(sum(totals[1:], totals[0]))


ROW: Final = literal(500)
"""Bytes of a row's other columns, roughly."""
