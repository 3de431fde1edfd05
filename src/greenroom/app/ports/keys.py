"""Sealed keys of model providers, as they are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import SecretStr


@dataclass(frozen=True, slots=True)
class SealedKey:
    """One owner's key for one provider, sealed outside of the store."""

    id: str
    owner: str
    provider: str
    base_url: str | None
    """Where the provider is asked; None: its usual address."""
    models: Mapping[str, str]
    """The model that does a part (`llm`, `stt`, `tts`), where it is not the provider's usual one."""
    voice: str | None
    """None: the provider's usual one."""
    sealed: bytes = field(repr=False)
    """Empty where the server wants no key."""
    last4: str
    """The last four characters, to tell keys apart: all of the key that is ever shown. Empty for a
    key so short that they would give it away."""
    created_at: str
    checked_at: str | None
    """When the provider last accepted it. Times are ISO 8601 in UTC."""


class Keys(Protocol):
    """Sealed keys by owner; a plain key never reaches this port. Another owner's key is not found."""

    async def put(self, row: SealedKey) -> None:
        """Store a new key. Raises `Refused` when its id is taken."""
        ...

    async def find(self, key_id: str, owner: str) -> SealedKey | None: ...

    async def of_owner(self, owner: str) -> Sequence[SealedKey]:
        """The owner's keys, newest first."""
        ...

    async def replace(self, row: SealedKey) -> None:
        """Put `row` in the place of the key with its id and owner. `NotFound` when there is none."""
        ...

    async def reseal(self, row: SealedKey, before: bytes) -> None:
        """Put what is the same, sealed anew, in the place of what was sealed as `before`. Where that is
        no longer there, nothing happens."""
        ...

    async def delete(self, key_id: str, owner: str) -> None:
        """Erase one key. Done twice, or not this owner's: no error, and nothing happens."""
        ...

    async def delete_all(self, owner: str) -> None:
        """Erase every key of an owner who is being forgotten."""
        ...

    async def all(self) -> Sequence[SealedKey]:
        """Every owner's, for sealing them anew."""
        ...


class Vault(Protocol):
    """Seals keys, and opens them for whoever uses one at once. A sealed key fits the row that it was
    sealed for: its id, owner, provider and base URL, so that no change to a row sends a key elsewhere."""

    def sealed(self, row: SealedKey, key: SecretStr) -> SealedKey:
        """The row, holding this key."""
        ...

    def opened(self, row: SealedKey) -> SecretStr:
        """The key of a row. Raises `OperatorFault` when the row was changed or was sealed by a key
        that we do not have."""
        ...

    def rewrapped(self, row: SealedKey) -> SealedKey | None:
        """The row as today's key seals it; None: it is so already. Raises what `opened` raises."""
        ...
