"""The checks that every store's must pass."""

from __future__ import annotations

import asyncio

from greenroom.app.ports import Store

LONG_MS = 60_000


class LeaderElectionConformance:
    """What every store does to elect a leader; part of `StoreConformance`. 0 ms are over at once."""

    async def test_an_office_is_one_process_s(self, store: Store) -> None:
        """Of many that want it at once one gets it and keeps it. It is another's when its time is over, and then
        the first one has lost it, whatever it shows."""
        got = await asyncio.gather(
            *(store.leader_election.hold("watch", LONG_MS) for _ in range(8))
        )
        assert sum(map(bool, got)) == 1
        mine = await store.leader_election.hold("watch", LONG_MS, max(got))
        assert mine == max(got), "nothing is written while half of the time is left"
        assert not await store.leader_election.hold("watch", LONG_MS)
        over = await store.leader_election.hold("watch", 0, mine)
        assert over
        taken = await store.leader_election.hold("watch", LONG_MS)
        assert taken > over
        assert not await store.leader_election.hold("watch", LONG_MS, over)
        assert await store.leader_election.hold("watch", LONG_MS, taken)

    async def test_an_office_that_nobody_took_is_kept_late(self, store: Store) -> None:
        """Whoever was late has it still."""
        over = await store.leader_election.hold("watch", 0)
        assert await store.leader_election.hold("watch", 0, over)
        assert await store.leader_election.hold("watch", LONG_MS, over)
