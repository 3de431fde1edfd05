"""The vault for providers' keys, candidates' papers and their sound: AES-GCM envelopes, whose outermost key is not
in the database.

Each row has a data key of its own, which seals its content; the key-encryption key seals the data key.
So changing the key-encryption key means sealing 32 bytes a row again, and no data key seals twice. An
envelope is

    version (1) | id of the key-encryption key (8) | nonce (12) | data key, sealed (48)
                | nonce (12) | content, sealed (its length + 16)

in bytes. What the row says (of a provider's key: id, owner, provider, base URL) is associated data of
both seals: a row that somebody edits, or moves to another owner, opens no more.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pydantic import SecretStr

from greenroom.app.ports import OperatorFault, SealedKey

KEY_BYTES: Final = 32
_VERSION: Final = b"\x01"
_ID: Final = 8
_NONCE: Final = 12
_TAG: Final = 16
_WRAPPED: Final = _NONCE + KEY_BYTES + _TAG
_HEAD: Final = len(_VERSION) + _ID + _WRAPPED


@dataclass(frozen=True, slots=True)
class _Envelope:
    key_id: bytes
    wrapped: bytes
    body: bytes

    @classmethod
    def read(cls, sealed: bytes) -> Self:
        """Raises `InvalidTag` for what is no envelope."""
        if len(sealed) < _HEAD + _NONCE + _TAG or sealed[:1] != _VERSION:
            raise InvalidTag
        return cls(sealed[1 : 1 + _ID], sealed[1 + _ID : _HEAD], sealed[_HEAD:])

    def written(self) -> bytes:
        return _VERSION + self.key_id + self.wrapped + self.body


class _OtherKey(Exception):
    """Sealed by a key-encryption key that we do not have."""


class SealingVault:
    """`app.ports.Vault` and `Sealer`. The first key-encryption key seals; the others still open."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """Keys of 32 bytes, at least one."""
        self._current = _id(keys[0])
        self._keys = {_id(key): AESGCM(key) for key in keys}

    @classmethod
    def of(cls, written: str) -> Self:
        """From keys as they are written in the setting. Raises `OperatorFault`, never quoting one."""
        return cls(read_keys(written))

    # providers' keys

    def sealed(self, row: SealedKey, key: SecretStr) -> SealedKey:
        return replace(row, sealed=self._seal(key.get_secret_value().encode(), _about(row)))

    def opened(self, row: SealedKey) -> SecretStr:
        with _told_of(row):
            return SecretStr(self._open(row.sealed, _about(row)).decode())

    def rewrapped(self, row: SealedKey) -> SealedKey | None:
        with _told_of(row):
            sealed = self._moved(row.sealed, _about(row))
        return None if sealed is None else replace(row, sealed=sealed)

    # anything else

    def seal(self, about: str, plain: bytes) -> bytes:
        return self._seal(plain, about.encode())

    def unseal(self, about: str, sealed: bytes) -> bytes:
        with _told_about(about):
            return self._open(sealed, about.encode())

    def resealed(self, about: str, sealed: bytes) -> bytes | None:
        with _told_about(about):
            return self._moved(sealed, about.encode())

    def _seal(self, plain: bytes, about: bytes) -> bytes:
        data_key = AESGCM.generate_key(8 * KEY_BYTES)
        body = _sealed(AESGCM(data_key), plain, about)
        return self._wrapped(data_key, body, about).written()

    def _open(self, sealed: bytes, about: bytes) -> bytes:
        envelope = _Envelope.read(sealed)
        return _opened(AESGCM(self._data_key(envelope, about)), envelope.body, about)

    def _moved(self, sealed: bytes, about: bytes) -> bytes | None:
        """The envelope, its data key sealed by today's key; None: it is already."""
        envelope = _Envelope.read(sealed)
        if envelope.key_id == self._current:
            return None
        return self._wrapped(self._data_key(envelope, about), envelope.body, about).written()

    def _wrapped(self, data_key: bytes, body: bytes, about: bytes) -> _Envelope:
        wrapped = _sealed(self._keys[self._current], data_key, about)
        return _Envelope(self._current, wrapped, body)

    def _data_key(self, envelope: _Envelope, about: bytes) -> bytes:
        sealing = self._keys.get(envelope.key_id)
        if sealing is None:
            raise _OtherKey
        return _opened(sealing, envelope.wrapped, about)


@contextmanager
def _told_of(row: SealedKey) -> Iterator[None]:
    """What went wrong with a provider's key, for the operator."""
    try:
        yield
    except InvalidTag:
        raise OperatorFault(
            f"the provider key {row.id} does not open: its row was changed or is damaged; "
            "delete it and enter the key again"
        ) from None
    except _OtherKey:
        raise OperatorFault(
            f"the provider key {row.id} was sealed by another key-encryption key; add that one "
            "behind the present one in GREENROOM_KEY_ENCRYPTION_KEY, or delete the key"
        ) from None


@contextmanager
def _told_about(about: str) -> Iterator[None]:
    """What went wrong with anything else."""
    try:
        yield
    except (InvalidTag, _OtherKey):
        raise OperatorFault(
            f"what was sealed for {about} does not open: it was changed, or sealed by a "
            "key-encryption key that is no longer in GREENROOM_KEY_ENCRYPTION_KEY"
        ) from None


def read_keys(written: str) -> list[bytes]:
    """Base64 keys with commas or space between them, the current one first."""
    keys = []
    for word in written.replace(",", " ").split():
        try:
            key = base64.b64decode(word.replace("-", "+").replace("_", "/"), validate=True)
        except (binascii.Error, ValueError):
            key = b""
        if len(key) != KEY_BYTES or len(set(key)) < KEY_BYTES // 3:
            raise OperatorFault(
                "GREENROOM_KEY_ENCRYPTION_KEY must hold 32 random bytes in base64, "
                "for example from: openssl rand -base64 32"
            )
        keys.append(key)
    if not keys:
        raise OperatorFault("there is no key-encryption key in GREENROOM_KEY_ENCRYPTION_KEY")
    return keys


def new_key() -> str:
    """A key-encryption key as it is written in the setting."""
    return base64.b64encode(AESGCM.generate_key(8 * KEY_BYTES)).decode()


def _id(key: bytes) -> bytes:
    """Tells which key sealed a row; says nothing of the key."""
    return hashlib.sha256(b"greenroom key-encryption key" + key).digest()[:_ID]


def _about(row: SealedKey) -> bytes:
    return json.dumps([row.id, row.owner, row.provider, row.base_url]).encode()


def _sealed(sealing: AESGCM, plain: bytes, about: bytes) -> bytes:
    nonce = os.urandom(_NONCE)
    return nonce + sealing.encrypt(nonce, plain, about)


def _opened(sealing: AESGCM, sealed: bytes, about: bytes) -> bytes:
    """Raises `InvalidTag`."""
    return sealing.decrypt(sealed[:_NONCE], sealed[_NONCE:], about)
