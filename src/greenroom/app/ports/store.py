"""Everything that is kept, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from greenroom.app.ports.kept_by_owner import Folders, KeptPlans, Keys
from greenroom.app.ports.kept_circles import Circles, LeaderElection, Missions
from greenroom.app.ports.kept_interviews import Interviews, Leases, Seats, Tickets
from greenroom.app.ports.kept_results import Drills, Links, Retries, Scorecards, Sounds, Wordings
from greenroom.app.ports.spending import Usage

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
    def missions(self) -> Missions: ...
    @property
    def leader_election(self) -> LeaderElection: ...
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
