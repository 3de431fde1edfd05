"""Makes decisions about limits one at a time, across all processes of a database."""

from __future__ import annotations

from enum import IntEnum

from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.tables import admission


class Decision(IntEnum):
    """What is decided about: the key of its row."""

    SEATS = 1
    MISSIONS = 2


async def decide_alone(connection: AsyncConnection, about: Decision) -> None:
    """Changing the row locks it until the transaction ends. On SQLite the same statement takes the write lock.
    Whatever was read earlier in the transaction may be out of date."""
    mine = update(admission).where(admission.c.id == about.value)
    asked = await connection.execute(mine.values(asked=admission.c.asked + 1))
    if asked.rowcount == 0:  # the table was made without migrations, as in memory
        await connection.execute(insert(admission).values(id=about.value, asked=1))
