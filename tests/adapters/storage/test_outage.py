"""Who waits for a server that is away, and for how long, in virtual time."""

from __future__ import annotations

import asyncio

import pytest

from greenroom.adapters.storage.outage import AGAIN_S, Outage
from greenroom.app.ports import AWAY_S, Unreachable
from greenroom.simulation.clock import in_virtual_time


class Server:
    """Answers when it is there. What is asked of it is a number, which it gives back."""

    def __init__(self) -> None:
        self.there = True
        self.asked: list[int] = []

    def connect(self, number: int) -> int:
        self.asked.append(number)
        if not self.there:
            raise Unreachable("the database cannot be reached")
        return number


async def over(outage: Outage, server: Server, number: int) -> int:
    async def connect() -> int:
        return server.connect(number)

    return await outage.over(connect)


@in_virtual_time
async def test_nobody_waits_for_a_server_that_never_answered():
    """A wrong address is said at once."""
    server = Server()
    server.there = False
    with pytest.raises(Unreachable):
        await over(Outage(), server, 1)
    assert asyncio.get_running_loop().time() == 0


@in_virtual_time
async def test_a_server_that_stays_away_is_told():
    """Whoever waits is told after `AWAY_S`; whoever comes later is told at once, until it answers again."""
    outage, server, loop = Outage(), Server(), asyncio.get_running_loop()
    await over(outage, server, 0)
    server.there = False
    waiting = [asyncio.ensure_future(over(outage, server, number)) for number in range(1, 50)]
    told = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(one, Unreachable) for one in told)
    assert AWAY_S <= loop.time() <= AWAY_S + 2 * AGAIN_S
    gone = loop.time()
    with pytest.raises(Unreachable):
        await over(outage, server, 50)
    assert loop.time() == gone
    server.there = True
    assert await over(outage, server, 51) == 51
    server.there = False
    again = asyncio.ensure_future(over(outage, server, 52))
    await asyncio.sleep(AWAY_S / 2)
    server.there = True
    assert await again == 52


@in_virtual_time
async def test_who_waits_is_served_in_order():
    """One asks for all, and the first who came is the first who goes on."""
    outage, server = Outage(), Server()
    await over(outage, server, 0)
    server.there = False
    waiting = [asyncio.ensure_future(over(outage, server, number)) for number in range(1, 6)]
    await asyncio.sleep(AWAY_S / 2)
    tries = len(server.asked)
    assert tries <= len(waiting) + AWAY_S / 2 / AGAIN_S + 1
    server.there = True
    assert await asyncio.gather(*waiting) == [1, 2, 3, 4, 5]
    assert server.asked[tries:] == [1, 2, 3, 4, 5]
