"""One database: how it is opened, brought up to date, and used."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import structlog
from sqlalchemy import Executable, Row, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InvalidRequestError, TimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.connection_queue import ConnectionQueue
from greenroom.adapters.storage.dialect import Dialect, Engine, dialect_of
from greenroom.adapters.storage.erasure_log import LEDGER, ErasureLog, going, line
from greenroom.adapters.storage.migrating import SchemaState, migrate, schema_state
from greenroom.adapters.storage.outage import AGAIN_S, Outage
from greenroom.app.ports import AWAY_S, DiskFull, OperatorFault, Unreachable

BUSY_MS: Final = 5_000
"""How long another process may hold the database before we give up."""

log = structlog.get_logger(__name__)

ORPHAN: Final = "23503"
"""SQLSTATE of a foreign key violation: the row's interview does not exist."""


T = TypeVar("T")


class Database:
    """An open database, its migrations applied."""

    def __init__(self, engine: Engine, dialect: Dialect, ledger: ErasureLog | None = None) -> None:
        """`ledger`: where what is erased is noted; None: nowhere."""
        self._engine = engine
        self._dialect = dialect
        self._ledger = ledger
        self._turns = None if dialect.turn_s is None else ConnectionQueue(dialect.turn_s)
        self._outage = Outage()

    @classmethod
    async def open(
        cls,
        where: Path | str,
        *,
        busy_ms: int = BUSY_MS,
        ledger: Path | None = None,
        connections: int | None = None,
    ) -> Self:
        """Open the SQLite file at a path (made if missing), or the PostgreSQL database at an address.

        What a process that was killed had deleted, but not yet cleared away, is cleared away now,
        unless another process is in the way. `ledger`: where what is erased is noted; beside a SQLite
        file unless said. `connections`: how many to a server stay open at most; 0: none when nothing
        is asked. Raises `OperatorFault`.
        """
        dialect = dialect_of(where, busy_ms, connections=connections)
        if ledger is None and isinstance(where, Path):
            ledger = where.with_name(LEDGER)
        database = cls(dialect.engine(), dialect, None if ledger is None else ErasureLog(ledger))
        try:
            async with database.transaction() as connection:
                await connection.run_sync(migrate, dialect.lock)
            await database.scrub_if_free()
        except BaseException:
            await database.aclose()
            raise
        return database

    @classmethod
    def unchanged(cls, where: Path | str, *, busy_ms: int = BUSY_MS) -> Self:
        """Open the database without migrating it, to read only."""
        dialect = dialect_of(where, busy_ms)
        return cls(dialect.engine(), dialect)

    async def schema_state(self) -> SchemaState:
        """Raises `OperatorFault` for a database of a newer program."""
        async with self.transaction() as connection:
            return await connection.run_sync(schema_state)

    @asynccontextmanager
    async def transaction(
        self, *, first: bool = False, patient: bool = True
    ) -> AsyncIterator[AsyncConnection]:
        """One transaction, durable when the block is left. Where there is one connection for all, who
        asks to be `first` goes before those who wait for it. Who is `patient` waits for a server that is
        away before the block begins; one that is lost within it is told as `Unreachable`.

        `IntegrityError` passes, for the caller knows what it means; every other failure of the
        database becomes an `OperatorFault` without the statement, which may hold personal data.
        """
        try:
            async with self._turn(first=first), AsyncExitStack() as opened:
                connect = self._outage.over if patient else self._outage.once
                yield await connect(partial(self._begin, opened))
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise self._dialect.fault(error.orig) from None
        except TimeoutError:
            raise self._all_busy() from None

    async def ask(
        self,
        work: Callable[[AsyncConnection], Awaitable[T]],
        *,
        first: bool = False,
        lost: Callable[[], None] = lambda: None,
    ) -> T:
        """What `work` gives, in a transaction of its own; done once more when the server is lost in the
        middle. It may have been done then: twice must come to the same. `lost` hears of it before."""
        loop = asyncio.get_running_loop()
        until: float | None = None
        while True:
            try:
                async with self.transaction(first=first) as connection:
                    return await work(connection)
            except Unreachable:
                lost()
                until = loop.time() + AWAY_S if until is None else until
                if self._outage.hopeless or loop.time() >= until:
                    raise
            await asyncio.sleep(AGAIN_S)

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """All that it finds, or changes and returns; as with `ask`, it may be done twice."""

        async def found(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query)).all()

        return await self.ask(found)

    async def _begin(self, opened: AsyncExitStack) -> AsyncConnection:
        """Raises `Unreachable` when there is no server."""
        try:
            return await opened.enter_async_context(self._engine.begin())
        except DBAPIError as error:
            raise self._dialect.fault(error.orig) from None
        except InvalidRequestError:  # of the pool: two new connections were closed at once
            raise Unreachable(f"the database closes connections ({self._dialect.place})") from None

    async def erase(self, *statements: Executable, more_follows: bool = False) -> int:
        """Delete in one transaction, and leave as little as `scrub` can; returns how many rows the
        statements named. On a full disk the space in reserve is given up for it. Where `more_follows`,
        only the last deletion tells of a reader that keeps traces."""
        try:
            return await self._erase(statements, more_follows)
        except DiskFull:
            reserve = self._dialect.reserve
            if reserve is None or not reserve.give_up():
                raise
        await self.scrub_if_free()  # the write-ahead log begins again, in the space that it has
        try:
            return await self._erase(statements, more_follows)
        finally:
            reserve.restore()

    async def _erase(self, statements: Sequence[Executable], more_follows: bool) -> int:
        rows = 0
        async with self.transaction() as connection:
            await self._note(connection, statements)
            for statement in statements:
                rows += (await connection.execute(statement)).rowcount
        await (self.scrub_if_free() if more_follows else self.scrub())
        return rows

    async def _note(self, connection: AsyncConnection, statements: Sequence[Executable]) -> None:
        """Note the erasure in the log before the rows are deleted. If the process dies in between, a restore
        erases them."""
        if self._ledger is None:
            return
        lines: list[str] = []
        for found in filter(None, map(going, statements)):
            table, query = found
            lines += [line(table, str(row)) for row in (await connection.execute(query)).scalars()]
        if lines:
            await asyncio.to_thread(self._ledger.add, lines)

    def hold_reserve(self) -> None:
        """Reserve disk space, which is given up when the disk is full and something must be erased."""
        if self._dialect.reserve is not None:
            self._dialect.reserve.keep()

    async def scrub(self) -> None:
        """After a deletion: leave as little of what was deleted as the database lets us.

        Raises `OperatorFault` when another process reads a SQLite database at that moment.
        """
        try:
            async with self._turn():
                await self._dialect.scrub()
        except DBAPIError as error:
            raise self._dialect.fault(error.orig) from None
        except TimeoutError:
            raise self._all_busy() from None

    def room(self) -> int | None:
        """Bytes that are left on the disk; None where only the server knows."""
        return self._dialect.room()

    @property
    def one_writer(self) -> bool:
        """Whether a commit makes every other wait."""
        return self._dialect.one_writer

    async def aclose(self) -> None:
        await self._engine.dispose()

    @asynccontextmanager
    async def _turn(self, *, first: bool = False) -> AsyncIterator[None]:
        async with AsyncExitStack() as taken:
            if self._turns is not None:
                try:
                    await taken.enter_async_context(self._turns.turn(first=first))
                except builtins.TimeoutError:
                    if self.one_writer:
                        raise self._all_busy() from None
            yield

    async def scrub_if_free(self) -> None:
        """Like `scrub`, but without failing when another program reads the database."""
        try:
            await self.scrub()
        except OperatorFault:
            log.warning("traces_kept")

    def _all_busy(self) -> OperatorFault:
        return OperatorFault(f"every connection to the database is busy ({self._dialect.place})")


async def describe(address: str) -> str:
    """The PostgreSQL server at this address in a few words; changes nothing there.

    Raises `OperatorFault` when it cannot be used.
    """
    dialect = dialect_of(address, BUSY_MS)
    database = Database(dialect.engine(), dialect)
    try:
        async with database.transaction() as connection:
            version = await connection.scalar(text("SHOW server_version"))
    finally:
        await database.aclose()
    return f"{dialect.place}, version {version}"


def is_orphan(error: IntegrityError) -> bool:
    """True when the rows belong to an interview that does not exist any more."""
    state = getattr(error.orig, "sqlstate", None)
    return state == ORPHAN or (state is None and "foreign key" in str(error.orig).lower())
