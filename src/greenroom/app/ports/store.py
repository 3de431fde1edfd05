"""Everything that is kept, in one place."""

from __future__ import annotations

from typing import Protocol

from greenroom.app.ports.interviews import Interviews
from greenroom.app.ports.keys import Keys
from greenroom.app.ports.leases import Leases
from greenroom.app.ports.tickets import Tickets
from greenroom.app.ports.usage import Usage


class Store(Protocol):
    """One database, by noun. Whatever was changed is durable when the method returns; every method
    may raise `OperatorFault`."""

    @property
    def interviews(self) -> Interviews: ...
    @property
    def leases(self) -> Leases: ...
    @property
    def keys(self) -> Keys: ...
    @property
    def tickets(self) -> Tickets: ...
    @property
    def usage(self) -> Usage: ...

    async def aclose(self) -> None: ...
