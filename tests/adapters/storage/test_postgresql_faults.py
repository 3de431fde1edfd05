"""What failures of PostgreSQL say: host, database and remedy, and no password and no values."""

from __future__ import annotations

import logging
import traceback
from urllib.parse import urlsplit

import psycopg
import pytest
from tests.adapters.storage.postgres_store import Held, name_of, store

from greenroom.adapters.storage import SqlStore, describe, open_store
from greenroom.adapters.storage.database import BUSY_MS, Database
from greenroom.adapters.storage.postgresql import Postgresql
from greenroom.app.ports import OperatorFault
from greenroom.testing import interview_row
from greenroom.testing.postgresql import PostgresServer

__all__ = ["store"]


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
    marker = "MARKER-7f3a-quetzal"
    with pytest.raises(OperatorFault) as caught:
        await store.interviews.create(interview_row(f"{marker} " * 10))
    assert marker not in "".join(traceback.format_exception(caught.value))


async def test_describe(postgres: PostgresServer, postgres_place: str) -> None:
    """`greenroom doctor` tells host, database and version, without the password and without a
    table made."""
    told = await describe(postgres_place)
    assert f"database {name_of(postgres_place)}, version 1" in told
    assert postgres.password not in told
    count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert postgres.sql(count, name_of(postgres_place)) == "0"
