"""What `greenroom doctor` says of what is sealed: providers' keys, papers and sound."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.bootstrap.conftest import fill

from greenroom.adapters.storage import open_store, unchanged_store
from greenroom.adapters.vault import new_key
from greenroom.bootstrap.doctor_result import Check
from greenroom.bootstrap.doctor_sealed import sealed
from greenroom.settings import Settings

SORTS = ("sealed keys", "sealed papers", "sealed sound")
OLD, NEW = new_key(), new_key()


def settings_of(place: Path, *keys: str) -> Settings:
    return Settings(data=place, key_encryption_key=SecretStr(",".join(keys)))


async def found(settings: Settings) -> Sequence[Check]:
    return await asyncio.to_thread(lambda: list(sealed(settings)))


async def test_what_is_sealed_opens(tmp_path: Path) -> None:
    """Each sort by its number, by today's key or by one behind it; the bytes of the database stay."""
    await fill(settings_of(tmp_path, OLD))
    before = (tmp_path / "greenroom.db").read_bytes()
    for keys in ((OLD,), (NEW, OLD)):
        there, *tried = await found(settings_of(tmp_path, *keys))
        assert (there.name, there.ok) == ("key-encryption key", True)
        assert [(check.name, check.ok, check.detail) for check in tried] == [
            ("sealed keys", True, "all 1 keys open"),
            ("sealed papers", True, "all 1 papers open"),
            ("sealed sound", True, "all 1 pieces of sound open"),
        ]
    assert (tmp_path / "greenroom.db").read_bytes() == before


async def test_what_does_not_open_is_told_by_its_sort(tmp_path: Path) -> None:
    """By a key-encryption key that sealed nothing none opens; of each sort it is said how many, what
    to do, and what is lost when that does not help."""
    await fill(settings_of(tmp_path, OLD))
    _, *tried = await found(settings_of(tmp_path, NEW))
    assert tuple(check.name for check in tried) == SORTS
    for check in tried:
        assert not check.ok
        assert check.required
        assert check.detail.startswith("1 of 1 ")
        assert "greenroom rewrap" in check.remedy
    mends = [check.remedy.split("does not help, ")[1] for check in tried]
    assert [mend.split()[0] for mend in mends] == ["have", "they", "they"]


@pytest.mark.parametrize(
    ("table", "sort"),
    [("provider_key", "sealed keys"), ("folder", "sealed papers"), ("sound", "sealed sound")],
)
async def test_one_damaged_row(tmp_path: Path, table: str, sort: str) -> None:
    """Its sort fails and the others do not, though the key that sealed it is here."""
    await fill(settings_of(tmp_path, OLD))
    with closing(sqlite3.connect(tmp_path / "greenroom.db")) as database, database:
        (kept,) = database.execute(f"SELECT sealed FROM {table}").fetchone()
        database.execute(f"UPDATE {table} SET sealed = ?", (kept[:-1] + bytes([kept[-1] ^ 1]),))
    _, *tried = await found(settings_of(tmp_path, OLD))
    assert {check.name for check in tried if not check.ok} == {sort}


async def test_nothing_is_kept_yet(tmp_path: Path) -> None:
    """Neither a database that is not there, and is not made, nor one without tables, nor an empty one
    of ours is a fault."""
    settings = settings_of(tmp_path, NEW)
    nothing = [(name, True, "none is kept") for name in SORTS]

    async def told() -> list[tuple[str, bool, str]]:
        return [(check.name, check.ok, check.detail) for check in (await found(settings))[1:]]

    assert await told() == nothing
    assert not (tmp_path / "greenroom.db").exists()
    sqlite3.connect(tmp_path / "greenroom.db").close()
    assert await told() == nothing
    store = await open_store(settings.store)
    await store.aclose()
    assert await told() == nothing


async def test_a_database_of_another_version(tmp_path: Path) -> None:
    """An older one is left as it is and not looked at, which is no fault; a newer one is."""
    await fill(settings_of(tmp_path, OLD))
    for version, required in (("0007", False), ("9999", True)):
        with closing(sqlite3.connect(tmp_path / "greenroom.db")) as database, database:
            database.execute("UPDATE alembic_version SET version_num = ?", (version,))
        _, check = await found(settings_of(tmp_path, OLD))
        assert (check.name, check.ok, check.required) == ("sealed", False, required)
        async with unchanged_store(settings_of(tmp_path).store) as store:
            assert len(await store.keys.all()) == 1


def test_a_key_encryption_key_that_is_none(tmp_path: Path) -> None:
    """It is named, and not shown; nothing is tried by it."""
    (check,) = sealed(Settings(data=tmp_path, key_encryption_key=SecretStr("canary")))
    assert not check.ok
    assert "canary" not in str(check)
