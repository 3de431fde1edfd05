"""PostgreSQL: lost connections, what failures say, durability, and what a deletion leaves."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import psycopg
import pytest
from sqlalchemy import text

from greenroom.adapters.storage import SqlStore, describe, open_store
from greenroom.adapters.storage.database import BUSY_MS, Database
from greenroom.adapters.storage.postgresql import Postgresql
from greenroom.app.ports import OperatorFault
from greenroom.testing import interview_row
from greenroom.testing.postgresql import PostgresServer

MARKER = "MARKER-7f3a-quetzal"
WAITING = (
    "SELECT pid FROM pg_stat_activity WHERE datname = '{name}' AND wait_event_type = 'Lock' "
    "AND query LIKE '%entry%'"
)


@pytest.fixture
async def store(emptied_place: str) -> AsyncIterator[SqlStore]:
    opened = await open_store(emptied_place)
    await opened.interviews.create(interview_row("a"))
    yield opened
    await opened.aclose()


def name_of(place: str) -> str:
    return urlsplit(place).path.strip("/")


async def waiting(postgres: PostgresServer, place: str, but: str = "") -> str:
    """The server's process that waits for the table of lines; another one than `but`."""
    ask = WAITING.format(name=name_of(place))
    async with asyncio.timeout(60):
        while (pid := await asyncio.to_thread(postgres.sql, ask)) in ("", but):
            pass
    return pid


class Held:
    """Somebody else's lock on a table, as long as the block lasts."""

    def __init__(self, place: str, table: str) -> None:
        self._connection = psycopg.AsyncConnection.connect(place)
        self._table = table

    async def __aenter__(self) -> None:
        self._open = await self._connection
        await self._open.execute(f"LOCK TABLE {self._table} IN ACCESS EXCLUSIVE MODE".encode())

    async def __aexit__(self, *_: object) -> None:
        await self._open.close()


