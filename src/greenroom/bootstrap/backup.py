"""`greenroom backup FILE`: everything that is kept, at one moment, while the server runs."""

from __future__ import annotations

import hashlib
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from greenroom import __version__
from greenroom import settings as configuration
from greenroom.adapters.storage.copying import copy_out
from greenroom.app.ports import UserFault
from greenroom.app.timestamps import stamped
from greenroom.bootstrap.clock import utc_now
from greenroom.data_directory import SEALING_FILE, SIGNING_FILE
from greenroom.settings import Settings

SCHEMA: Final = 1
MANIFEST: Final = "manifest.json"
LEDGER: Final = "erased.txt"
SECRETS: Final = (SIGNING_FILE, SEALING_FILE)


def main(file: Path, *, secrets: bool) -> int:
    """Write the backup. Raises `UserFault` where the file exists already."""
    settings = configuration.load()
    if file.exists():
        raise UserFault(f"{file} exists already; name another file")
    try:
        folder = tempfile.TemporaryDirectory(prefix=".greenroom-", dir=file.absolute().parent)
    except OSError as error:
        raise UserFault(f"{file} cannot be written ({error.strerror})") from None
    with folder as here:
        parts = list(_parts(settings, Path(here), secrets=secrets))
        whole = Path(here) / "backup.tar"
        _pack(whole, Path(here), parts)
        os.link(whole, file)  # whole or not at all, and never over another
    print(f"{file}: {', '.join(path.name for path in parts)}, {file.stat().st_size:,} bytes")
    if secrets and len(parts) > 1:
        print("It holds the secrets of this server. Keep it as you keep them.")
    return 0


def _parts(settings: Settings, folder: Path, *, secrets: bool) -> Iterator[Path]:
    yield copy_out(settings.store, folder)
    names = (LEDGER, *SECRETS) if secrets else (LEDGER,)
    for name in names:
        kept = settings.data / name
        if kept.is_file():
            copy = folder / name
            copy.write_bytes(kept.read_bytes())
            yield copy


def _pack(whole: Path, folder: Path, parts: list[Path]) -> None:
    now = utc_now()
    manifest = folder / MANIFEST
    told = {
        "schema": SCHEMA,
        "greenroom": __version__,
        "made_at": stamped(now),
        "files": {path.name: digest(path) for path in parts},
    }
    manifest.write_text(json.dumps(told, indent=2))
    whole.touch(mode=0o600)
    with whole.open("wb") as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            for path in (manifest, *parts):
                archive.add(path, arcname=path.name)
        file.flush()
        os.fsync(file.fileno())


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
