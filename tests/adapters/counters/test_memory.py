"""Counters in memory: they are bounded."""

from __future__ import annotations

from tests.adapters.counters.conftest import Clock

from greenroom.adapters.counters.memory import KNOWN, FirstSeen, MemoryCounters


async def test_ended_windows_are_forgotten(clock: Clock) -> None:
    """Counts that nobody adds to any more leave memory."""
    counters = MemoryCounters(clock)
    for number in range(1_000):
        await counters.add(f"key {number}", 60)
    clock.now += 61
    await counters.add("another", 60)
    assert list(counters._windows) == ["another"]
    assert len(counters._ends) == 1


def test_remembered_keys_are_bounded() -> None:
    """However many come; those seen longest ago are forgotten."""
    first = FirstSeen()
    for number in range(KNOWN):
        first.put(f"key {number}", number)
    assert first.get("key 0") == 0
    for number in range(10):
        first.put(f"more {number}", 0)
    assert len(first) == KNOWN
    assert first.get("key 0") == 0
    assert first.get("key 1") is None
