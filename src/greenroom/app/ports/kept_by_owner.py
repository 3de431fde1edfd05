"""What is kept of an owner: keys, papers, plans. In the database, and sealed where it is secret."""

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
        """Put what is the same, sealed again, in the place of what was sealed as `before`. Where that is
        no longer there, nothing happens."""
        ...

    async def delete(self, key_id: str, owner: str) -> None:
        """Erase one key. Done twice, or not this owner's: no error, and nothing happens."""
        ...

    async def delete_all(self, owner: str) -> None:
        """Erase every key of an owner who is being forgotten."""
        ...

    async def all(self) -> Sequence[SealedKey]:
        """Every owner's, for sealing them again."""
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


@dataclass(frozen=True, slots=True)
class SealedFolder:
    """All papers of one interview, sealed outside of the store."""

    interview_id: str
    sealed: bytes = field(repr=False)
    revision: int
    """Counts the changes, from 1."""


class Folders(Protocol):
    """One folder for each interview that has not ended. Whoever ends or deletes the interview deletes
    it, in the same transaction: no interview that is over has papers."""

    async def find(self, interview_id: str) -> SealedFolder | None: ...

    async def put(self, folder: SealedFolder, changed_at: str) -> bool:
        """Keep the folder in the place of the one before it; revision 1 is the first. False when
        somebody was quicker, or the interview has begun, is over, or is gone."""
        ...

    async def page(self, after: str, most: int) -> Sequence[SealedFolder]:
        """Everybody's by interview id, from the first one behind `after` on; for sealing them again."""
        ...

    async def reseal(self, folder: SealedFolder) -> None:
        """Put what is the same, sealed again, in the place of this revision. Where that one is no longer,
        nothing happens."""
        ...

    async def purge(self, before: str) -> int:
        """Delete folders that were last changed before this moment (ISO 8601, UTC); how many went."""
        ...


class Sealer(Protocol):
    """Seals what must not be found in a database. What was sealed about one thing opens for no
    other."""

    def seal(self, about: str, plain: bytes) -> bytes: ...

    def unseal(self, about: str, sealed: bytes) -> bytes:
        """Raises `OperatorFault` for what was changed, or sealed by a key that we do not have."""
        ...

    def resealed(self, about: str, sealed: bytes) -> bytes | None:
        """The same as today's key seals it; None: it is so already. Raises what `unseal` raises."""
        ...


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One plan that somebody wrote. It may have faults: what is half written is kept too."""

    id: str
    owner: str
    toml: str
    version: int
    """Counts from 1 with every change."""
    created_at: str
    updated_at: str
    """ISO 8601 in UTC."""


class KeptPlans(Protocol):
    """Plans by owner; another owner's plan is not found."""

    async def put(self, row: PlanRow) -> None:
        """Store a new plan. Raises `Refused` when its id is taken."""
        ...

    async def find(self, plan_id: str, owner: str) -> PlanRow | None: ...
    async def of_owner(self, owner: str) -> Sequence[PlanRow]:
        """The owner's plans, the one changed last first."""
        ...

    async def replace(self, row: PlanRow) -> bool:
        """Put `row` in the place of the version before it. False, and nothing changes, when that is not
        the version that is kept: somebody else was quicker, or the plan is gone."""
        ...

    async def delete(self, plan_id: str, owner: str) -> None:
        """Erase one plan. Done twice, or not this owner's: no error, and nothing happens."""
        ...

    async def delete_all(self, owner: str) -> None:
        """Erase every plan of an owner who is being forgotten."""
        ...

    async def delete_old(self, before: str) -> int:
        """Erase plans that were last changed before this moment; returns how many went."""
        ...
