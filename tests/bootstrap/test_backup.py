"""Backups: taken while it runs, restored elsewhere, and nobody comes back who was erased (O8)."""

from __future__ import annotations

import asyncio
import io
import tarfile
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from greenroom.adapters.storage import open_store
from greenroom.app.ports import UserFault
from greenroom.bootstrap import backup, restore, upgrade
from greenroom.testing import interview_row, sealed_key
from greenroom.testing.postgresql import PostgresServer, postgres_server

T = TypeVar("T")
LINES = ['{"kind": "one"}', '{"kind": "two", "text": "canary-5d1c"}']


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def machines(
    request: pytest.FixtureRequest, tmp_path: Path
) -> tuple[dict[str, str], dict[str, str]]:
    """The settings of a machine with data, and of an empty one."""
    names = ("old", "new")
    settings = [{"GREENROOM_DATA": str(tmp_path / name)} for name in names]
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        for one in settings:
            one["GREENROOM_DATABASE"] = server.new_database()
    (tmp_path / "old").mkdir()
    return settings[0], settings[1]


def where(machine: dict[str, str]) -> Path | str:
    return machine.get("GREENROOM_DATABASE") or Path(machine["GREENROOM_DATA"], "greenroom.db")


def data(machine: dict[str, str]) -> Path:
    return Path(machine["GREENROOM_DATA"])


def ledger(machine: dict[str, str]) -> Path:
    return Path(machine["GREENROOM_DATA"], "erased.txt")


class Greenroom:
    """The commands in this process, each with a machine's settings."""

    def __init__(self, patch: pytest.MonkeyPatch, printed: pytest.CaptureFixture[str]) -> None:
        self._patch, self._printed = patch, printed

    def __call__(self, machine: dict[str, str], run: Callable[[], int]) -> str:
        """What a command printed; it must succeed."""
        self._patch.delenv("GREENROOM_DATABASE", raising=False)
        for name, value in machine.items():
            self._patch.setenv(name, value)
        assert run() == 0
        return self._printed.readouterr().out

    def backup(self, machine: dict[str, str], file: Path, *, secrets: bool = True) -> str:
        return self(machine, lambda: backup.main(file, secrets=secrets))

    def restore(self, machine: dict[str, str], file: Path, *erased: Path) -> str:
        return self(machine, lambda: restore.main(file, list(erased)))

    def check(self, machine: dict[str, str], *, as_json: bool = False) -> str:
        return self(machine, lambda: upgrade.main(check=True, as_json=as_json))


