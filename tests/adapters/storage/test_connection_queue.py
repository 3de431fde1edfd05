"""Whose turn it is at a database's one connection."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.adapters.storage.connection_queue import ConnectionQueue


async def line(turns: ConnectionQueue, wanted: list[bool], leaves: set[int]) -> list[int]:
    """Who had a turn, in order, of people who came while one was taken; those in `leaves` go away."""
    had: list[int] = []

    async def come(number: int, *, first: bool) -> None:
        async with turns.turn(first=first):
            had.append(number)
            await asyncio.sleep(0)

    async with turns.turn():
        tasks = []
        for number, first in enumerate(wanted):
            tasks.append(asyncio.ensure_future(come(number, first=first)))
            await asyncio.sleep(0)
        for number in leaves:
            tasks[number].cancel()
        await asyncio.sleep(0)
    await asyncio.gather(*tasks, return_exceptions=True)
    return had


@given(st.lists(st.booleans(), max_size=8), st.data())
def test_the_first_go_first(wanted: list[bool], data: st.DataObject) -> None:
    """Whoever asks to be first goes before the others, each kind in its order; who goes away is passed
    over; and nobody is forgotten."""
    numbers = range(len(wanted))
    leaves = data.draw(st.sets(st.sampled_from(numbers))) if wanted else set()
    stay = [number for number in numbers if number not in leaves]
    had = asyncio.run(line(ConnectionQueue(), wanted, leaves))
    assert had == sorted(stay, key=lambda number: (not wanted[number], number))


async def test_a_turn_that_goes_to_somebody_who_leaves_goes_on() -> None:
    """Cancelled in the moment in which the turn comes, it is passed to the next."""
    turns = ConnectionQueue()

    async def come() -> None:
        async with turns.turn():
            pass

    async with turns.turn():
        leaving = asyncio.ensure_future(come())
        staying = asyncio.ensure_future(come())
        await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.wait_for(staying, 5)
    async with turns.turn():
        """It is free again."""


async def test_a_turn_that_does_not_come() -> None:
    """Whoever waits too long is told, and is in nobody's way."""
    turns = ConnectionQueue(longest_wait_s=0)
    async with turns.turn():
        with pytest.raises(TimeoutError):
            async with turns.turn():
                pass
    async with turns.turn():
        """It is free again."""
