"""The checks that every store's tickets must pass."""

from __future__ import annotations

import asyncio

from greenroom.app.ports import NotFound, Refused, Store
from greenroom.testing.interviews import interview_row

LONG_MS = 60_000
DIGEST = "5f" * 32


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

    async def test_waiting(self, store: Store) -> None:
        """A ticket waits until it is redeemed, for its own interview, and no longer than it is good."""
        await store.interviews.create(interview_row("a"))
        await store.interviews.create(interview_row("b"))
        await store.tickets.issue(DIGEST, "a", LONG_MS)
        assert await store.tickets.waiting("a", LONG_MS // 2)
        assert not await store.tickets.waiting("a", 2 * LONG_MS)
        assert not await store.tickets.waiting("b", 0)
        await store.tickets.redeem(DIGEST, "a")
        assert not await store.tickets.waiting("a", 0)

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
