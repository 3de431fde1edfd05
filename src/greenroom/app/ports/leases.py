"""Who holds a running interview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Leases(Protocol):
    """One lease for each running interview: at most one holder at any moment.

    Time is the store's own, so that processes whose clocks differ agree. A holder that cannot
    renew must stop: from the end of its time somebody else may hold the interview. All raise
    `OperatorFault` when the store fails.
    """

    async def take(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        """Hold it for `ttl_ms` from now. True when it was free, expired or already this holder's.
        Raises `NotFound` when there is no such interview."""
        ...

    async def renew(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        """Hold it for `ttl_ms` from now. False when it is lost (taken, released or erased): stop
        writing. An expired lease that nobody took is not lost."""
        ...

    async def renew_all(self, held: Mapping[str, str], ttl_ms: int) -> frozenset[str]:
        """`renew` for many interviews, each with its holder, at once; gives those that are not lost."""
        ...

    async def release(self, interview_id: str, holder: str) -> None:
        """Give it back. No error when it is somebody else's by now, or nobody's."""
        ...

    async def holder(self, interview_id: str) -> str | None:
        """Who holds it now; None when nobody does, or the time is over."""
        ...

    async def held(self) -> Mapping[str, str]:
        """Every interview that is held now, with its holder."""
        ...

    async def lapsed(self, within_ms: int = 0) -> Mapping[str, int]:
        """Interviews in LiveKit rooms whose status is `running` and which nobody holds, each with 0; and those
        whose lease ends so soon, with the ms until then, the first to be created first."""
        ...
