"""SQLite: durability, erasure, and what its failures say."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.sound import SqlSounds
from greenroom.adapters.storage.sqlite import Sqlite
from greenroom.app.ports import OperatorFault
from greenroom.testing import interview_row
from greenroom.testing.sound import sealed_sound

MARKER = "MARKER-7f3a-quetzal"


@pytest.fixture
async def store(sqlite_file: Path) -> AsyncIterator[SqlStore]:
    opened = await open_store(sqlite_file)
    yield opened
    await opened.aclose()


def traces(directory: Path, marker: str = MARKER) -> dict[str, int]:
    """How often the marker stands in each file of the directory."""
    found = {p.name: p.read_bytes().count(marker.encode()) for p in directory.iterdir()}
    return {name: times for name, times in found.items() if times}


async def test_erasing_leaves_no_trace(store: SqlStore, tmp_path: Path) -> None:
    """After a deletion no byte of name, plan or journal is in database or log (P1)."""
    row = interview_row("gone", plan_toml=MARKER, candidate={"name": f"{MARKER} " * 500})
    await store.interviews.create(row)
    await store.interviews.create(interview_row("stays"))
    journal = store.interviews.journal("gone")
    for i in range(200):
        await journal.append(f'{{"seq": {i}, "text": "{MARKER} {"long " * i}"}}')
    assert traces(tmp_path), "the marker must be there before, or this test proves nothing"
    await store.interviews.delete("gone")
    assert traces(tmp_path) == {}
    assert await store.interviews.find("stays") is not None


async def test_erasing_says_when_a_reader_keeps_traces(tmp_path: Path) -> None:
    """A log that another program pins cannot be emptied: that is said, keeps nobody from opening the
    database, and is mended by a later opening."""
    database = await Database.open(tmp_path / "greenroom.db", busy_ms=50)
    store = SqlStore(database)
    await store.interviews.create(interview_row("gone", candidate={"name": MARKER}))
    with closing(sqlite3.connect(tmp_path / "greenroom.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM interview").fetchone()
        with pytest.raises(OperatorFault, match="greenroom purge"):
            await store.interviews.delete("gone")
        assert await store.interviews.find("gone") is None
        assert traces(tmp_path)
        other = SqlStore(await Database.open(tmp_path / "greenroom.db", busy_ms=50))
        await other.aclose()
        reader.execute("ROLLBACK")
    await store.aclose()
    await (await open_store(tmp_path / "greenroom.db")).aclose()
    assert traces(tmp_path) == {}


KILLED = """
import asyncio, pathlib, sys
from greenroom.adapters.storage import open_store

async def main():
    store = await open_store(pathlib.Path(sys.argv[1]))
    journal = store.interviews.journal("a")
    for i in range(10_000):
        await journal.append(f"line {i}")
        print(i, flush=True)

