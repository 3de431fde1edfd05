"""The data directory, and the two secrets that are kept in it where the environment gives none."""

from __future__ import annotations

import base64
import os
import secrets
import sys
from pathlib import Path
from typing import Final

from greenroom.app.errors import OperatorFault
from greenroom.private_files import keep_private, tighten
from greenroom.settings import PREFIX, SHORTEST_SECRET, Settings

SIGNING_FILE: Final = "secret"
SEALING_FILE: Final = "key-encryption-key"


def signing_secret(settings: Settings) -> bytes:
    """The secret that signs cookies: the one given, or one made here once and kept (mode 0600).
    `bootstrap.kept_secrets` looks first at what a new one would lose."""
    given = settings.secret.get_secret_value()
    return (given or _made_once(settings, SIGNING_FILE)).encode()


def sealing_keys(settings: Settings) -> str:
    """The keys that seal providers' keys, as they are written: those given, or one made here once
    and kept (mode 0600)."""
    given = settings.key_encryption_key.get_secret_value()
    return given or _made_once(settings, SEALING_FILE)


def _made_once(settings: Settings, name: str) -> str:
    """The words in this file of the data directory; 32 random bytes in base64 at first."""
    path = settings.data / name
    _make_data(settings)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = kept_in(path)
        if kept is None:
            raise OperatorFault(f"{path} is damaged; delete it and start again") from None
        return kept
    except OSError as error:
        raise OperatorFault(_unwritable(settings.data, error)) from None
    with os.fdopen(descriptor, "w") as file:
        file.write(base64.b64encode(secrets.token_bytes(32)).decode())
    return path.read_text().strip()


def kept_in(path: Path) -> str | None:
    """The secret in this file; None where there is no file, or no secret in it. Raises `OperatorFault`
    for one that cannot be read."""
    try:
        kept = path.read_bytes().decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OperatorFault(f"{path} cannot be read ({error.strerror})") from None
    return kept if len(kept) >= SHORTEST_SECRET and kept.isascii() and kept.isprintable() else None


def prepare_data(settings: Settings) -> None:
    """Make the data directory, and close it and what is in it to everybody else; says what stays open.
    Raises `OperatorFault` when it cannot be used."""
    keep_private()
    _make_data(settings)
    for told in tighten(settings.data):
        sys.stderr.write(f"greenroom: {told}\n")


def _make_data(settings: Settings) -> None:
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = settings.data / f".writable-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise OperatorFault(_unwritable(settings.data, error)) from None


def _unwritable(data: Path, error: OSError) -> str:
    return (
        f"the data directory {data} cannot be written ({error.strerror}); "
        f"make it writable or choose another with {PREFIX}DATA"
    )
