"""Whether this worker can hold an interview now. One that cannot takes no job, and says why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from greenroom.adapters.storage.store import unchanged_store
from greenroom.app.ports import OperatorFault

LOOK_S: Final = 5.0
"""How often it is looked at."""
ANSWER_S: Final = 4.0
"""A database that does not answer by then counts as unreachable."""

log = structlog.get_logger("greenroom.worker")


@dataclass(slots=True)
class Fitness:
    """`look` asks the database; the others tell of the worker itself."""

    look: Callable[[], Awaitable[None]]
    """Raises `OperatorFault` when it is out of reach, or of a newer program."""
    draining: Callable[[], bool]
    connected: Callable[[], bool]
    """Whether the LiveKit server knows this worker."""
    found: str | None = None
    """What the last look at the database found wrong."""

    @property
    def why_not(self) -> str | None:
        """A sentence; None where it can."""
        if self.draining() or self.connected():
            return self.unwilling
        return "the LiveKit server cannot be reached"

    @property
    def unwilling(self) -> str | None:
        """Why the LiveKit server should offer it no job. It is first asked for before the server knows the
        worker, and next seconds later: a worker that called itself full would miss the jobs between."""
        if self.draining():
            return "it ends, and finishes the interviews that it holds"
        return self.found

    async def renew(self) -> str | None:
        """Look at the database, and say why no job can be taken."""
        before = self.found
        try:
            async with asyncio.timeout(ANSWER_S):
                await self.look()
        except OperatorFault as fault:
            self.found = str(fault)
        except TimeoutError:
            self.found = "the database does not answer"
        else:
            self.found = None
        if self.found != before:
            log.warning("worker_unfit" if self.found else "worker_fit", why=self.found)
        return self.why_not

    async def keep_looking(self) -> None:
        while True:
            await self.renew()
            await asyncio.sleep(LOOK_S)


async def database_fits(where: Path | str) -> None:
    """Raises `OperatorFault` for a database that cannot be reached, or that a newer program has changed."""
    async with unchanged_store(where) as store:
        await store.database.schema_state()
