"""What Greenroom writes is for the operator's eyes alone, and lost secrets are told before they matter."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.bootstrap.conftest import fill
from tests.bootstrap.served import command, environment, serving
from tests.typed import exit_code

from greenroom.adapters.storage import open_store
from greenroom.adapters.vault import new_key
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap import rewrap
from greenroom.bootstrap.kept_secrets import check_cookies, check_sealing
from greenroom.private_files import tighten
from greenroom.settings import Settings

OPEN_UMASK = 0o022


@contextmanager
def with_umask(umask: int) -> Iterator[None]:
    before = os.umask(umask)
    try:
        yield
    finally:
        os.umask(before)


def open_to_others(data: Path) -> Sequence[str]:
    return [
        f"{path} {stat.filemode(path.stat().st_mode)}"
        for path in (data, *data.rglob("*"))
        if path.stat().st_mode & 0o077
    ]


@pytest.mark.slow
def test_a_server_keeps_its_files_to_itself(tmp_path: Path) -> None:
    """Started under a generous umask, no file or folder it makes, while it runs, lets others in. Told to end
    while it still loads its models, it ends with 0 (O1)."""
    data, log = tmp_path / "new" / "data", tmp_path / "log"
    with serving(data, log, umask=OPEN_UMASK) as (process, address):
        assert address
        assert {"greenroom.db", "greenroom.db-wal", "secret", "lock"} <= {
            path.name for path in data.iterdir()
        }
        assert open_to_others(data) == []
        process.terminate()
        assert process.wait(60) == 0
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize("words", [["purge"], ["interview", "--name", "Ada"]])
def test_every_command_that_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """The same of the other commands that write in the data directory."""
    data = tmp_path / "data"
    monkeypatch.setenv("GREENROOM_DATA", str(data))
    with with_umask(OPEN_UMASK):
        assert exit_code(*words) == 0
    assert (data / "greenroom.db").exists()
    assert open_to_others(data) == []


def test_files_that_were_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the caller wanted elsewhere is made as the caller's umask says."""
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path / "data"))
    journal = tmp_path / "journal.jsonl"
    words = ("simulate", "--plan", "two-stage", "--candidate", "silent", "--journal", str(journal))
    with with_umask(OPEN_UMASK):
        assert exit_code(*words) == 0
    assert stat.S_IMODE(journal.stat().st_mode) == 0o666 & ~OPEN_UMASK


def test_an_open_directory_is_closed(tmp_path: Path) -> None:
    """A data directory of ours that others can read is closed to them, with the files in it."""
    data = tmp_path / "data"
    data.mkdir()
    for name in ("greenroom.db", "greenroom.db-wal", "greenroom.db-shm", "secret", "lock"):
        (data / name).touch()
        (data / name).chmod(0o644)
    data.chmod(0o755)
    assert tighten(data) == []
    assert open_to_others(data) == []


def test_a_shared_directory_is_told(tmp_path: Path) -> None:
    """A directory that holds other things too is not ours to close: it is told, with the command."""
    (tmp_path / "letters.txt").write_text("mine")
    tmp_path.chmod(0o755)
    (tmp_path / "letters.txt").chmod(0o644)
    (tmp_path / "greenroom.db").touch()
    (tmp_path / "greenroom.db").chmod(0o644)
    (told,) = tighten(tmp_path)
    assert f"chmod 700 {tmp_path}" in told
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "letters.txt").stat().st_mode) == 0o644
    assert stat.S_IMODE((tmp_path / "greenroom.db").stat().st_mode) == 0o600


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """What a link in the directory leads to belongs to somebody else: told, not changed."""
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    data.mkdir(0o700)
    elsewhere.write_text("x")
    elsewhere.chmod(0o644)
    (data / "secret").symlink_to(elsewhere)
    assert tighten(data) == [
        f"others on this machine may open {data / 'secret'}; close it to them: chmod 600 "
        f"{data / 'secret'}"
    ]
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644


@given(mode=some.integers(0, 0o777), folder=some.integers(0o700, 0o777))
def test_any_mode(tmp_path_factory: pytest.TempPathFactory, mode: int, folder: int) -> None:
    """Whatever the bits were: others lose theirs, the owner keeps theirs, nothing is told."""
    data = tmp_path_factory.mktemp("data")
    file = data / "jobs.db-wal"
    file.touch()
    file.chmod(mode)
    data.chmod(folder)
    assert tighten(data) == []
    assert stat.S_IMODE(file.stat().st_mode) == mode & 0o700
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def filled(data: Path) -> None:
    data.mkdir(0o700, exist_ok=True)
    asyncio.run(fill(Settings(data=data)))


@pytest.mark.parametrize("damage", ["missing", "cut", "nonsense", "another"])
async def test_a_lost_sealing_key(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over sealed rows no new key is made: it is refused with what would be lost and what to do, and the
    file stays as it is. With the file back everything opens; `rewrap --forget` gives up what does not."""
    settings = Settings(data=tmp_path)
    await fill(settings)
    path = tmp_path / "key-encryption-key"
    key = path.read_text()
    made = {"cut": key[:20], "nonsense": "?" * 44, "another": new_key()}
    path.write_text(made.get(damage, ""))
    if damage == "missing":
        path.unlink()
    before = path.read_text() if path.exists() else None
    store = await open_store(settings.store)
    with pytest.raises(OperatorFault, match="1 keys, 1 papers, 1 pieces of sound") as refused:
        await check_sealing(settings, store)
    assert "rewrap --forget" in str(refused.value)
    assert key not in str(refused.value)
    assert (path.read_text() if path.exists() else None) == before
    path.write_text(key)
    await check_sealing(settings, store)
    path.write_text(made.get(damage, ""))
    if damage == "missing":
        path.unlink()
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    with pytest.raises(OperatorFault, match="--forget"):
        await asyncio.to_thread(rewrap.main)
    assert await asyncio.to_thread(partial(rewrap.main, forget=True)) == 0
    assert "keys erased, for no key opened them: 1" in capsys.readouterr().out
    assert (await store.counted())["pieces of sound"] == 0
    await check_sealing(settings, store)
    await store.aclose()


@pytest.mark.parametrize("damage", ["missing", "cut"])
async def test_a_lost_secret(tmp_path: Path, damage: str) -> None:
    """Where owners have something, no new secret is made: it would end every cookie."""
    settings = Settings(data=tmp_path)
    path = tmp_path / "secret"
    store = await open_store(settings.store)
    await check_cookies(settings, store)
    await fill(settings)
    if damage == "cut":
        path.write_text("abc")
    with pytest.raises(OperatorFault, match="1 interviews, 1 keys") as refused:
        await check_cookies(settings, store)
    assert f"secret is {'damaged' if damage == 'cut' else damage}" in str(refused.value)
    assert f"openssl rand -base64 32 > {path}" in str(refused.value)
    path.write_text("x" * 44)
    await check_cookies(settings, store)
    await store.aclose()


@pytest.mark.slow
def test_a_server_does_not_start_over_lost_keys(tmp_path: Path) -> None:
    """The command ends with 3 and one sentence, and makes no new key."""
    asyncio.run(fill(Settings(data=tmp_path)))
    (tmp_path / "key-encryption-key").unlink()
    refused = subprocess.run(
        command("serve", "--port", "0"),
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert refused.returncode == 3
    assert "key-encryption-key is missing" in refused.stderr
    assert not (tmp_path / "key-encryption-key").exists()
