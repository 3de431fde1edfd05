"""The checks that every store's must pass."""

from __future__ import annotations

import asyncio

from greenroom.app.ports import Store

LONG_MS = 60_000


class ExecutorsConformance:
    """What every store does with executors; part of `StoreConformance`. 0 ms are over at once."""

    async def test_beats(self, store: Store) -> None:
        """Who beats is alive, and told that it was not before; who leaves is not."""
        assert not await store.executors.beat("one", LONG_MS)
        assert await store.executors.beat("one", LONG_MS)
        assert not await store.executors.beat("two", LONG_MS)
        assert list(await store.executors.alive()) == ["one", "two"]
        await store.executors.leave("one")
        await store.executors.leave("one")
        assert list(await store.executors.alive()) == ["two"]

    async def test_a_beat_that_came_too_late(self, store: Store) -> None:
        """Whose time was over is not alive, and its next beat says so."""
        await store.executors.beat("one", 0)
        assert list(await store.executors.alive()) == []
        assert not await store.executors.beat("one", LONG_MS)
        assert list(await store.executors.alive()) == ["one"]

    async def test_taken_by_one(self, store: Store) -> None:
        """Of many that want it at once one gets it; again when it was given back, or lapsed."""
        got = await asyncio.gather(*(store.executors.take("sweep", LONG_MS) for _ in range(8)))
        assert got.count(True) == 1
        await store.executors.leave("sweep")
        assert await store.executors.take("sweep", 0)
        assert await store.executors.take("sweep", LONG_MS)
        assert not await store.executors.take("sweep", LONG_MS)

    async def test_an_office_is_one_process_s(self, store: Store) -> None:
        """Of many that want it at once one gets it and keeps it. It is another's when its time is over, and then
        the first one has lost it, whatever it shows."""
        got = await asyncio.gather(*(store.executors.hold("watch", LONG_MS) for _ in range(8)))
        assert sum(map(bool, got)) == 1
        mine = await store.executors.hold("watch", LONG_MS, max(got))
        assert mine == max(got), "nothing is written while half of the time is left"
        assert not await store.executors.hold("watch", LONG_MS)
        over = await store.executors.hold("watch", 0, mine)
        assert over
        taken = await store.executors.hold("watch", LONG_MS)
        assert taken > over
        assert not await store.executors.hold("watch", LONG_MS, over)
        assert await store.executors.hold("watch", LONG_MS, taken)

    async def test_an_office_that_nobody_took_is_kept_late(self, store: Store) -> None:
        """Whoever was late has it still, also when what was over had been cleared away."""
        over = await store.executors.hold("watch", 0)
        assert await store.executors.hold("watch", 0, over)
        await store.executors.beat("another", LONG_MS)
        assert await store.executors.hold("watch", LONG_MS, over)
