"""Who may run an interview now, among all processes that use one database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Seat:
    """One interview that runs, or that is let in."""

    interview_id: str
    owner: str
    holder: str | None
    """Who promised it the seat; None when it has one by the lease of its job alone."""
    held: bool = False
    """A job holds it now."""


class Seats(Protocol):
    """At most so many interviews at once. A seat is a promise that its holder renews, or the lease of a
    job. It is free when the interview ends, and when whoever has it does not renew it in time.

    A lease counts for a little longer than it lasts: the next job takes over what a dead one left.
    Time is the store's own. All raise `OperatorFault` when the store fails.
    """

    async def taken(self) -> Sequence[Seat]:
        """Each interview that has a seat now."""
        ...

    async def take(
        self,
        interview_id: str,
        holder: str,
        ttl_ms: int,
        *,
        capacity: int,
        by_owner: int,
        seen: Collection[str] = (),
        instead_of: str | None = None,
    ) -> bool:
        """Have a seat for `ttl_ms` from now. True for an interview that has one already; else only while
        fewer than `capacity` are taken, and fewer than `by_owner` of them by this owner. `seen`:
        interviews that run, as far as the caller sees. `instead_of`: one that gives its seat up.

        Those who ask at the same moment are let in one after the other. Raises `NotFound` when there is
        no such interview."""
        ...

    async def renew(self, holder: str, interviews: Collection[str], ttl_ms: int) -> Sequence[Seat]:
        """Keep the seats of all these for `ttl_ms` from now, at once; gives those that are taken now. One
        that is not among them, or is another holder's, is lost: stop that interview. A seat that was over
        and that nobody has is not lost."""
        ...

    async def free(self, interview_id: str, holder: str | None = None) -> None:
        """Give a promised seat back; with a `holder` only when it is this one's. No error when there is
        none."""
        ...

    async def leave(self, holder: str) -> None:
        """Give back all that this one promised."""
        ...