async def test_a_connection_lost_in_the_middle(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """A connection that dies while a line is written is not noticed: the line is asked for again, and
    there once."""
    journal = store.interviews.journal("a")
    await journal.append("first")
    async with Held(emptied_place, "entry"):
        writing = asyncio.create_task(journal.append("lost"))
        pid = await waiting(postgres, emptied_place)
        postgres.sql(f"SELECT pg_terminate_backend({pid})")
        await waiting(postgres, emptied_place, but=pid)
    await writing
    await journal.append("second")
    assert list(await store.interviews.journal_lines("a")) == ["first", "lost", "second"]


async def test_an_append_that_is_cancelled(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """A line whose writing is cancelled is not there, and the store is as good as before."""
    journal = store.interviews.journal("a")
    await journal.append("first")
    async with Held(emptied_place, "entry"):
        writing = asyncio.create_task(journal.append("cancelled"))
        await waiting(postgres, emptied_place)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing
    await journal.append("second")
    assert list(await store.interviews.journal_lines("a")) == ["first", "second"]


async def test_connections_that_died_while_idle(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """A server that cut every connection, but is there, is not noticed."""
    await asyncio.gather(*(store.interviews.find("a") for _ in range(4)))
    cut = postgres.sql(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        f"WHERE datname = '{name_of(emptied_place)}'"
    )
    assert int(cut) >= 1
    await store.interviews.journal("a").append("one")


async def pids(database: Database, at_once: int) -> set[int]:
    """The server's processes that so many transactions at once are answered by."""
    async with AsyncExitStack() as opened:
        asked = [await opened.enter_async_context(database.transaction()) for _ in range(at_once)]
        return {await one.scalar(text("SELECT pg_backend_pid()")) for one in asked}


async def test_what_a_burst_has_opened_is_closed_when_it_is_over(postgres_place: str) -> None:
    """One after the other goes over the connection that was used last; the server closes the others, and what
    it may close at any moment is not used."""
    dialect = Postgresql(postgres_place, BUSY_MS)
    database = Database(dialect.engine(), dialect)
    assert len(await pids(database, 3)) == 3
    last = await pids(database, 1)
    assert [await pids(database, 1) for _ in range(4)] == [last] * 4
    async with database.transaction() as connection:
        assert await connection.scalar(text("SHOW idle_session_timeout")) == "20s"
    await database.aclose()
    forgetful = Postgresql(postgres_place, BUSY_MS, idle_s=0.0)
    database = Database(forgetful.engine(), forgetful)
    assert await pids(database, 1) != await pids(database, 1)
    await database.aclose()


@pytest.mark.parametrize(("servers", "ours"), [("off", "on"), ("remote_apply", "remote_apply")])
async def test_a_commit_waits_for_the_disk(
    postgres: PostgresServer, emptied_place: str, servers: str, ours: str
) -> None:
    """A server that confirms before it has written is told not to; a stricter one is left alone."""
    name = name_of(emptied_place)
    postgres.sql(f"ALTER DATABASE {name} SET synchronous_commit = {servers}")
    try:
        database = await Database.open(emptied_place)
        async with database.transaction() as connection:
            assert await connection.scalar(text("SHOW synchronous_commit")) == ours
        await database.aclose()
    finally:
        postgres.sql(f"ALTER DATABASE {name} RESET synchronous_commit")


async def test_a_held_database_is_said(emptied_place: str) -> None:
    """Somebody else's lock is waited for, not for ever."""
    store = SqlStore(await Database.open(emptied_place, busy_ms=50))
    async with Held(emptied_place, "interview"):
        with pytest.raises(OperatorFault, match="another program holds"):
            await store.interviews.create(interview_row("b"))
    await store.interviews.create(interview_row("b"))
    await store.aclose()


def without(place: str, part: str) -> str:
    """The address with something wrong in it."""
    parts = urlsplit(place)
    user, _, rest = parts.netloc.partition(":")
    password, _, host = rest.partition("@")
    wrong = {
        "user": f"nobody:{password}@{host}",
        "password": f"{user}:not-{password}@{host}",
        "port": f"{user}:{password}@127.0.0.1:1",
        "host": f"{user}:{password}@localhost.invalid:5432",
    }
    netloc = wrong.get(part, parts.netloc)
    path = "/nothing_here" if part == "database" else parts.path
    query = {
        "option": "?no_such_option=1",
        "readonly": "?options=-c%20default_transaction_read_only%3Don",
    }
    return f"postgres://{netloc}{path}{query.get(part, '')}"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("user", "refuses this user or password"),
        ("password", "refuses this user or password"),
        ("database", "no database of this name"),
        ("port", "cannot be reached"),
        ("option", "the database failed"),
        ("readonly", "read-only"),
    ],
)
async def test_what_is_wrong_is_said_without_the_password(
    postgres: PostgresServer,
    postgres_place: str,
    caplog: pytest.LogCaptureFixture,
    wrong: str,
    said: str,
) -> None:
    """Each failure names host, database and remedy; the password is in no error and no log (Sec)."""
    with caplog.at_level(logging.DEBUG), pytest.raises(OperatorFault, match=said) as caught:
        await open_store(without(postgres_place, wrong))
    told = "".join(traceback.format_exception(caught.value)) + caplog.text
    assert postgres.password not in told
    assert "PostgreSQL at 127.0.0.1" in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:se-cret@host:port/name",
        "postgresql://me:se-cret@host",
        "mysql://me:se-cret@host/name",
        "me:se-cret@host/name",
    ],
)
async def test_an_address_that_is_none(address: str) -> None:
    """What is no address of a PostgreSQL database is refused, and not quoted."""
    with pytest.raises(OperatorFault, match="postgresql://user:password@host") as caught:
        await open_store(address)
    assert "se-cret" not in "".join(traceback.format_exception(caught.value))


async def test_a_user_without_rights(postgres: PostgresServer, postgres_place: str) -> None:
    """A user who may not make tables, or not connect once more, is told what to do."""
    postgres.sql(f"CREATE ROLE plain LOGIN PASSWORD '{postgres.password}'")
    plain = postgres_place.replace("greenroom:", "plain:", 1)
    try:
        with pytest.raises(OperatorFault, match="make it the owner"):
            await open_store(plain)
        postgres.sql("ALTER ROLE plain CONNECTION LIMIT 0")
        with pytest.raises(OperatorFault, match="takes no more connections"):
            await open_store(plain)
    finally:
        postgres.sql("DROP ROLE plain")


async def test_a_database_of_another_encoding(postgres: PostgresServer) -> None:
    """A database that cannot hold every script is refused before anything is written."""
    postgres.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
    with pytest.raises(OperatorFault, match=r"LATIN1.*--encoding UTF8"):
        await open_store(postgres.address("latin"))


def test_a_full_disk_is_said() -> None:
    """The server's word for a full disk becomes the same sentence as for SQLite."""
    fault = Postgresql("postgresql://host/greenroom", BUSY_MS).fault(psycopg.errors.DiskFull())
    assert "disk is full; free some space, nothing that was confirmed is lost" in str(fault)


