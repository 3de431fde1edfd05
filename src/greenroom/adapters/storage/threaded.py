"""SQLite's one connection in a thread of its own: a statement is one trip there and back.

The event loop is busy with sound, so each trip may wait for it. A driver that crosses over for every
cursor, fetch and close makes a transaction as slow as ten such waits, and everybody else waits behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import Connection, CursorResult, Engine, Executable
from sqlalchemy.ext.asyncio import AsyncConnection

P = ParamSpec("P")
T = TypeVar("T")

Parameters = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None


class ThreadedConnection:
    """One transaction: of `AsyncConnection` what storage uses. What `execute` returns has all its rows, and needs
    the thread no more."""

    def __init__(self, engine: ThreadedEngine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self.wrote = False
        """Whether there is something to commit."""

    async def execute(
        self, statement: Executable, parameters: Parameters = None, /
    ) -> CursorResult[Any]:
        """Its result, whole."""
        self.wrote = self.wrote or not statement.is_select
        return await self._engine.run(partial(self._execute, statement, parameters))

    async def scalar(self, statement: Executable, parameters: Parameters = None, /) -> Any:
        return (await self.execute(statement, parameters)).scalar()

    async def run_sync(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self.wrote = True
        return await self._engine.run(lambda: work(self._opened(), *args, **kwargs))

    def commit(self) -> None:
        """In the thread."""
        if self._connection is not None:
            self._connection.commit()
            self.close()

    def close(self) -> None:
        """In the thread: undo what was not committed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _execute(self, statement: Executable, parameters: Parameters) -> CursorResult[Any]:
        result = self._opened().execute(statement, parameters)
        if not result.returns_rows:
            return result
        return cast("CursorResult[Any]", result.freeze()())

    def _opened(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection


class ThreadedEngine:
    """What `AsyncEngine` does, for an engine whose pool has one connection. One transaction at a time."""

    def __init__(self, engine: Engine, thread: Executor | None = None) -> None:
        """`thread`: where its work is done; one of its own unless said."""
        self._engine = engine
        self._thread = thread or ThreadPoolExecutor(1, thread_name_prefix="sqlite")

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """One transaction, committed when the block is left without an error. Whatever is under way in the
        thread when the caller is cancelled ends there before anything else begins."""
        connection = ThreadedConnection(self)
        try:
            yield cast("AsyncConnection", connection)
            if connection.wrote:
                await self.run(connection.commit)
        finally:
            self._thread.submit(connection.close)

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` returns, or raises, in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def connect(self) -> Connection:
        """In the thread."""
        return self._engine.connect()

    async def dispose(self) -> None:
        try:
            await self.run(self._engine.dispose)
        finally:
            self._thread.shutdown(wait=False)
