"""`app.ports.Tickets` in memory, and the checks that every store's tickets must pass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from greenroom.app.ports import NotFound, Refused, Store
from greenroom.testing.interviews import MemoryInterviews, interview_row

LONG_MS = 60_000
DIGEST = "5f" * 32


class MemoryTickets:
    """Tickets of one process, on the clock that is given."""

    def __init__(self, interviews: MemoryInterviews, now_ms: Callable[[], int]) -> None:
        self._interviews, self._now_ms = interviews, now_ms
        self._issued: dict[str, tuple[str, int]] = {}
        interviews.on_delete(self._forget)

    async def issue(self, digest: str, interview_id: str, ttl_ms: int) -> None:
        self._interviews.known(interview_id)
        if digest in self._issued:
            raise Refused("this ticket was issued already")
        self._issued[digest] = (interview_id, self._now_ms() + ttl_ms)

    async def redeem(self, digest: str, interview_id: str) -> bool:
        of, until_ms = self._issued.get(digest, ("", 0))
        if of != interview_id or until_ms <= self._now_ms():
            return False
        del self._issued[digest]
        return True

    def _forget(self, interview_id: str) -> None:
        self._issued = {
            digest: ticket for digest, ticket in self._issued.items() if ticket[0] != interview_id
        }


class TicketsConformance:
    """What every store does with tickets; part of `StoreConformance`."""

    async def test_redeemed_once(self, store: Store) -> None:
        """A ticket opens the interview it was issued for, and only once."""
        await store.interviews.create(interview_row("a"))
        await store.interviews.create(interview_row("b"))
        await store.tickets.issue(DIGEST, "a", LONG_MS)
        assert not await store.tickets.redeem(DIGEST, "b")
        assert await store.tickets.redeem(DIGEST, "a")
        assert not await store.tickets.redeem(DIGEST, "a")

    async def test_redeemed_by_many_at_once(self, store: Store) -> None:
        """Of many that show one ticket at the same moment exactly one is let in."""
        await store.interviews.create(interview_row("a"))
        await store.tickets.issue(DIGEST, "a", LONG_MS)
        got = await asyncio.gather(*(store.tickets.redeem(DIGEST, "a") for _ in range(12)))
        assert got.count(True) == 1

    async def test_expired_ticket(self, store: Store) -> None:
        """A ticket whose time is over opens nothing."""
        await store.interviews.create(interview_row("a"))
        await store.tickets.issue(DIGEST, "a", 0)
        assert not await store.tickets.redeem(DIGEST, "a")

    async def test_issued_twice(self, store: Store) -> None:
        """A digest stands for one ticket."""
        await store.interviews.create(interview_row("a"))
        await store.tickets.issue(DIGEST, "a", LONG_MS)
        try:
            await store.tickets.issue(DIGEST, "a", LONG_MS)
        except Refused:
            assert await store.tickets.redeem(DIGEST, "a")
        else:
            raise AssertionError("two tickets with one digest were issued")

    async def test_ticket_of_an_erased_interview(self, store: Store) -> None:
        """An erased interview has no tickets, and gets none."""
        await store.interviews.create(interview_row("a"))
        await store.tickets.issue(DIGEST, "a", LONG_MS)
        await store.interviews.delete("a")
        assert not await store.tickets.redeem(DIGEST, "a")
        try:
            await store.tickets.issue(DIGEST, "a", LONG_MS)
        except NotFound:
            pass
        else:
            raise AssertionError("a ticket was issued for an interview that is gone")
