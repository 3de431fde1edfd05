"""The vault for providers' keys: AES-GCM envelopes, whose outermost key is not in the database.

Each row has a data key of its own, which seals the provider's key; the key-encryption key seals the
data key. So changing the key-encryption key means sealing 32 bytes a row anew, and no data key seals
twice. A sealed key is

    version (1) | id of the key-encryption key (8) | nonce (12) | data key, sealed (48)
                | nonce (12) | provider's key, sealed (its length + 16)

in bytes. What the row says (id, owner, provider, base URL) is associated data of both seals: a row
that somebody edits, or moves to another owner, opens no more.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Sequence
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
    def read(cls, row: SealedKey) -> Self:
        sealed = row.sealed
        if len(sealed) < _HEAD + _NONCE + _TAG or sealed[:1] != _VERSION:
            raise _damaged(row)
        return cls(sealed[1 : 1 + _ID], sealed[1 + _ID : _HEAD], sealed[_HEAD:])

    def written(self) -> bytes:
        return _VERSION + self.key_id + self.wrapped + self.body


class SealingVault:
    """`app.ports.Vault`. The first key-encryption key seals; the others still open."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """Keys of 32 bytes, at least one."""
        self._current = _id(keys[0])
        self._keys = {_id(key): AESGCM(key) for key in keys}

    @classmethod
    def of(cls, written: str) -> Self:
        """From keys as they are written in the setting. Raises `OperatorFault`, never quoting one."""
        return cls(read_keys(written))

    def sealed(self, row: SealedKey, key: SecretStr) -> SealedKey:
        data_key = AESGCM.generate_key(8 * KEY_BYTES)
        body = _sealed(AESGCM(data_key), key.get_secret_value().encode(), row)
        return self._wrapped(row, data_key, body)

    def opened(self, row: SealedKey) -> SecretStr:
        envelope = _Envelope.read(row)
        data_key = self._data_key(row, envelope)
        return SecretStr(_opened(AESGCM(data_key), envelope.body, row).decode())

    def rewrapped(self, row: SealedKey) -> SealedKey | None:
        envelope = _Envelope.read(row)
        if envelope.key_id == self._current:
            return None
        return self._wrapped(row, self._data_key(row, envelope), envelope.body)

    def _wrapped(self, row: SealedKey, data_key: bytes, body: bytes) -> SealedKey:
        wrapped = _sealed(self._keys[self._current], data_key, row)
        return replace(row, sealed=_Envelope(self._current, wrapped, body).written())

    def _data_key(self, row: SealedKey, envelope: _Envelope) -> bytes:
        sealing = self._keys.get(envelope.key_id)
        if sealing is None:
            raise OperatorFault(
                f"the provider key {row.id} was sealed by another key-encryption key; add that one "
                "behind the present one in GREENROOM_KEY_ENCRYPTION_KEY, or delete the key"
            )
        return _opened(sealing, envelope.wrapped, row)


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


def _sealed(sealing: AESGCM, plain: bytes, row: SealedKey) -> bytes:
    nonce = os.urandom(_NONCE)
    return nonce + sealing.encrypt(nonce, plain, _about(row))


def _opened(sealing: AESGCM, sealed: bytes, row: SealedKey) -> bytes:
    try:
        return sealing.decrypt(sealed[:_NONCE], sealed[_NONCE:], _about(row))
    except InvalidTag:
        raise _damaged(row) from None


def _damaged(row: SealedKey) -> OperatorFault:
    return OperatorFault(
        f"the provider key {row.id} does not open: its row was changed or is damaged; "
        "delete it and enter the key again"
    )
