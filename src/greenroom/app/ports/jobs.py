"""Durable jobs: interviews between agents that are held by whichever process is alive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Executors(Protocol):
    """Which processes that run jobs are alive, by the store's own clock."""

    async def beat(self, name: str, ttl_ms: int) -> bool:
        """Be alive for `ttl_ms` from now. False when it was not believed alive until now: at the
        first beat, and when its time was over, so that others may have taken its jobs."""
        ...

    async def take(self, name: str, ttl_ms: int) -> bool:
        """Hold something of this name, for `ttl_ms`; true for one of several. It is given back by
        `leave`, or when the time is over."""
        ...

    async def hold(self, name: str, ttl_ms: int, mine: int = 0) -> int:
        """Have an office that one of several has, for `ttl_ms` from now. Gives when it ends, by the store's
        clock; whoever shows that as `mine` keeps it, also late if nobody took it. 0: somebody else has it."""
        ...

    async def alive(self) -> Sequence[str]: ...

    async def leave(self, name: str) -> None: ...


class MissionQueue(Protocol):
    """Where interviews wait to be held. Knows their opaque ids and nothing else of them."""

    async def put(self, meeting_id: str) -> None:
        """Durable when it returns. The same one twice is one job."""
        ...
