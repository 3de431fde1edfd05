"""Tickets that a worker exchanges for an interview's keys."""

from __future__ import annotations

from typing import Protocol


class Tickets(Protocol):
    """Each opens one interview, once, for a while. The store sees only a ticket's digest."""

    async def issue(self, digest: str, interview_id: str, ttl_ms: int) -> None:
        """Accept the ticket with this digest for `ttl_ms` from now, by the store's own clock.

        Raises `NotFound` when there is no such interview, `Refused` when the digest is known.
        """
        ...

    async def redeem(self, digest: str, interview_id: str) -> bool:
        """True for exactly one caller, and not after the ticket's time."""
        ...

    async def waiting(self, interview_id: str, left_ms: int) -> bool:
        """Whether a ticket of this interview is not redeemed and good for longer than that."""
        ...
