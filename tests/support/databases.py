"""An empty SQLite database with all tables, made once for a process. To make one takes a tenth of a second of
computing: every step of the schema since the first version."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from greenroom.adapters.storage import open_store


def empty_sqlite(path: Path) -> Path:
    """A copy of it, as a store that was opened and closed there leaves it."""
    path.touch(0o600)
    path.write_bytes(_empty())
    return path


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside_any_loop:
        path = Path(folder) / "greenroom.db"
        beside_any_loop.submit(asyncio.run, _opened_and_closed(path)).result()
        assert [file.name for file in Path(folder).iterdir()] == [path.name]
        return path.read_bytes()


async def _opened_and_closed(path: Path) -> None:
    store = await open_store(path)
    await store.aclose()
