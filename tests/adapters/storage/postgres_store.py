"""A store of three interviews on PostgreSQL, whose line can be cut and whose tables somebody else can hold."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import psycopg
import pytest
from tests.adapters.storage.postgres_line import PostgresLine

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.testing import interview_row

WRITERS = ("a", "b", "c")


@pytest.fixture
async def store(emptied_place: str) -> AsyncIterator[SqlStore]:
    opened = await open_store(emptied_place)
    for name in WRITERS:
        await opened.interviews.create(interview_row(name))
    yield opened
    await opened.aclose()


@pytest.fixture
async def line(emptied_place: str, store: SqlStore) -> AsyncIterator[PostgresLine]:
    async with PostgresLine(emptied_place) as proxy:
        yield proxy


@pytest.fixture
async def behind(line: PostgresLine) -> AsyncIterator[SqlStore]:
    """The same database over the line that can be cut."""
    opened = await open_store(line.place)
    yield opened
    await opened.aclose()


async def lines_of(store: SqlStore, name: str) -> list[str]:
    return list(await store.interviews.journal_lines(name))


def name_of(place: str) -> str:
    """The database's name."""
    return urlsplit(place).path.strip("/")


class Held:
    """Somebody else's lock on a table, as long as the block lasts."""

    def __init__(self, place: str, table: str) -> None:
        self._connection = psycopg.AsyncConnection.connect(place)
        self._table = table

    async def __aenter__(self) -> None:
        self._open = await self._connection
        await self._open.execute(f"LOCK TABLE {self._table} IN ACCESS EXCLUSIVE MODE".encode())

    async def __aexit__(self, *_: object) -> None:
        await self._open.close()
