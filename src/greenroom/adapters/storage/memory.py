"""The store on SQLite in memory: for tests, ours and yours. It needs no disk, no thread and no clock of the machine."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from typing import Any, Final, ParamSpec, TypeVar, cast

from sqlalchemy import Connection, Engine, StaticPool, create_engine, update

from greenroom.adapters.storage.connection_queue import LONGEST_WAIT_S
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.sqlite import meaning
from greenroom.adapters.storage.store import SqlStore
from greenroom.adapters.storage.tables import interview, metadata
from greenroom.adapters.storage.threaded import ThreadedEngine
from greenroom.app.ports import OperatorFault

P = ParamSpec("P")
T = TypeVar("T")

SOME_MOMENT_MS: Final = 1_767_348_000_000
"""2026-01-02T10:00:00Z, when the interviews of `greenroom.testing.interview_row` are made."""

COMPILED: Final[dict[Any, Any]] = {}
"""Statements as SQL text, for all these stores together."""


class MemoryStore(SqlStore):
    """Everything that is kept, until the process ends."""

    def __init__(self, now_ms: Callable[[], int] = lambda: SOME_MOMENT_MS) -> None:
        self._memory = _Memory(now_ms)
        super().__init__(Database(self._memory.engine(), self._memory))

    def leave_room(self, room: int | None) -> None:
        """How many bytes are left of the disk that it would be on; None where none bounds it."""
        self._memory.left = room

    def fill(self) -> None:
        """Nothing more can be written."""
        self._memory.connection.execute("PRAGMA max_page_count = 1")

    def change(self, interview_id: str, **values: str | bool) -> None:
        """Of an interview, columns that no method changes."""
        with self._memory.pooled.begin() as connection:
            this = update(interview).where(interview.c.id == interview_id)
            connection.execute(this.values(**values))


class _Memory:
    """`Dialect` in memory."""

    place: Final = "memory"
    one_writer: Final = True
    turn_s: Final = LONGEST_WAIT_S
    reserve: Final = None

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.left: int | None = None
        self.connection = sqlite3.connect(":memory:", check_same_thread=False)
        self.connection.deserialize(_empty())
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.create_function("julianday", 1, lambda _now: _day(now_ms()))
        alike = _alike()
        self.pooled = Engine(
            StaticPool(cast("Any", lambda: self.connection)),
            alike.dialect,
            alike.url,
            hide_parameters=True,
            execution_options={"compiled_cache": COMPILED},
        )

    def engine(self) -> ThreadedEngine:
        return _InlineEngine(self.pooled, _InlineExecutor())

    def lock(self, _connection: Connection) -> None:
        """Nobody else has it."""

    async def scrub(self) -> None:
        """There is nothing that outlasts a deletion."""

    def room(self) -> int | None:
        return self.left

    def fault(self, error: BaseException | None) -> OperatorFault:
        return meaning(error, self.place)


class _InlineExecutor(Executor):
    """Does what it is given where it is given it."""

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        done.set_result(work(*args, **kwargs))
        return done


class _InlineEngine(ThreadedEngine):
    async def run(self, work: Callable[[], T]) -> T:
        return work()


def _day(ms: int) -> float:
    """In the middle of the millisecond, because SQLite truncates its result."""
    return 2440587.5 + (ms + 0.5) / 86_400_000


@cache
def _alike() -> Engine:
    """Its dialect knows this SQLite."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    metadata.create_all(engine)
    return engine


@cache
def _empty() -> bytes:
    """A database with all tables and no rows."""
    with _alike().connect() as connection:
        return bytes(connection.connection.driver_connection.serialize())  # type: ignore[union-attr]