asyncio.run(main())
"""


async def test_a_confirmed_line_survives_kill_9(tmp_path: Path) -> None:
    """Every line whose append returned is there after the process was killed, without a gap (F15)."""
    path = tmp_path / "greenroom.db"
    store = await open_store(path)
    await store.interviews.create(interview_row("a"))
    await store.aclose()
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED, str(path), stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    for _ in range(40):
        await writer.stdout.readline()
    writer.kill()
    rest = (await writer.stdout.read()).split(b"\n")[:-1]
    await writer.wait()
    confirmed = 40 + len(rest)
    store = await open_store(path)
    lines = await store.interviews.journal_lines("a")
    await store.aclose()
    assert confirmed <= len(lines) <= confirmed + 1
    assert list(lines) == [f"line {i}" for i in range(len(lines))]


async def test_settings_that_durability_and_erasure_need(store: SqlStore) -> None:
    """Each connection has the log, the fsync, the overwriting and the keys that we rely on."""
    expected = {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1, "foreign_keys": 1}
    async with store.database.transaction() as connection:
        found = {name: await connection.scalar(text(f"PRAGMA {name}")) for name in expected}
    assert found == expected


def commits(log: bytes) -> int:
    """Commit frames of a write-ahead log (https://www.sqlite.org/fileformat2.html#walformat)."""
    page, head, frame = int.from_bytes(log[8:12]), 32, 24
    places = range(head, len(log), frame + page)
    return sum(int.from_bytes(log[at + 4 : at + 8]) != 0 for at in places)


async def test_lines_that_wait_together_are_committed_together(
    store: SqlStore, tmp_path: Path
) -> None:
    """Twenty interviews that write at once wait for a few commits, not for twenty (group commit)."""
    names = [f"i{number}" for number in range(20)]
    journals = [store.interviews.journal(name) for name in names]
    for name, journal in zip(names, journals, strict=True):
        await store.interviews.create(interview_row(name))
        await journal.append("first")
    await store.database.scrub()
    await asyncio.gather(*(journal.append("second") for journal in journals))
    assert 1 <= commits((tmp_path / "greenroom.db-wal").read_bytes()) <= 3
    for name in names:
        assert list(await store.interviews.journal_lines(name)) == ["first", "second"]


async def test_lines_that_are_cancelled(store: SqlStore, tmp_path: Path) -> None:
    """One that waits while another program writes is not there, nor is one that waits behind it; who comes
    after them is written, and both journals go on."""
    journals = {name: store.interviews.journal(name) for name in "abc"}
    for name, journal in journals.items():
        await store.interviews.create(interview_row(name))
        await journal.append("first")
    with closing(sqlite3.connect(tmp_path / "greenroom.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first = asyncio.ensure_future(journals["a"].append("cancelled"))
        await asyncio.sleep(0)  # until it has asked for the database
        behind = [asyncio.ensure_future(journals[name].append("second")) for name in "bc"]
        await asyncio.sleep(0)
        first.cancel()
        behind[0].cancel()
        told = await asyncio.gather(first, behind[0], return_exceptions=True)
        assert [type(error) for error in told] == [asyncio.CancelledError] * 2
        other.execute("ROLLBACK")
    await behind[1]
    for name in "ab":
        await journals[name].append("third")
        assert list(await store.interviews.journal_lines(name)) == ["first", "third"]
    assert list(await store.interviews.journal_lines("c")) == ["first", "second"]


async def test_a_full_disk_is_said_and_loses_nothing(store: SqlStore) -> None:
    """When the disk is full the line is refused in plain words; what was confirmed stays."""
    await store.interviews.create(interview_row("a"))
    journal = store.interviews.journal("a")
    await journal.append("first")
    async with store.database.transaction() as connection:
        pages = await connection.scalar(text("PRAGMA page_count"))
        await connection.execute(text(f"PRAGMA max_page_count={pages}"))
    with pytest.raises(OperatorFault, match="disk is full"):
        await journal.append("x" * 100_000)
    async with store.database.transaction() as connection:
        await connection.execute(text("PRAGMA max_page_count=100000"))
    await journal.append("second")
    assert list(await store.interviews.journal_lines("a")) == ["first", "second"]


async def test_a_locked_database_is_said(tmp_path: Path) -> None:
    """A database that somebody else holds is no riddle."""
    store = SqlStore(await Database.open(tmp_path / "greenroom.db", busy_ms=50))
    with closing(sqlite3.connect(tmp_path / "greenroom.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperatorFault, match="another program holds"):
            await store.interviews.create(interview_row("a"))
        other.execute("ROLLBACK")
    await store.aclose()


async def test_a_read_only_database_is_said(store: SqlStore) -> None:
    """Writing where nothing may be written says what to do."""
    async with store.database.transaction() as connection:
        await connection.execute(text("PRAGMA query_only=ON"))
    with pytest.raises(OperatorFault, match="read-only"):
        await store.interviews.create(interview_row("a", candidate={"name": MARKER}))


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"no database at all, " * 100, "no Greenroom database"), (None, "opened")],
)
async def test_a_file_that_is_no_database(tmp_path: Path, content: bytes | None, said: str) -> None:
    """A foreign file, or a directory in its place, is refused in one sentence and left alone."""
    path = tmp_path / "greenroom.db"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(OperatorFault, match=said):
        await open_store(path)
    assert content is None or path.read_bytes() == content


async def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    """What a later version has written is not touched, and said."""
    path = tmp_path / "greenroom.db"
    await (await open_store(path)).aclose()
    with closing(sqlite3.connect(path)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(OperatorFault, match="newer Greenroom"):
        await open_store(path)
    assert path.read_bytes() == before


async def test_a_connection_that_others_hold_for_too_long(tmp_path: Path) -> None:
    """Whoever waits for it in vain is told what is wrong."""
    dialect = Sqlite(tmp_path / "held.db", busy_ms=100)
    dialect.turn_s = 0.01
    database = Database(dialect.engine(), dialect)
    async with database.transaction():
        with pytest.raises(OperatorFault, match="connection to the database is busy"):
            await database.scrub()
        with pytest.raises(OperatorFault, match="connection to the database is busy"):
            async with database.transaction():
                pass
    await database.aclose()


async def test_faults_quote_no_values(store: SqlStore) -> None:
    """The database's own message holds the statement and its values; ours does not (Sec)."""
    async with store.database.transaction() as connection:
        await connection.execute(text("DROP TABLE entry"))
    with pytest.raises(OperatorFault) as caught:
        await store.interviews.journal("a").append(MARKER)
    assert MARKER not in str(caught.value)
    assert caught.value.__cause__ is None


async def test_sound_leaves_room_for_what_matters(store: SqlStore) -> None:
    """On a disk that is nearly full no sound is kept; the journal still is."""
    await store.interviews.create(interview_row("a", sound=True))
    free = store.database.room()
    assert free is not None
    sounds = SqlSounds(store.database, room_left=2 * free)
    with pytest.raises(OperatorFault, match="not for sound"):
        await sounds.append(sealed_sound("a"))
    assert await store.sounds.spans("a") == []
    await store.interviews.journal("a").append("first")


async def test_sound_on_a_full_disk_is_refused(store: SqlStore) -> None:
    """Everybody whose sound the disk did not take is told so; later sound is kept."""
    for name in ("a", "b"):
        await store.interviews.create(interview_row(name, sound=True))
    async with store.database.transaction() as connection:
        pages = await connection.scalar(text("PRAGMA page_count"))
        await connection.execute(text(f"PRAGMA max_page_count={pages}"))
    told = await asyncio.gather(
        *(store.sounds.append(sealed_sound(name, sealed=bytes(100_000))) for name in "ab"),
        return_exceptions=True,
    )
    assert all(isinstance(one, OperatorFault) and "disk is full" in str(one) for one in told)
    async with store.database.transaction() as connection:
        await connection.execute(text("PRAGMA max_page_count=100000"))
    await store.sounds.append(sealed_sound("a"))
    assert await store.sounds.spans("a") == [(0, 1_000)]
    assert await store.sounds.spans("b") == []
