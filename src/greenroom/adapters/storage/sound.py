"""`app.ports.Sounds` on a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import interview, sound
from greenroom.app.ports import NotFound, OperatorFault, SealedSound, SoundSpan

ROOM_LEFT: Final = 64 * 2**20
"""Bytes of the disk that sound leaves to what no interview can do without."""


class SqlSounds:
    """Stretches of sealed sound. They are deleted with the interview."""

    def __init__(self, database: Database, room_left: int = ROOM_LEFT) -> None:
        self._database, self._room_left = database, room_left

    async def allow(self, interview_id: str, allowed: bool) -> bool:
        waiting = (interview.c.id == interview_id) & (interview.c.status == "created")
        async with self._database.transaction() as connection:
            done = await connection.execute(
                update(interview).where(waiting).values(sound=allowed).returning(interview.c.id)
            )
            return done.scalar() is not None

    async def append(self, kept: SealedSound) -> None:
        room = self._database.room()
        if room is not None and room < self._room_left:
            raise OperatorFault("the disk is nearly full; what is left of it is not for sound")
        allowed = (
            select(interview.c.id)
            .where(interview.c.id == kept.interview_id)
            .where(interview.c.sound.is_(True))
        )
        values = {"at_ms": kept.at_ms, "length_ms": kept.length_ms, "sealed": kept.sealed}
        columns = [literal(value, sound.c[name].type) for name, value in values.items()]
        statement = insert(sound).from_select(
            ["interview_id", *values], allowed.add_columns(*columns)
        )
        try:
            async with self._database.transaction() as connection:
                done = await connection.execute(statement.returning(sound.c.at_ms))
                written = done.scalar()
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            return  # that moment is kept already
        if written is None:
            raise NotFound("the sound of this interview may not be kept")

    async def between(self, interview_id: str, from_ms: int, to_ms: int) -> Sequence[SealedSound]:
        query = (
            select(sound)
            .where(sound.c.interview_id == interview_id)
            .where(sound.c.at_ms < to_ms)
            .where(sound.c.at_ms + sound.c.length_ms > from_ms)
            .order_by(sound.c.at_ms)
        )
        async with self._database.transaction() as connection:
            return [SealedSound(*row) for row in await connection.execute(query)]

    async def spans(self, interview_id: str) -> Sequence[SoundSpan]:
        query = (
            select(sound.c.at_ms, sound.c.at_ms + sound.c.length_ms)
            .where(sound.c.interview_id == interview_id)
            .order_by(sound.c.at_ms)
        )
        async with self._database.transaction() as connection:
            return [(begin, end) for begin, end in await connection.execute(query)]

    async def delete(self, interview_id: str) -> None:
        async with self._database.transaction() as connection:
            await connection.execute(
                update(interview).where(interview.c.id == interview_id).values(sound=False)
            )
            await connection.execute(delete(sound).where(sound.c.interview_id == interview_id))
        await self._database.scrub()
