"""Stores on both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
from tests.support.databases import empty_sqlite, opened_and_closed

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.testing.postgresql import PostgresServer


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Path:
    """Where there is no database yet."""
    return tmp_path / "greenroom.db"


@pytest.fixture
def sqlite_file(sqlite_place: Path) -> Path:
    """With all tables, and nothing in them."""
    return empty_sqlite(sqlite_place)


@pytest.fixture
def postgres_place(postgres: PostgresServer) -> str:
    """An empty database. Half a second each, so only for tests of how one is opened."""
    return postgres.new_database()


@pytest.fixture(scope="session")
def shared_database(postgres: PostgresServer) -> str:
    """With all tables."""
    address = postgres.new_database()
    opened_and_closed(address)
    return address


@pytest.fixture
def emptied_place(shared_database: str) -> str:
    """The one database that most tests share, nothing in it."""
    tables = "interview, plan, provider_key, circle, meeting_lease, executor"
    with psycopg.connect(shared_database, autocommit=True) as connection:
        connection.execute(f"TRUNCATE {tables} CASCADE")
    return shared_database


@pytest.fixture(params=["sqlite_file", "emptied_place"], ids=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Path | str:
    """Where an empty store can be opened: a file, and a database of a server."""
    found: Path | str = request.getfixturevalue(request.param)
    return found


@pytest.fixture
async def store(place: Path | str) -> AsyncIterator[SqlStore]:
    opened = await open_store(place)
    yield opened
    await opened.aclose()
