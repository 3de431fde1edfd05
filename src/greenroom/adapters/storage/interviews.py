"""`app.ports.Interviews` and `Journal` on a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Delete, Select, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.clock import now_ms
from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.journal import Journals, SqlJournal
from greenroom.adapters.storage.tables import (
    correction,
    entry,
    folder,
    interview,
    lease,
    seat,
    sound,
)
from greenroom.app.ports import InterviewRow, NotFound, Refused
from greenroom.assessment.sentence import Sentence
from greenroom.interview.journal import Consent

LENGTH: Final = "journal_length"
PIECE: Final = 100
"""Stretches of sound that are erased together."""


class SqlInterviews:
    """Stored interviews. Every method that changes something is durable when it returns."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._journals = Journals(database)
        self._forgetting: list[Callable[[str], None]] = []

    async def create(self, row: InterviewRow) -> None:
        """Store a new interview. Raises `Refused` when its id is taken."""
        values = {
            "id": row.id,
            "owner": row.owner,
            "plan_id": row.plan_id,
            "plan_toml": row.plan_toml,
            "candidate": json.dumps(dict(row.candidate)),
            "created_at": row.created_at,
            "status": row.status,
            "ended_at": row.ended_at,
            "capability_hash": row.capability_hash,
            "mode": row.mode,
            "keys": json.dumps(dict(row.keys)),
            "sound": row.sound,
            "consent": None if row.consent is None else json.dumps(asdict(row.consent)),
            "unhurried": row.unhurried,
        }
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(interview).values(values))
        except IntegrityError:
            raise Refused(Sentence("an interview with this id exists already")) from None

    async def find(self, interview_id: str) -> InterviewRow | None:
        rows = await self._rows(select(interview).where(interview.c.id == interview_id))
        return rows[0] if rows else None

    async def of_owner(self, owner: str) -> Sequence[InterviewRow]:
        """The owner's interviews, newest first."""
        return await self._rows(
            select(interview)
            .where(interview.c.owner == owner)
            .order_by(interview.c.created_at.desc(), interview.c.id)
        )

    async def unfinished(self) -> Sequence[InterviewRow]:
        """Interviews that began and did not end: the ones to resume after a crash."""
        return await self._rows(
            select(interview)
            .where(interview.c.status == "running")
            .order_by(interview.c.created_at, interview.c.id)
        )

    async def unheld(self) -> Sequence[tuple[InterviewRow, int]]:
        """One question, however many there are."""
        held = and_(lease.c.interview_id == interview.c.id, lease.c.expires_ms > now_ms())
        last = select(func.max(entry.c.seq)).where(entry.c.interview_id == interview.c.id)
        query = (
            select(interview, (func.coalesce(last.scalar_subquery(), -1) + 1).label(LENGTH))
            .outerjoin(lease, held)
            .where(interview.c.status == "running")
            .where(lease.c.interview_id.is_(None))
            .order_by(interview.c.created_at, interview.c.id)
        )
        found = [dict(row._asdict()) for row in await self._database.rows(query)]
        return [(_row(columns), length) for columns in found for length in (columns.pop(LENGTH),)]

    async def expired(self, before: str) -> Sequence[InterviewRow]:
        """Interviews that ended before this moment, or were created before it and never ended."""
        since = func.coalesce(interview.c.ended_at, interview.c.created_at)
        return await self._rows(select(interview).where(since < before).order_by(interview.c.id))

    async def set_status(self, interview_id: str, status: str, ended_at: str | None = None) -> None:
        async def change(connection: AsyncConnection) -> tuple[int, int]:
            done = await connection.execute(
                update(interview)
                .where(interview.c.id == interview_id)
                .values(status=status, ended_at=ended_at)
            )
            if status != "ended":
                return done.rowcount, 0
            await connection.execute(delete(seat).where(seat.c.interview_id == interview_id))
            handed_in = delete(folder).where(folder.c.interview_id == interview_id)
            return done.rowcount, (await connection.execute(handed_in)).rowcount

        changed, deleted = await self._database.ask(change)
        if changed == 0:
            raise NotFound("this interview is gone")
        if deleted:
            await self._database.scrub_if_free()  # what is left is sealed

    async def delete(self, interview_id: str) -> None:
        """Erase the interview and all that refers to it, from SQLite's write-ahead log too. Done
        twice: no error."""
        for forget in self._forgetting:
            forget(interview_id)
        while await self._database.erase(_latest_sound(interview_id), more_follows=True):
            """Deletes in pieces, because a full disk has no room to delete everything at once."""
        await self._database.erase(delete(interview).where(interview.c.id == interview_id))
        for forget in self._forgetting:  # what was read meanwhile
            forget(interview_id)

    async def journal_lines(self, interview_id: str) -> Sequence[str]:
        mine = entry.c.interview_id == interview_id
        query = select(entry.c.line).where(mine).order_by(entry.c.seq)
        return [line for (line,) in await self._database.rows(query)]

    async def journal_length(self, interview_id: str) -> int:
        return await self._journals.length(interview_id)

    async def corrections(self, interview_id: str) -> Mapping[int, str]:
        query = select(correction.c.message, correction.c.text)
        async with self._database.transaction() as connection:
            found = await connection.execute(query.where(correction.c.interview_id == interview_id))
            return {row.message: row.text for row in found}

    async def correct(self, interview_id: str, message: int, text: str | None) -> None:
        here = correction.c.interview_id == interview_id
        await self._database.erase(delete(correction).where(here, correction.c.message == message))
        if text is None:
            return
        values = {"interview_id": interview_id, "message": message, "text": text}
        try:
            async with self._database.transaction() as connection:
                await connection.execute(insert(correction).values(values))
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            raise Refused(Sentence("These words are being corrected in another window.")) from None

    def on_delete(self, forget: Callable[[str], None]) -> None:
        self._forgetting.append(forget)

    def journal(self, interview_id: str) -> SqlJournal:
        """The interview's log, to be written by one session at a time."""
        return SqlJournal(self._journals, interview_id)

    async def _rows(self, query: Select[Any]) -> list[InterviewRow]:
        return [_row(found._asdict()) for found in await self._database.rows(query)]


def _latest_sound(interview_id: str) -> Delete:
    mine = sound.c.interview_id == interview_id
    latest = select(sound.c.at_ms).where(mine).order_by(sound.c.at_ms.desc()).limit(PIECE)
    return delete(sound).where(mine).where(sound.c.at_ms.in_(latest))


def _row(columns: Mapping[str, Any]) -> InterviewRow:
    objects = {name: json.loads(columns[name]) for name in ("candidate", "keys")}
    agreed = columns["consent"]
    objects["consent"] = None if agreed is None else Consent(**json.loads(agreed))
    return InterviewRow(**{**columns, **objects})
