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
    with TemporaryDirectory() as folder:
        path = Path(folder) / "greenroom.db"
        opened_and_closed(path)
        assert [file.name for file in Path(folder).iterdir()] == [path.name]
        return path.read_bytes()


def opened_and_closed(place: Path | str) -> None:
    """The database there has its tables afterwards. A loop that runs here is not disturbed."""

    async def work() -> None:
        store = await open_store(place)
        await store.aclose()

    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, work()).result()
