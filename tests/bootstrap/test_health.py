"""What /healthz says of a store that fails (O1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from greenroom.adapters.storage import open_store
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.health import AGAIN_S, Health
from greenroom.bootstrap.hosting import LocalRooms


class Wearing(MemoryStore):
    """A store that can be broken, and counts how often it was tried."""

    def __init__(self) -> None:
        super().__init__()
        self.fault: OperatorFault | None = None
        self.tries = 0

    async def prove(self) -> None:
        self.tries += 1
        if self.fault is not None:
            raise self.fault


def test_it_is_tried_now_and_then(virtual: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
    """However often somebody asks, the disk is not written more often than every few seconds; what is
    broken is noticed then, and so is that it was mended."""

    async def asked() -> None:
        store = Wearing()
        health = Health(store, LocalRooms(1))
        for _ in range(50):
            assert (await health())["status"] == "warming"
        assert store.tries == 1
        store.fault = OperatorFault("the disk is full")
        await asyncio.sleep(AGAIN_S)
        found = await health()
        assert (found["status"], found["parts"]["storage"]) == ("broken", "unwritable")
        store.fault = None
        await asyncio.sleep(AGAIN_S)
        assert (await health())["parts"] == {"storage": "ok", "speech": "warming"}

    virtual(asked())


@pytest.mark.parametrize("pragma", ["query_only = 1", "max_page_count = 1"])
async def test_a_database_that_can_only_be_read(tmp_path: Path, pragma: str) -> None:
    """SQLite's own refusal, of a file that is read-only or cannot grow, is told apart from one that
    cannot even be read."""
    store = await open_store(tmp_path / "greenroom.db")
    async with store.database.transaction() as connection:
        await connection.execute(text(f"PRAGMA {pragma}"))
    found = await Health(store, LocalRooms(1))()
    assert (found["status"], found["parts"]["storage"]) == ("broken", "unwritable")
    await store.aclose()