@pytest.fixture
def greenroom(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Greenroom:
    return Greenroom(monkeypatch, capsys)


def done(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


async def fill(machine: dict[str, str], *names: str) -> None:
    store = await open_store(where(machine), ledger(machine))
    for name in names:
        await store.interviews.create(interview_row(name))
        for line in LINES:
            await store.interviews.journal(name).append(line)
    await store.aclose()


async def kept(machine: dict[str, str]) -> dict[str, list[str]]:
    store = await open_store(where(machine), ledger(machine))
    rows = await store.interviews.expired("9999")
    found = {row.id: list(await store.interviews.journal_lines(row.id)) for row in rows}
    await store.aclose()
    return found


Machines = tuple[dict[str, str], dict[str, str]]


async def erase(machine: dict[str, str], name: str) -> None:
    store = await open_store(where(machine), ledger(machine))
    await store.interviews.delete(name)
    await store.aclose()


def test_a_backup_restored_elsewhere_is_the_same(
    machines: Machines, tmp_path: Path, greenroom: Greenroom
) -> None:
    """Every line of every journal, and the secrets that open what is sealed and signed."""
    old, new = machines
    done(fill(old, "int_1", "int_2"))
    (data(old) / "secret").write_text("a-secret")
    file = tmp_path / "backup"
    greenroom.backup(old, file)
    greenroom.restore(new, file)
    assert done(kept(new)) == done(kept(old)) == {"int_1": LINES, "int_2": LINES}
    assert (data(new) / "secret").read_text() == "a-secret"
    assert (data(new) / "secret").stat().st_mode & 0o077 == 0


def test_a_backup_is_taken_while_others_write(
    machines: Machines, tmp_path: Path, greenroom: Greenroom
) -> None:
    """The store is open, and a line that is written afterwards is not in the backup."""
    old, new = machines

    async def writing() -> None:
        await fill(old, "int_1")
        store = await open_store(where(old), ledger(old))
        await asyncio.to_thread(greenroom.backup, old, tmp_path / "backup")
        await store.interviews.journal("int_1").append('{"kind": "three"}')
        await store.aclose()

    done(writing())
    greenroom.restore(new, tmp_path / "backup")
    assert done(kept(new)) == {"int_1": LINES}


def test_who_was_erased_stays_erased(
    machines: Machines, tmp_path: Path, greenroom: Greenroom
) -> None:
    """Erased after the backup: the ledger of the old machine tells the new one."""
    old, new = machines
    done(fill(old, "int_1", "int_2"))
    greenroom.backup(old, tmp_path / "backup")
    done(erase(old, "int_1"))
    assert "int_1" not in ledger(old).read_text()
    said = greenroom.restore(new, tmp_path / "backup", ledger(old))
    assert "erased again, because they were erased after that: 1" in said
    assert set(done(kept(new))) == {"int_2"}


def test_the_ledger_that_is_there_is_heeded(tmp_path: Path, greenroom: Greenroom) -> None:
    """Where the database was lost and the rest of its directory was not."""
    machine = {"GREENROOM_DATA": str(tmp_path / "data")}
    data(machine).mkdir()
    done(fill(machine, "int_1", "int_2"))
    greenroom.backup(machine, tmp_path / "backup")
    done(erase(machine, "int_1"))
    for path in data(machine).glob("greenroom.db*"):
        path.unlink()
    greenroom.restore(machine, tmp_path / "backup")
    assert set(done(kept(machine))) == {"int_2"}
    assert ledger(machine).is_file()


def test_keys_stay_erased(tmp_path: Path, greenroom: Greenroom) -> None:
    """A key that its owner deleted does not come back."""
    machine, other = ({"GREENROOM_DATA": str(tmp_path / name)} for name in ("data", "other"))
    data(machine).mkdir()

    async def keys(machine: dict[str, str], *, put: bool = False, delete: bool = False) -> int:
        store = await open_store(where(machine))
        if put:
            await store.keys.put(sealed_key("key_1"))
        if delete:
            await store.keys.delete_all(sealed_key("key_1").owner)
        found = len(await store.keys.all())
        await store.aclose()
        return found

    assert done(keys(machine, put=True)) == 1
    greenroom.backup(machine, tmp_path / "backup", secrets=False)
    assert done(keys(machine, delete=True)) == 0
    greenroom.restore(other, tmp_path / "backup", ledger(machine))
    assert done(keys(other)) == 0


def test_nothing_is_restored_over_anything(
    machines: Machines, tmp_path: Path, greenroom: Greenroom
) -> None:
    """A machine with data refuses and keeps what it has; a backup is written over none."""
    old, _ = machines
    done(fill(old, "int_1"))
    greenroom.backup(old, tmp_path / "backup")
    with pytest.raises(UserFault, match="not empty"):
        greenroom.restore(old, tmp_path / "backup")
    assert set(done(kept(old))) == {"int_1"}
    with pytest.raises(UserFault, match="exists already"):
        greenroom.backup(old, tmp_path / "backup")


def test_a_damaged_backup_changes_nothing(tmp_path: Path, greenroom: Greenroom) -> None:
    """One bit, a missing half, something else, a path that leads outside: a sentence, and nothing is written."""
    machine, new = ({"GREENROOM_DATA": str(tmp_path / name)} for name in ("data", "new"))
    data(machine).mkdir()
    done(fill(machine, "int_1"))
    whole = tmp_path / "backup"
    greenroom.backup(machine, whole)
    assert whole.stat().st_mode & 0o077 == 0
    content = bytearray(whole.read_bytes())
    content[content.index(b"canary-5d1c")] ^= 1
    (tmp_path / "changed").write_bytes(content)
    (tmp_path / "half").write_bytes(whole.read_bytes()[: len(content) // 2])
    (tmp_path / "other").write_text("a letter")
    with tarfile.open(tmp_path / "evil", "w") as archive:
        entry = tarfile.TarInfo("../../escaped")
        entry.size = 1
        archive.addfile(entry, io.BytesIO(b"x"))
    for name in ("changed", "half", "other", "evil", "missing"):
        with pytest.raises(UserFault, match=name):
            greenroom.restore(new, tmp_path / name)
        assert {one.name for one in data(new).iterdir()} <= {"lock"}
    assert not list(tmp_path.rglob("escaped"))


def test_whether_an_upgrade_is_due(machines: Machines, greenroom: Greenroom) -> None:
    """Without data and up to date there is nothing to do."""
    old, _ = machines
    assert "no data yet" in greenroom.check(old)
    done(fill(old, "int_1"))
    assert "up to date" in greenroom.check(old)
    assert '"database": "current"' in greenroom.check(old, as_json=True)
