"""What candidates hand in, as it is kept: sealed, and only until the interview ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


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
        """Everybody's by interview id, from the first one behind `after` on; for sealing them anew."""
        ...

    async def reseal(self, folder: SealedFolder) -> None:
        """Put what is the same, sealed anew, in the place of this revision. Where that one is no longer,
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
