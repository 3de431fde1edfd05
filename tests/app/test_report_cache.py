"""What is worked out of interviews: once for each version, shared, and forgotten with them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import Store
from greenroom.app.reports.replay import contents_of, record_of, replay_of
from greenroom.app.reports.report_cache import Key, ReportCache, report_cache_of
from greenroom.testing.ended import STORY, keep_ended


class Work:
    """Counts how often it was done."""

    def __init__(self) -> None:
        self.done = 0
        self.go_on = asyncio.Event()
        self.go_on.set()

    def __call__(self, value: object = "made") -> Callable[[], Awaitable[object]]:
        async def make() -> object:
            self.done += 1
            await self.go_on.wait()
            return value

        return make


def size(_: object) -> int:
    return 10


async def test_a_version_is_worked_out_once() -> None:
    """The same version comes out of memory; another one is worked out, and takes the first one's place."""
    cache, work = ReportCache(), Work()
    for version in (1, 1, 2, 2, 1):
        await cache.once(Key("report", ("a",), version), work(version), size)
    assert work.done == 3


async def test_who_asks_at_the_same_time_shares_it() -> None:
    """Ten at once cost one computation, also when the first of them goes away meanwhile."""
    cache, work, key = ReportCache(), Work(), Key("report", ("a",), 1)
    work.go_on.clear()
    asking = [asyncio.ensure_future(cache.once(key, work(), size)) for _ in range(10)]
    await asyncio.sleep(0)
    asking[0].cancel()
    work.go_on.set()
    assert await asyncio.gather(*asking[1:]) == ["made"] * 9
    assert work.done == 1


async def test_a_failure_is_not_kept() -> None:
    """What failed is raised, and tried again the next time."""
    cache, work, key = ReportCache(), Work(), Key("report", ("a",), 1)

    async def fail() -> object:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await cache.once(key, fail, size)
    assert await cache.once(key, work(), size) == "made"


async def test_nothing_of_an_erased_interview_is_kept() -> None:
    """Forgetting takes what was made of it alone or beside others, and what is only being made."""
    cache, work = ReportCache(), Work()
    keys = [Key("report", ("a",), 1), Key("progress", ("b", "a"), 1), Key("report", ("b",), 1)]
    for key in keys:
        await cache.once(key, work(), size)
    work.go_on.clear()
    late = asyncio.ensure_future(cache.once(Key("questions", ("a",), 1), work(), size))
    await asyncio.sleep(0)
    cache.forget("a")
    work.go_on.set()
    await late
    before = work.done
    for key in (*keys, Key("questions", ("a",), 1)):
        await cache.once(key, work(), size)
    assert work.done == before + 3


async def test_memory_is_bounded() -> None:
    """What has not been asked for the longest goes first; one thing that is very large stays at all times out."""
    cache, work = ReportCache(most_bytes=100), Work()
    for name in "abcdefghijkl":
        await cache.once(Key("report", (name,), 1), work(), size)
    done = work.done
    await cache.once(Key("report", ("l",), 1), work(), size)
    assert work.done == done
    await cache.once(Key("report", ("a",), 1), work(), size)
    await cache.once(Key("large", ("l",), 1), work(), lambda _: 90)
    await cache.once(Key("report", ("l",), 1), work(), size)
    assert work.done == done + 2


async def test_one_owner_keeps_nobody_else_waiting() -> None:
    """Two computations of one owner come one after the other, and another owner's does not wait for both."""
    cache, order = ReportCache(), list[str]()

    async def one(owner: str, name: str) -> None:
        await cache.apart(owner, lambda: order.append(name))

    await asyncio.gather(*(one("me", f"m{n}") for n in range(5)), one("you", "y"))
    assert order.index("y") <= 2


async def test_a_record_is_read_again_when_its_journal_has_grown() -> None:
    """The same replayed interview as long as the journal is as long; deleting the interview forgets it."""
    store: Store = MemoryStore()
    row = await keep_ended(store, STORY)
    first = await replay_of(store.interviews, row)
    assert await replay_of(store.interviews, row) is first
    assert await contents_of(store, row) is await contents_of(store, row)
    await store.interviews.delete(row.id)
    assert await replay_of(store.interviews, row) is None
    again = await keep_ended(store, "Something else entirely.")
    found = await record_of(store.interviews, again)
    assert found is not None
    assert STORY not in str(found)


async def test_a_long_record_is_read_in_a_process_of_its_own() -> None:
    """And comes out the same."""
    store: Store = MemoryStore()
    row = await keep_ended(store, STORY)
    here = await contents_of(store, row)
    report_cache_of(store.interviews).forget(row.id)
    report_cache_of(store.interviews).heavy = 0
    there = await contents_of(store, row)
    assert there is not here
    assert there == here
