"""SQLite's one connection in its own thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from greenroom.adapters.storage.threaded import ThreadedEngine

COUNT = text("SELECT count(*) FROM line")


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[ThreadedEngine]:
    engine = ThreadedEngine(
        create_engine(f"sqlite:///{tmp_path}/lines.db", pool_size=1, max_overflow=0)
    )
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE line (said TEXT)"))
    yield engine
    await engine.dispose()


async def _count(engine: ThreadedEngine) -> int:
    async with engine.begin() as connection:
        return int(await connection.scalar(COUNT) or 0)


async def test_nothing_is_left_of_a_transaction_whose_statement_was_cancelled(
    engine: ThreadedEngine,
) -> None:
    """What is under way in the thread ends, is undone, and keeps nobody else from writing."""
    begun, free = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        connection.execute(text("INSERT INTO line VALUES ('lost')"))
        begun.set()
        free.wait()

    async def write() -> None:
        async with engine.begin() as connection:
            await connection.run_sync(slow)

    writing = asyncio.create_task(write())
    await asyncio.to_thread(begun.wait)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    counting = asyncio.create_task(_count(engine))
    free.set()
    assert await counting == 0


async def test_what_fails_in_the_thread_is_raised_and_undone(engine: ThreadedEngine) -> None:
    """An error inside the block undoes what was written in it."""

    async def fail() -> None:
        async with engine.begin() as connection:
            await connection.execute(text("INSERT INTO line VALUES ('lost')"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert await _count(engine) == 0


async def test_rows_outlive_their_transaction(engine: ThreadedEngine) -> None:
    """A result has all its rows, whatever becomes of the connection; changes tell how many rows they met."""
    async with engine.begin() as connection:
        one = await connection.execute(text("INSERT INTO line VALUES ('a'), ('b')"))
        found = await connection.execute(text("SELECT said FROM line ORDER BY said"))
    assert one.rowcount == 2
    assert [row.said for row in found] == ["a", "b"]
