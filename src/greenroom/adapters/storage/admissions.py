"""Decisions about limits, made one after the other by all processes of a database."""

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
    """The row is changed, and so locked until the transaction ends. On SQLite the same statement makes this
    the one that writes. What is read before it may be old."""
    mine = update(admission).where(admission.c.id == about.value)
    asked = await connection.execute(mine.values(asked=admission.c.asked + 1))
    if asked.rowcount == 0:  # tables that no migration has made, as those in memory
        await connection.execute(insert(admission).values(id=about.value, asked=1))
