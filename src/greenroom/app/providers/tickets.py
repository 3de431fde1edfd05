"""Tickets: what a worker is sent instead of keys (S3).

The dispatch of a job can be read by whoever sees the room service's traffic, so it carries a ticket
that is good for one interview, once, for two minutes. The database knows only its digest.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from greenroom.app.ports import NotFound, Tickets

LIFETIME_MS: Final = 120_000


async def issue(tickets: Tickets, interview_id: str) -> str:
    """A new ticket for this interview. Raises `NotFound` when there is none."""
    ticket = secrets.token_urlsafe(32)
    await tickets.issue(_digest(ticket), interview_id, LIFETIME_MS)
    return ticket


async def redeem(tickets: Tickets, ticket: str, interview_id: str) -> None:
    """Returns for the first who brings it in time; raises `NotFound` for everybody else."""
    if not await tickets.redeem(_digest(ticket), interview_id):
        raise NotFound("this ticket was used, is too old, or is for another interview")


def _digest(ticket: str) -> str:
    """256 random bits need no salt and no slow hash."""
    return hashlib.sha256(ticket.encode()).hexdigest()
