"""Sealed keys of model providers, as they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SealedKey:
    """One owner's key for one provider, sealed outside of the store."""

    id: str
    owner: str
    provider: str
    base_url: str | None
    """Where the provider is asked; None: its usual address."""
    model: str | None
    """None: the provider's usual one."""
    sealed: bytes = field(repr=False)
    last4: str
    """The last four characters, to tell keys apart: all of the key that is ever shown."""
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

    async def delete(self, key_id: str, owner: str) -> None:
        """Erase one key. Done twice, or not this owner's: no error, and nothing happens."""
        ...

    async def delete_all(self, owner: str) -> None:
        """Erase every key of an owner who is being forgotten."""
        ...
