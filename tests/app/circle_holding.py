"""A circle's interview in a store, and who holds it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tests.circle.conftest import Answering, at_once

from greenroom.adapters.storage.circle_logs import SqlCircleLog
from greenroom.adapters.storage.circles import SqlCircles
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.holding import Holding, Players
from greenroom.circle import log as logs
from greenroom.circle.events import Entry
from greenroom.testing.circles import admitted, circle_row

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


class Killed(BaseException):
    """The process is gone."""


async def a_store() -> MemoryStore:
    store = MemoryStore()
    await store.circles.create(circle_row("c"))
    await admitted(store, "m")
    return store


def holding(store: MemoryStore, players: Any, **changes: Any) -> Holding:
    made = {"now": lambda: NOW, "pause": at_once, **changes}
    return Holding(store.circles, Players(players, players, players), **made)


async def entries(store: MemoryStore) -> list[Entry]:
    return [one.entry for one in await store.circles.written("m")]


async def lines(store: MemoryStore) -> list[str]:
    return [logs.encode(entry) for entry in await entries(store)]


class Refusing(SqlCircles):
    """Its log fails at the entries of which `refuses` says how."""

    def __init__(
        self, database: Database, refuses: Callable[[Entry], BaseException | None]
    ) -> None:
        super().__init__(database)
        self._refuses = refuses

    async def log(self, meeting_id: str) -> Any:
        return RefusingLog(await super().log(meeting_id), self._refuses)


class RefusingLog:
    def __init__(self, log: SqlCircleLog, refuses: Callable[[Entry], BaseException | None]) -> None:
        self._log, self._refuses = log, refuses
        self.entries = log.entries

    async def append(self, entry: Entry) -> None:
        if (error := self._refuses(entry)) is not None:
            raise error
        await self._log.append(entry)


async def whole() -> tuple[list[str], Answering]:
    store, players = await a_store(), Answering()
    await holding(store, players)("m")
    return await lines(store), players
