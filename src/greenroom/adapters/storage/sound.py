"""`app.ports.Sounds` on a database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Insert, bindparam, delete, exists, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.tables import interview, sound
from greenroom.app.ports import NotFound, OperatorFault, SealedSound, SoundPlace, SoundSpan

ROOM_LEFT: Final = 64 * 2**20
"""Bytes of free disk that recordings leave to journals, which no interview can do without."""
TOGETHER_S: Final = 0.2
"""What comes within this, of whatever interview, is one commit. With a commit for each of forty recordings
a second, journal lines came to wait for half a second beside other work (`benchmarks/sound.py`)."""

_Waiting = tuple[SealedSound, asyncio.Future[bool]]


class SqlSounds:
    """Stretches of sealed sound. They are deleted with the interview."""

    def __init__(self, database: Database, room_left: int = ROOM_LEFT) -> None:
        self._database, self._room_left = database, room_left
        self._waiting: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None

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
        loop = asyncio.get_running_loop()
        written: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((kept, written))
        if self._writer is None:
            self._writer = loop.create_task(self._write_together())
        if not await written:
            raise NotFound("the sound of this interview may not be kept, or the interview is gone")

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

    async def page(self, after: SoundPlace, most: int) -> Sequence[SealedSound]:
        place = tuple_(sound.c.interview_id, sound.c.at_ms)
        query = select(sound).where(place > after).order_by(*place.clauses).limit(most)
        async with self._database.transaction() as connection:
            return [SealedSound(*row) for row in await connection.execute(query)]

    async def reseal(self, sounds: Sequence[SealedSound]) -> None:
        if not sounds:
            return
        there = (sound.c.interview_id == bindparam("of")) & (sound.c.at_ms == bindparam("at"))
        statement = update(sound).where(there).values(sealed=bindparam("resealed"))
        rows = [{"of": one.interview_id, "at": one.at_ms, "resealed": one.sealed} for one in sounds]
        async with self._database.transaction() as connection:
            await connection.execute(statement, rows)

    async def delete(self, interview_id: str) -> None:
        await self._database.erase(
            update(interview).where(interview.c.id == interview_id).values(sound=False),
            delete(sound).where(sound.c.interview_id == interview_id),
        )

    async def aclose(self) -> None:
        """Write what waits."""
        if self._writer is not None:
            await self._writer

    # inside

    async def _write_together(self) -> None:
        await asyncio.sleep(TOGETHER_S)
        waiting, self._waiting, self._writer = self._waiting, [], None
        try:
            sounds = [kept for kept, _ in waiting]
            found = await self._database.ask(lambda connection: _written(connection, sounds))
        except (OperatorFault, IntegrityError) as fault:
            told = fault if isinstance(fault, OperatorFault) else OperatorFault("written twice")
            for _, written in waiting:
                if not written.done():
                    written.set_exception(told)
        else:
            for (_, written), good in zip(waiting, found, strict=True):
                if not written.done():  # who waited may have been cancelled
                    written.set_result(good)


async def _written(connection: AsyncConnection, kept: Sequence[SealedSound]) -> list[bool]:
    """Whether each piece may be kept. A moment that was kept before is not overwritten."""
    rows = [
        {"of": one.interview_id, "at": one.at_ms, "length": one.length_ms, "sound": one.sealed}
        for one in kept
    ]
    await connection.execute(KEEP, rows)
    named = interview.c.id.in_({one.interview_id for one in kept}) & interview.c.sound.is_(True)
    allowed = set((await connection.execute(select(interview.c.id).where(named))).scalars())
    return [one.interview_id in allowed for one in kept]


def _keep() -> Insert:
    """One statement for as many rows as there are: a round trip for each would keep the connection from
    the journals."""
    columns = {
        name: bindparam(key, type_=sound.c[name].type)
        for name, key in (("at_ms", "at"), ("length_ms", "length"), ("sealed", "sound"))
    }
    there = (sound.c.interview_id == bindparam("of")) & (sound.c.at_ms == bindparam("at"))
    allowed = (
        select(interview.c.id, *columns.values())
        .where(interview.c.id == bindparam("of"))
        .where(interview.c.sound.is_(True))
        .where(~exists().where(there))
        .with_for_update(read=True, key_share=True, of=interview)  # nobody deletes it meanwhile
    )
    return insert(sound).from_select(["interview_id", *columns], allowed)


KEEP: Final = _keep()
