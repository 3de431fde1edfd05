"""What SQLite and PostgreSQL do differently, and which of them a place names."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from greenroom.adapters.storage.disk_reserve import DiskReserve
from greenroom.adapters.storage.sqlite import Sqlite
from greenroom.adapters.storage.threaded import ThreadedEngine
from greenroom.app.ports import OperatorFault

LACKING: Final = (
    "GREENROOM_DATABASE names a PostgreSQL database, and the library for it is not installed: "
    "pip install 'greenroom[postgres]'"
)
Engine = AsyncEngine | ThreadedEngine


class Dialect(Protocol):
    """Everything that SQLite and PostgreSQL do differently."""

    @property
    def place(self) -> str:
        """Where it is, for people; holds no password."""
        ...

    @property
    def one_writer(self) -> bool:
        """Whether a commit makes every other wait."""
        ...

    @property
    def turn_s(self) -> float | None:
        """Where one connection is for all: seconds that a transaction waits for it. Then it fails where there is
        `one_writer`, and has another one elsewhere. None: there are several."""
        ...

    @property
    def reserve(self) -> DiskReserve | None:
        """Disk space held in reserve. None where the disk belongs to a database server."""
        ...

    def engine(self) -> Engine: ...
    def lock(self, connection: Connection) -> None: ...
    async def scrub(self) -> None: ...
    def room(self) -> int | None: ...
    def fault(self, error: BaseException | None) -> OperatorFault: ...


def dialect_of(where: Path | str, busy_ms: int, *, connections: int | None = None) -> Dialect:
    """That of the SQLite file at a path, or of the PostgreSQL database at an address."""
    if isinstance(where, Path):
        return Sqlite(where, busy_ms)
    try:
        from greenroom.adapters.storage.postgresql import Postgresql
    except ModuleNotFoundError:
        raise OperatorFault(LACKING) from None
    if connections is None:
        return Postgresql(where, busy_ms)
    return Postgresql(where, busy_ms, connections=connections)
