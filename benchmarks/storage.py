"""Journal lines a second that are durable when they are acknowledged, beside raw sqlite3.

python -m benchmarks.storage [--quick]
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row, quantile, tell
from greenroom.adapters.storage import open_store
from greenroom.app.ports import InterviewRow

COMMAND = "python -m benchmarks.storage"
LINE = "x" * 400
"""As long as an ordinary entry."""
ROUNDS = 5
"""In turn, so that a busy disk is busy for both."""


async def ours(path: Path, lines: int) -> list[float]:
    """Seconds that each `append` took."""
    store = await open_store(path)
    await store.create(
        InterviewRow("int_1", "me", "", "bench", {}, "2026-01-05T09:00:00Z", "running")
    )
    journal = store.journal("int_1")
    took = []
    for _ in range(lines):
        began = time.perf_counter()
        await journal.append(LINE)
        took.append(time.perf_counter() - began)
    await store.aclose()
    return took


def raw(path: Path, lines: int) -> list[float]:
    """The same rows with the same promises, without our code and without a thread."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
    connection.execute(
        "CREATE TABLE entry (interview_id TEXT, seq INTEGER, line TEXT, "
        "PRIMARY KEY (interview_id, seq)) WITHOUT ROWID"
    )
    took = []
    for number in range(lines):
        began = time.perf_counter()
        connection.execute("INSERT INTO entry VALUES ('int_1', ?, ?)", (number, LINE))
        took.append(time.perf_counter() - began)
    connection.close()
    return took


def rows(*, quick: bool) -> Iterator[Row]:
    lines = 100 if quick else 500
    mine: list[float] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as directory:
        for turn in range(ROUNDS):
            mine += asyncio.run(ours(Path(directory) / f"ours{turn}.db", lines))
            theirs += raw(Path(directory) / f"raw{turn}.db", lines)
    ratio = sum(mine) / sum(theirs)
    yield Row(
        "journal lines a second, each durable (WAL, synchronous FULL)",
        "an interview writes about 1 a second",
        f"{_told(mine)}; {ratio:.1f} times the time",
        f"raw sqlite3: {_told(theirs)}",
        COMMAND,
    )


def _told(took: list[float]) -> str:
    p50, p99 = quantile(took, 0.5) * 1000, quantile(took, 0.99) * 1000
    return f"{len(took) / sum(took):.0f} /s, p50 {p50:.2f}, p99 {p99:.2f} ms"


if __name__ == "__main__":
    tell(rows)
