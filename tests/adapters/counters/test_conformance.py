"""What counters do, in memory and in a Redis."""

from __future__ import annotations

from tests.adapters.counters.conftest import Subject


async def test_each_key_is_counted_for_itself(subject: Subject) -> None:
    """From one on."""
    counters = subject.counters
    assert [await counters.add("a", 60) for _ in range(3)] == [1, 2, 3]
    assert await counters.add("b", 60) == 1


async def test_a_window_ends(subject: Subject) -> None:
    """So long after its first count; later counts do not lengthen it."""
    counters = subject.counters
    await counters.add("a", 60)
    await subject.later(59)
    assert await counters.add("a", 60) == 2
    await subject.later(2)
    assert await counters.add("a", 60) == 1
    assert await counters.add("a", 60) == 2


async def test_what_is_cleared_begins_again(subject: Subject) -> None:
    """With a whole window."""
    counters = subject.counters
    await counters.add("a", 60)
    await subject.later(30)
    await counters.clear("a")
    await counters.clear("never counted")
    assert await counters.add("a", 60) == 1
    await subject.later(40)
    assert await counters.add("a", 60) == 2


async def test_the_first_time_stays(subject: Subject) -> None:
    """Whenever a key is seen again, the first time is told."""
    counters = subject.counters
    assert await counters.first_seen("a", 1_764_000_000.25) == 1_764_000_000.25
    assert await counters.first_seen("a", 1_764_000_700.0) == 1_764_000_000.25
    assert await counters.first_seen("b", 1_764_000_700.0) == 1_764_000_700.0
