"""PostgreSQL: a server that several processes share, by psycopg.

The address holds a password. It goes to the driver and nowhere else: what is said to people names
host and database alone.
"""

from __future__ import annotations

import math
from select import select
from time import monotonic
from typing import Any, Final

import psycopg
from sqlalchemy import URL, Connection, NullPool, event, make_url, text
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from greenroom.app.ports import DiskFull, OperatorFault, Unreachable

SCHEMES: Final = ("postgresql", "postgres")
CONNECTIONS: Final = 4
"""Greatest number of connections of one process: requests for pages come in bursts."""
WAIT_S: Final = 10
"""For a free connection."""
IDLE_S: Final = 10.0
"""A connection that was idle for so long is not used again, and the server closes it after twice as long. The
most recently used one is taken first, so that connections opened for a burst are closed after it."""
SPARE_AFTER_S: Final = 0.5
"""Where one connection is enough, a transaction that has waited so long for it gets a second one. Lease
renewals are gathered for 0.9 s before that, and count as unanswered after 1.5 s."""
IDLE: Final = (
    "SELECT set_config(name, '{ms}', false) FROM pg_settings WHERE name = 'idle_session_timeout'"
)
"""Servers before version 14 have none."""

LINE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "client_encoding": "utf8",
    "application_name": "greenroom",
}
"""A server that vanished without closing its connections is detected within about ten seconds."""

UNREACHABLE: Final = (
    "the database cannot be reached; check that PostgreSQL runs there and that GREENROOM_DATABASE "
    "names it"
)
HELD: Final = "another program holds the database; try again"
FULL: Final = "53100"
NO_ROOM: Final = "the database's disk is full; free some space, nothing that was confirmed is lost"
SIGNS: Final = {
    "28": "the database refuses this user or password; correct GREENROOM_DATABASE",
    "3D000": "there is no database of this name; create it, for example with createdb",
    "42501": "the database's user may not do this; make it the owner of the database",
    FULL: NO_ROOM,
    "53300": "the database takes no more connections; raise max_connections or end some program",
    "25006": "the database is read-only; name the primary server in GREENROOM_DATABASE",
    "55P03": HELD,
    "40": HELD,
    "57014": HELD,
    "57": UNREACHABLE,
    "08": UNREACHABLE,
}
"""By the beginning of the SQLSTATE."""
KINDS: Final = {NO_ROOM: DiskFull, UNREACHABLE: Unreachable}
"""Others are `OperatorFault`."""

GREETINGS: Final = {
    "too many c": "53300",
    "connection slots": "53300",
    "authentication failed": "28",
    "no password": "28",
    "pg_hba.conf": "28",
    "role ": "28",
    "does not exist": "3D000",
}
"""A refused connection has no SQLSTATE, only a message."""

LEFT: Final = "left at"
"""When a connection was used last."""
MIGRATING: Final = 0x47726E72
"""Name of the lock that a process holds while it migrates."""


class Postgresql:
    """The database at `address`, `postgresql://user:password@host:port/name`.

    Raises `OperatorFault` when it is none. `busy_ms`: how long we wait for somebody else's lock.
    `connections`: how many stay open at most; 1: a second is there while the one is held for long; 0: none
    when nothing is asked. `idle_s`: how long unused.
    """

    one_writer = False

    def __init__(
        self,
        address: str,
        busy_ms: int,
        *,
        connections: int = CONNECTIONS,
        idle_s: float = IDLE_S,
    ) -> None:
        self._url = _parsed(address)
        self._connections = connections
        self._idle_s = idle_s
        self._busy_ms = busy_ms
        self.reserve = None
        self.turn_s = SPARE_AFTER_S if connections == 1 else None
        self.place = _place(self._url)

    def engine(self) -> AsyncEngine:
        """Connects when it is first used. A connection that died while it was idle is replaced."""
        pool: dict[str, Any] = {"poolclass": NullPool}
        if self._connections:
            pool = {
                "pool_size": self._connections,
                "max_overflow": 0 if self.turn_s is None else 1,
                "pool_timeout": WAIT_S,
                "pool_use_lifo": True,
            }
        engine = create_async_engine(
            self._url,
            hide_parameters=True,
            **pool,
            connect_args={name: v for name, v in LINE.items() if name not in self._url.query},
        )
        event.listen(engine.sync_engine, "connect", self._prepare)
        event.listen(engine.sync_engine, "checkout", self._check)
        event.listen(engine.sync_engine, "checkin", _note)
        return engine

    def lock(self, connection: Connection) -> None:
        """Keep other processes from migrating until the transaction ends."""
        encoding = connection.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise OperatorFault(
                f"the database's encoding is {encoding}, which cannot hold what people say; create "
                f"it with createdb --encoding UTF8 --template template0 ({self.place})"
            )
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))

    async def scrub(self) -> None:
        """A client has nothing to do here: `docs/reference/storage.md` says what deletion means on PostgreSQL."""

    def room(self) -> int | None:
        """The server keeps some for itself and says when its disk is full."""
        return None

    def fault(self, error: BaseException | None) -> OperatorFault:
        """What a failure of the driver or the server means to the person who runs this."""
        state = getattr(error, "sqlstate", None) or ""
        if not state and isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            state = _greeting(error)
        for sign, meaning in SIGNS.items():
            if state.startswith(sign):
                return KINDS.get(meaning, OperatorFault)(f"{meaning} ({self.place})")
        return OperatorFault(f"the database failed ({type(error).__name__} {state}, {self.place})")

    def _prepare(self, connection: Any, _record: object) -> None:
        """A confirmed commit is durable, even if the server is set to less. A stricter setting of the server
        stays."""
        cursor = connection.cursor()
        cursor.execute(
            f"SELECT set_config('lock_timeout', '{self._busy_ms}ms', false), "
            "set_config('synchronous_commit', coalesce("
            "nullif(current_setting('synchronous_commit'), 'off'), 'on'), false)"
        )
        cursor.execute(IDLE.format(ms=round(2000 * self._idle_s)))
        cursor.close()
        connection.commit()

    def _check(self, connection: Any, record: Any, _proxy: object) -> None:
        """Look at the socket instead of sending a ping, which would double transactions and round trips. A
        server that closed the connection has sent its end; a good one has sent nothing. The system closes a
        connection that no packet passes any more (`LINE`)."""
        if monotonic() - record.info.get(LEFT, math.inf) > self._idle_s:
            raise DisconnectionError("the server may close it at any moment")
        socket = connection.driver_connection.fileno()
        if select((socket,), (), (), 0)[0]:
            raise DisconnectionError("the server has spoken, unasked")


def _note(_connection: object, record: Any) -> None:
    record.info[LEFT] = monotonic()


def _parsed(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None  # the error may quote the password
    if url is None or url.drivername not in SCHEMES or not url.database:
        raise OperatorFault(
            "GREENROOM_DATABASE is no address of a PostgreSQL database; write it like "
            "postgresql://user:password@host:5432/greenroom"
        )
    return url.set(drivername="postgresql+psycopg")


def _place(url: URL) -> str:
    host = url.host or url.query.get("host") or "local socket"
    return f"PostgreSQL at {host}{f':{url.port}' if url.port else ''}, database {url.database}"


def _greeting(error: psycopg.Error) -> str:
    said = str(error).lower()
    return next((state for sign, state in GREETINGS.items() if sign in said), "08")
