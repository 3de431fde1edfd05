"""`greenroom restore FILE`: a backup into an empty data directory or an empty database. Who was erased stays erased."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from greenroom import settings as configuration
from greenroom.adapters.storage import open_store
from greenroom.adapters.storage.copying import POSTGRESQL, SQLITE, check, copy_in, is_empty
from greenroom.adapters.storage.erasure_log import ErasureLog
from greenroom.app.ports import OperatorFault, UserFault
from greenroom.bootstrap.backup import LEDGER, MANIFEST, SCHEMA, SECRETS, digest
from greenroom.bootstrap.data_dir_lock import occupied
from greenroom.data_directory import prepare_data
from greenroom.settings import Settings

ALLOWED: Final = frozenset({LEDGER, "lock"})
"""What may be in an empty data directory: the ledger of what was erased there, above all."""
KNOWN: Final = frozenset({MANIFEST, SQLITE, POSTGRESQL, LEDGER, *SECRETS})


def main(file: Path, erased: list[Path]) -> int:
    """Restore, and say what was erased again. Raises `UserFault` where something is there already."""
    settings = configuration.load()
    _refuse_full(settings)
    missing = [str(path) for path in erased if not path.is_file()]
    if missing:
        raise UserFault(f"there is no ledger {', '.join(missing)}")
    prepare_data(settings)
    with occupied(settings.data), tempfile.TemporaryDirectory(dir=settings.data) as here:
        folder = Path(here)
        manifest = unpack(file, folder)
        ledgers = [settings.ledger, folder / LEDGER, *erased]
        noted = frozenset[str]().union(*(ErasureLog(path).lines() for path in ledgers))
        again = asyncio.run(_restored(settings, folder, noted))
        new = sorted(noted - ErasureLog(settings.ledger).lines())
        if new:
            ErasureLog(settings.ledger).add(new)
    print(f"restored the backup of {manifest['made_at']} (Greenroom {manifest['greenroom']})")
    print(f"rows erased again, because they were erased after that: {again}")
    return 0


def unpack(file: Path, folder: Path) -> Mapping[str, Any]:
    """The manifest of a backup whose files are now in `folder`, each as its digest says. Raises `UserFault`."""
    try:
        with tarfile.open(file) as archive:
            members = [one for one in archive if one.isfile() and one.name in KNOWN]
            for member in members:
                source = archive.extractfile(member)
                assert source is not None  # noqa: S101 - it is a file
                with source, (folder / member.name).open("wb") as target:
                    shutil.copyfileobj(source, target)
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = dict(manifest["files"])
    except FileNotFoundError:
        raise UserFault(f"{file} is no backup of Greenroom, or is not there") from None
    except (tarfile.TarError, ValueError, KeyError, TypeError, EOFError):
        raise UserFault(f"{file} is no backup of Greenroom, or is damaged") from None
    if manifest.get("schema") != SCHEMA:
        raise UserFault(f"{file} was written by a newer Greenroom; restore it with that one")
    for name, wanted in files.items():
        if name not in KNOWN or not (folder / name).is_file() or digest(folder / name) != wanted:
            raise UserFault(f"{file} is damaged: {name} is not what was saved")
    for name in KNOWN - {MANIFEST} - files.keys():
        (folder / name).unlink(missing_ok=True)  # what no digest vouches for is not used
    return dict(manifest)


def _refuse_full(settings: Settings) -> None:
    """Raises `UserFault` for a data directory or a database with something in it."""
    there = sorted(one.name for one in settings.data.glob("*") if one.name not in ALLOWED)
    if there:
        raise UserFault(
            f"{settings.data} is not empty ({there[0]}); a backup is restored into an empty directory: "
            f"name another with GREENROOM_DATA, or move what is there, all but {LEDGER}"
        )
    address = settings.database.get_secret_value()
    if address and not asyncio.run(is_empty(address)):
        raise UserFault(
            "the database that GREENROOM_DATABASE names is not empty; make a new one with createdb"
        )


async def _restored(settings: Settings, folder: Path, noted: frozenset[str]) -> int:
    """How many rows were erased again. What is written first is the database, under another name."""
    address = settings.database.get_secret_value()
    copy = folder / (POSTGRESQL if address else SQLITE)
    if not copy.is_file():
        other = "SQLite, and GREENROOM_DATABASE names PostgreSQL"
        raise UserFault(
            f"this backup is one of {other if address else 'PostgreSQL: set GREENROOM_DATABASE'}"
        )
    if address:
        await asyncio.to_thread(copy_in, address, copy)
    else:
        check(copy)
    store = await open_store(address or copy, folder / "noted.txt")
    try:
        again = await store.erase_again(noted)
    finally:
        await store.aclose()
    for name in SECRETS:
        if (folder / name).is_file():
            _put(folder / name, settings.data / name)
    if not address:
        _put(copy, settings.data / SQLITE)
    return again


def _put(made: Path, place: Path) -> None:
    try:
        made.chmod(0o600)
        with made.open("rb") as file:
            os.fsync(file.fileno())
        made.replace(place)
    except OSError as error:
        raise OperatorFault(f"{place} cannot be written ({error.strerror})") from None
