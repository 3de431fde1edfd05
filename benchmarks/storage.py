"""Journal lines a second that are durable when they are acknowledged, beside the bare drivers.

python -m benchmarks.storage [--quick]
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg

from benchmarks.table import Row, quantile, tell
from greenroom.adapters.storage import open_store
from greenroom.app.ports import InterviewRow
from greenroom.testing.postgresql import postgres_server

COMMAND = "python -m benchmarks.storage"
NEEDED = "an interview writes about 1 a second"
LINE = "x" * 400
"""As long as an ordinary entry."""
ROUNDS = 5
"""In turn, so that a busy disk is busy for both."""


async def ours(where: Path | str, lines: int) -> list[float]:
    """Seconds that each `append` took."""
    store = await open_store(where)
    await store.interviews.create(
        InterviewRow("int_1", "me", "", "bench", {}, "2026-01-05T09:00:00Z", "running")
    )
    journal = store.interviews.journal("int_1")
    took = []
    for _ in range(lines):
        began = time.perf_counter()
        await journal.append(LINE)
        took.append(time.perf_counter() - began)
    await store.aclose()
    return took


def raw_sqlite(path: Path, lines: int) -> list[float]:
    """The same rows with the same promises, without our code and without a thread."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
    connection.execute(
        "CREATE TABLE entry (interview_id TEXT, seq INTEGER, line TEXT, "
        "PRIMARY KEY (interview_id, seq)) WITHOUT ROWID"
    )

    def insert(number: int) -> None:
        connection.execute("INSERT INTO entry VALUES ('int_1', ?, ?)", (number, LINE))

    took = _timed(insert, lines)
    connection.close()
    return took


def raw_postgresql(address: str, lines: int) -> list[float]:
    """The same, each line a transaction of its own."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE entry (interview_id TEXT, seq INTEGER, line TEXT, "
            "PRIMARY KEY (interview_id, seq))"
        )

        def insert(number: int) -> None:
            connection.execute("INSERT INTO entry VALUES ('int_1', %s, %s)", (number, LINE))

        return _timed(insert, lines)


def rows(*, quick: bool) -> Iterator[Row]:
    lines = 100 if quick else 500
    mine: list[float] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as directory:
        for turn in range(ROUNDS):
            mine += asyncio.run(ours(Path(directory) / f"ours{turn}.db", lines))
            theirs += raw_sqlite(Path(directory) / f"raw{turn}.db", lines)
    yield _row(
        "journal lines a second, each durable (WAL, synchronous FULL)", mine, "raw sqlite3", theirs
    )
    mine, theirs = [], []
    with postgres_server(durable=True) as server:
        for _ in range(ROUNDS):
            mine += asyncio.run(ours(server.new_database(), lines))
            theirs += raw_postgresql(server.new_database(), lines)
    yield _row("the same on PostgreSQL, on the same machine", mine, "raw psycopg", theirs)


def _row(what: str, mine: list[float], rival: str, theirs: list[float]) -> Row:
    ratio = sum(mine) / sum(theirs)
    told = f"{_told(mine)}; {ratio:.1f} times the time"
    return Row(what, NEEDED, told, f"{rival}: {_told(theirs)}", COMMAND)


def _timed(insert: Callable[[int], None], lines: int) -> list[float]:
    took = []
    for number in range(lines):
        began = time.perf_counter()
        insert(number)
        took.append(time.perf_counter() - began)
    return took


def _told(took: list[float]) -> str:
    p50, p99 = quantile(took, 0.5) * 1000, quantile(took, 0.99) * 1000
    return f"{len(took) / sum(took):.0f} /s, p50 {p50:.2f}, p99 {p99:.2f} ms"


if __name__ == "__main__":
    tell(rows)
