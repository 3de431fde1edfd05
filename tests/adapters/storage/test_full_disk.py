"""A disk without any space: what is said, and that erasing still works."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.storage.sound import SqlSounds
from greenroom.app.erasure import erase, erase_owner
from greenroom.app.ports import DiskFull
from greenroom.bootstrap.purge import NoRooms
from greenroom.testing import interview_row
from greenroom.testing.sound import sealed_sound

DISK_MIB = 48
OWNER = "own-full"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own in memory, which only root can make."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a file system of its own")
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m", "tmpfs", str(place)], check=False
    )
    if made.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(place: Path) -> None:
    """Use the disk up, to the last byte."""
    with (place / "something-else").open("wb", buffering=0) as file:
        for size in (2**20, 2**12, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue


def traces(place: Path) -> bytes:
    """All that the database's files hold."""
    return b"".join(file.read_bytes() for file in place.glob("greenroom.db*"))


async def filled(place: Path, *, reserve: bool) -> SqlStore:
    """A store with three interviews of some megabytes, on a disk that is full now."""
    store = await open_store(place / "greenroom.db")
    if reserve:
        store.database.hold_reserve()
    sounds = SqlSounds(store.database, room_left=0)
    for name in ("a", "b", "c"):
        await store.interviews.create(interview_row(name, OWNER, sound=True))
        journal = store.interviews.journal(name)
        for number in range(40):
            await journal.append(f"{name} {number} " + "y" * 20_000)
        sealed = (sealed_sound(name, n * 1_000, sealed=b"z" * 10_000) for n in range(150))
        await asyncio.gather(*map(sounds.append, sealed))
    await store.database.scrub()
    fill(place)
    return store


@pytest.mark.parametrize("all_of_it", [False, True])
async def test_erasing_works_on_a_full_disk(small_disk: Path, *, all_of_it: bool) -> None:
    """With not a byte left an interview, or everything of an owner, can still be erased; nothing of it
    stays in any file, what others have stays whole, and the space is held for the next time."""
    store = await filled(small_disk, reserve=True)
    journal = store.interviews.journal("c")
    with pytest.raises(DiskFull, match="the disk is full; free some space"):
        await journal.append("w" * 200_000)
    if all_of_it:
        await erase_owner(store, NoRooms(), OWNER)
        gone = "abc"
    else:
        await erase(store.interviews, NoRooms(), "a")
        assert len(await store.interviews.journal_lines("b")) == 40
        gone = "a"
    for name in gone:
        assert await store.interviews.find(name) is None
    await store.aclose()
    left = traces(small_disk)
    assert not [name for name in gone if f"{name} 7 yyy".encode() in left]
    await (await open_store(small_disk / "greenroom.db")).aclose()


async def test_erasing_frees_space_for_what_comes_next(small_disk: Path) -> None:
    """After erasing on a full disk interviews can be written again, and the reserve is back."""
    store = await filled(small_disk, reserve=True)
    await erase(store.interviews, NoRooms(), "a")
    await store.interviews.journal("b").append("w" * 200_000)
    await store.aclose()


async def test_without_a_reserve_the_fault_is_said(small_disk: Path) -> None:
    """Where no space was held, erasing fails in plain words, and nothing is half erased."""
    store = await filled(small_disk, reserve=False)
    with pytest.raises(DiskFull):
        await erase(store.interviews, NoRooms(), "a")
    assert len(await store.interviews.journal_lines("a")) == 40
    await store.aclose()