async def test_faults_quote_no_values(store: SqlStore) -> None:
    """What the server says about a statement may quote its values; we do not (Sec)."""
    with pytest.raises(OperatorFault) as caught:
        await store.interviews.create(interview_row(f"{MARKER} " * 10))
    assert MARKER not in "".join(traceback.format_exception(caught.value))


async def test_describe(postgres: PostgresServer, postgres_place: str) -> None:
    """`greenroom doctor` tells host, database and version, without the password and without a
    table made."""
    told = await describe(postgres_place)
    assert f"database {name_of(postgres_place)}, version 1" in told
    assert postgres.password not in told
    count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert postgres.sql(count, name_of(postgres_place)) == "0"


async def test_lines_of_many_interviews_are_committed_together(store: SqlStore) -> None:
    """Those that come while one commit is under way: twenty at once are two transactions."""
    names = [f"together-{number}" for number in range(20)]
    for name in names:
        await store.interviews.create(interview_row(name))
    journals = [store.interviews.journal(name) for name in names]
    for line in ("first", "second"):
        await asyncio.gather(*(journal.append(line) for journal in journals))
    async with store.database.transaction() as connection:
        asked = text("SELECT count(*), count(DISTINCT xmin::text) FROM entry WHERE line = 'second'")
        lines, commits = (await connection.execute(asked)).one()
    assert lines == len(names)
    assert commits <= 2


def held_by(place: str) -> str:
    """A question: how many connections the server has of ours to this database."""
    return (
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'greenroom' "
        f"AND datname = '{name_of(place)}'"
    )


async def test_one_connection_is_enough(postgres: PostgresServer, postgres_place: str) -> None:
    """Those who come at once take turns at it. While it is held for long, others have a second one; of the two
    one stays."""
    dialect = Postgresql(postgres_place, BUSY_MS, connections=1)
    database = Database(dialect.engine(), dialect)
    asked = await asyncio.gather(*(pids(database, 1) for _ in range(8)))
    (first,) = set.union(*asked)
    async with database.transaction():
        assert await pids(database, 1) != {first}
    async with asyncio.timeout(30):
        while postgres.sql(held_by(postgres_place)) != "1":  # noqa: ASYNC110 - only the server knows
            await asyncio.sleep(0)
    await database.aclose()


async def test_a_line_that_waits_keeps_no_lease_from_being_renewed(emptied_place: str) -> None:
    """Over the one connection of a worker, too."""
    store = await open_store(emptied_place, connections=1)
    await store.interviews.create(interview_row("a"))
    assert await store.leases.take("a", "J", 60_000)
    async with Held(emptied_place, "entry"):
        writing = asyncio.create_task(store.interviews.journal("a").append("late"))
        assert await asyncio.wait_for(store.leases.renew("a", "J", 60_000), BUSY_MS / 2_000)
        assert not writing.done()
    await writing
    await store.aclose()


async def test_a_store_that_keeps_no_connection(
    emptied_place: str, postgres: PostgresServer
) -> None:
    """What a job asks now and then costs a connection for that moment alone."""
    store = await open_store(emptied_place, connections=0)
    await store.interviews.create(interview_row("moment"))
    assert await store.interviews.find("moment") is not None
    async with asyncio.timeout(30):
        while postgres.sql(held_by(emptied_place)) != "0":  # noqa: ASYNC110 - only the server knows that it has closed it
            await asyncio.sleep(0)
    await store.aclose()


def traces(postgres: PostgresServer) -> int:
    """How often the marker stands in the files of tables."""
    files = [path for path in (postgres.data / "base").rglob("*") if path.is_file()]
    return sum(path.read_bytes().count(MARKER.encode()) for path in files)


async def test_what_a_deletion_leaves(
    store: SqlStore, postgres: PostgresServer, emptied_place: str
) -> None:
    """As docs/reference/storage.md says: no query finds what was deleted, the files of the tables hold it
    until they are written anew."""
    name = name_of(emptied_place)
    deleted, stays = store.interviews.journal("a"), store.interviews.journal("b")
    await store.interviews.create(interview_row("b"))
    for i in range(50):
        await deleted.append(f"{MARKER} {i}")
        await stays.append("other")
    await store.interviews.delete("a")
    async with store.database.transaction() as connection:
        found = await connection.scalars(text("SELECT line FROM entry"))
        assert set(found) == {"other"}
    postgres.sql("CHECKPOINT")
    assert traces(postgres) > 0
    postgres.sql("VACUUM FULL entry", name)
    postgres.sql("CHECKPOINT")
    assert traces(postgres) == 0
