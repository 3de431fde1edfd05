"""Everything that is kept, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from greenroom.app.ports.drills import Drills
from greenroom.app.ports.folders import Folders
from greenroom.app.ports.interviews import Interviews
from greenroom.app.ports.jobs import Executors
from greenroom.app.ports.kept_circles import Circles
from greenroom.app.ports.kept_plans import KeptPlans
from greenroom.app.ports.keys import Keys
from greenroom.app.ports.leases import Leases
from greenroom.app.ports.links import Links
from greenroom.app.ports.retries import Retries
from greenroom.app.ports.scorecards import Scorecards
from greenroom.app.ports.seats import Seats
from greenroom.app.ports.sound import Sounds
from greenroom.app.ports.tickets import Tickets
from greenroom.app.ports.usage import Usage
from greenroom.app.ports.wordings import Wordings

AWAY_S: Final = 20.0
"""For so long a store asks a server that has gone away, before it says so: a restart, a crash, a new primary."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What is kept of one owner."""

    kept: int
    """Bytes of interviews, sound, papers, scorecards, plans and circles."""
    running: int
    """Interviews that run."""
    recorded: int
    """Of these, how many keep their sound."""


class Store(Protocol):
    """One database, by noun. Whatever was changed is durable when the method returns; every method
    may raise `OperatorFault`."""

    @property
    def interviews(self) -> Interviews: ...
    @property
    def folders(self) -> Folders: ...
    @property
    def leases(self) -> Leases: ...
    @property
    def seats(self) -> Seats: ...
    @property
    def keys(self) -> Keys: ...
    @property
    def tickets(self) -> Tickets: ...
    @property
    def usage(self) -> Usage: ...
    @property
    def scorecards(self) -> Scorecards: ...
    @property
    def links(self) -> Links: ...
    @property
    def circles(self) -> Circles: ...
    @property
    def executors(self) -> Executors: ...
    @property
    def plans(self) -> KeptPlans: ...
    @property
    def retries(self) -> Retries: ...
    @property
    def wordings(self) -> Wordings: ...
    @property
    def drills(self) -> Drills: ...
    @property
    def sounds(self) -> Sounds: ...

    async def stored(self, owner: str) -> Stored:
        """What is kept of this owner."""
        ...

    def room(self) -> int | None:
        """Bytes that are left on the disk; None where only a server knows."""
        ...

    async def prove(self) -> None:
        """Write something the size of an interview, durably, and leave nothing of it. Raises
        `OperatorFault` when that cannot be done: the disk is full, read-only or away."""
        ...

    async def aclose(self) -> None: ...
