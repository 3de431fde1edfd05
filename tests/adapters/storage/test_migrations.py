"""Bringing a database up to date, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from greenroom.adapters.storage import SchemaState, open_store
from greenroom.adapters.storage.database import BUSY_MS, Database
from greenroom.adapters.storage.migrating import migrate
from greenroom.adapters.storage.postgresql import Postgresql
from greenroom.adapters.storage.sqlite import Sqlite
from greenroom.adapters.storage.tables import metadata
from greenroom.app.ports import Amount, OperatorFault
from greenroom.testing import interview_row


@pytest.fixture(params=["sqlite_place", "postgres_place"], ids=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Path | str:
    """A database that nothing was ever written to."""
    found: Path | str = request.getfixturevalue(request.param)
    return found


async def test_opening_again_changes_nothing(place: Path | str) -> None:
    """Migrations are applied once; a second opening finds everything as it was."""
    for expected in (0, 1):
        store = await open_store(place)
        assert len(await store.interviews.of_owner("owner-1")) == expected
        if not expected:
            await store.interviews.create(interview_row("a"))
        await store.aclose()


async def test_migrations_build_the_tables_that_the_code_uses(place: Path | str) -> None:
    """The migrated database differs in nothing from `tables`."""

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, metadata))

    database = await Database.open(place)
    async with database.transaction() as connection:
        assert await connection.run_sync(differences) == []
    await database.aclose()


async def test_interviews_of_the_first_version_stay(place: Path | str) -> None:
    """What the first released tables held is there after the migration, as embedded interviews."""
    dialect = Sqlite(place, BUSY_MS) if isinstance(place, Path) else Postgresql(place, BUSY_MS)
    first = Database(dialect.engine(), dialect)
    async with first.transaction() as connection:
        await connection.run_sync(migrate, dialect.lock, "0001")
        await connection.execute(
            text(
                "INSERT INTO interview VALUES ('a', 'owner-1', 'two-stage', 'id = \"two-stage\"', "
                """'{"name": "Ada"}', '2026-01-02T10:00:00Z', 'created', NULL, NULL, NULL, '')"""
            )
        )
        await connection.execute(text("INSERT INTO entry VALUES ('a', 0, 'one')"))
    await first.aclose()
    store = await open_store(place)
    assert await store.interviews.find("a") == interview_row("a")
    assert list(await store.interviews.journal_lines("a")) == ["one"]
    await store.aclose()


async def test_what_was_used_before_stays(place: Path | str) -> None:
    """Usage of an older version is there after the migration, and belongs to its interview."""
    dialect = Sqlite(place, BUSY_MS) if isinstance(place, Path) else Postgresql(place, BUSY_MS)
    older = Database(dialect.engine(), dialect)
    async with older.transaction() as connection:
        await connection.run_sync(migrate, dialect.lock, "0003")
        await connection.execute(
            text(
                "INSERT INTO interview (id, owner, plan_id, plan_toml, candidate, created_at, status, "
                "capability_hash) VALUES ('a', 'owner-1', '', '', '{}', '', 'created', '')"
            )
        )
        await connection.execute(
            text(
                "INSERT INTO usage (id, interview_id, owner, at_ms, settled, tokens_in, tokens_out, "
                "characters, seconds, micros) VALUES ('u', 'a', 'owner-1', 0, false, 7, 0, 0, 0, 0)"
            )
        )
    await older.aclose()
    store = await open_store(place)
    assert await store.usage.spent(interview_id="a") == Amount(tokens_in=7)
    await store.interviews.delete("a")
    await store.usage.settle("u", Amount(tokens_in=5))
    assert await store.usage.spent(owner="owner-1") == Amount(tokens_in=5)
    await store.aclose()


async def test_many_open_a_new_database_at_once(place: Path | str) -> None:
    """Of a server and its workers that begin together one migrates and all can work."""
    stores = await asyncio.gather(*(open_store(place) for _ in range(4)))
    for number, store in enumerate(stores):
        await store.interviews.create(interview_row(f"int-{number}"))
    assert len(await stores[0].interviews.of_owner("owner-1")) == 4
    for store in stores:
        await store.aclose()


def test_many_processes_make_one_new_file(tmp_path: Path) -> None:
    """Whoever comes while another turns on the write-ahead log waits for it."""
    for number in range(60):
        files = [Sqlite(tmp_path / f"{number}.db", 5_000) for _ in range(6)]
        together = Barrier(len(files))

        def make_ready(file: Sqlite, together: Barrier = together) -> None:
            together.wait()
            file.engine()

        with ThreadPoolExecutor(len(files)) as pool:
            list(pool.map(make_ready, files))


async def test_a_database_of_a_newer_program_is_refused(place: Path | str) -> None:
    """A database that was migrated further than this program knows is left alone."""
    database = await Database.open(place)
    async with database.transaction() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.aclose()
    with pytest.raises(OperatorFault, match="newer Greenroom"):
        await open_store(place)


async def migrated_further(place: Path | str, oldest: str) -> None:
    """As the release after this one leaves the database: a column and a table more, and for whom it still is."""
    database = await Database.open(place)
    async with database.transaction() as connection:
        await connection.execute(text("ALTER TABLE interview ADD COLUMN added VARCHAR(8)"))
        await connection.execute(text("CREATE TABLE added (id VARCHAR(40) PRIMARY KEY)"))
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await connection.execute(
            text(f"UPDATE reach SET revision = '9999', oldest = '{oldest}'")  # a test's own value
        )
    await database.aclose()


async def test_two_releases_work_beside_each_other(place: Path | str) -> None:
    """The newer release has added to the database, which this one has open: this one goes on reading and writing,
    and is opened again, and changes nothing of what the newer one wrote down."""
    before = await open_store(place)
    await before.interviews.create(interview_row("a"))
    await migrated_further(place, "0015")
    await before.interviews.create(interview_row("b"))
    after = await open_store(place)
    assert await after.database.schema_state() is SchemaState.NEWER
    await after.interviews.create(interview_row("c"))
    assert {row.id for row in await before.interviews.of_owner("owner-1")} == {"a", "b", "c"}
    async with after.database.transaction() as connection:
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    for store in (before, after):
        await store.aclose()


async def test_a_database_that_has_lost_what_we_need_is_refused(place: Path | str) -> None:
    """A newer release whose last step did more than add serves only programs that know that step."""
    await (await open_store(place)).aclose()
    await migrated_further(place, "9998")
    with pytest.raises(OperatorFault, match="newer Greenroom"):
        await open_store(place)


async def test_each_migration_says_how_far_it_reaches(place: Path | str) -> None:
    """The programs that a new database serves are those that know the last step that did more than add."""
    store = await open_store(place)
    async with store.database.transaction() as connection:
        found = (await connection.execute(text("SELECT revision, oldest FROM reach"))).all()
        (applied,) = (
            await connection.execute(text("SELECT version_num FROM alembic_version"))
        ).one()
    await store.aclose()
    assert [tuple(row) for row in found] == [(applied, "0015")]
