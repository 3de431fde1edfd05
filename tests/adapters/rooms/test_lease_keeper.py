"""An interview is worked on only while its lease is held (W5)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.adapters.rooms.conftest import running, store

from greenroom.adapters.rooms.lease_keeper import (
    ANSWER_S,
    LATE_S,
    RENEW_S,
    TTL_MS,
    LeaseKeeper,
    LeaseLost,
)
from greenroom.app.ports import OperatorFault, Refused
from greenroom.simulation.clock import VirtualLoop, in_virtual_time

TTL_S = TTL_MS / 1000


async def for_ever() -> None:
    await asyncio.Event().wait()


@in_virtual_time
async def test_work_goes_on_while_the_lease_is_renewed():
    """Long work keeps its lease, and gives it back at the end."""
    kept = store()
    await running(kept)
    async with LeaseKeeper(kept.leases, "i1", "J1") as lease:
        with pytest.raises(Refused):
            await LeaseKeeper(kept.leases, "i1", "J2").__aenter__()
        await lease.during(asyncio.sleep(10 * TTL_S))
        assert await kept.leases.holder("i1") == "J1"
    assert await kept.leases.holder("i1") is None


@in_virtual_time
async def test_a_lost_lease_stops_the_work():
    """Within one renewal of the lease being somebody else's the work is cancelled."""
    kept = store()
    await running(kept)
    loop = asyncio.get_running_loop()
    async with LeaseKeeper(kept.leases, "i1", "J1") as lease:
        await kept.leases.release("i1", "J1")
        await kept.leases.take("i1", "J2", 60_000)
        began = loop.time()
        with pytest.raises(LeaseLost):
            await lease.during(for_ever())
        assert loop.time() - began <= RENEW_S + 0.01
    assert await kept.leases.holder("i1") == "J2"


async def hold_over_a_standstill(kept, meanwhile):
    """Hold the lease on a loop that stands still for twice as long, then does this, then works for
    10 s. A renewal takes a moment, as with a database."""
    loop, renew = asyncio.get_running_loop(), kept.leases.renew

    async def renew_soon(*asked: Any) -> bool:
        await asyncio.sleep(0.05)
        return await renew(*asked)

    async def work() -> None:
        await asyncio.sleep(0.5)
        assert isinstance(loop, VirtualLoop)
        loop.advance(2 * TTL_S)  # nobody runs meanwhile
        await meanwhile()
        await asyncio.sleep(10)

    kept.leases.renew = renew_soon
    async with LeaseKeeper(kept.leases, "i1", "J1") as lease:
        await lease.during(work())


@in_virtual_time
async def test_a_loop_that_stood_still_keeps_a_lease_that_nobody_took():
    """Late by more than the lease, the job asks before it gives up, and goes on."""
    kept = store()
    await running(kept)

    async def nobody() -> None:
        assert await kept.leases.holder("i1") is None

    await hold_over_a_standstill(kept, nobody)
    assert asyncio.get_running_loop().time() >= 0.5 + 2 * TTL_S + 10


@in_virtual_time
async def test_a_loop_that_stood_still_is_told_that_it_was_replaced():
    """Somebody took the lease meanwhile: the work stops as soon as that is known."""
    kept = store()
    await running(kept)
    loop = asyncio.get_running_loop()
    stopped: list[float] = []

    async def successor() -> None:
        assert await kept.leases.take("i1", "J2", 60_000)
        stopped.append(loop.time())

    with pytest.raises(LeaseLost):
        await hold_over_a_standstill(kept, successor)
    assert loop.time() - stopped[0] < 0.1
    assert await kept.leases.holder("i1") == "J2"


@in_virtual_time
async def test_a_store_that_does_not_answer_stops_the_work_in_time():
    """Somebody else may hold the interview by then: nothing goes on for ever without an answer."""
    kept = store()
    await running(kept)
    loop = asyncio.get_running_loop()
    began = loop.time()
    lease = LeaseKeeper(kept.leases, "i1", "J1")
    await lease.__aenter__()

    async def hang(*_: object) -> bool:
        await for_ever()
        return True

    kept.leases.renew = hang
    with pytest.raises(LeaseLost):
        await lease.during(for_ever())
    assert loop.time() - began <= RENEW_S + ANSWER_S + 0.01


@in_virtual_time
async def test_a_store_that_fails_stops_the_work():
    """It has asked again by itself for as long as it may be worth it: the lease counts as lost."""
    kept = store()
    await running(kept)

    async def fail(*_: object) -> bool:
        raise OperatorFault("the database cannot be reached")

    lease = LeaseKeeper(kept.leases, "i1", "J1")
    await lease.__aenter__()
    kept.leases.renew = fail
    with pytest.raises(LeaseLost):
        await lease.during(for_ever())


@in_virtual_time
async def test_it_is_known_that_the_store_does_not_answer():
    """While a renewal waits for an outage to end, and not any more when it was answered."""
    kept, back = store(), asyncio.Event()
    await running(kept)
    renew = kept.leases.renew

    async def renew_later(*asked: Any) -> bool:
        await back.wait()
        return await renew(*asked)

    async def work() -> None:
        await asyncio.sleep(RENEW_S + LATE_S / 2)
        assert not lease.unanswered
        await asyncio.sleep(LATE_S)
        assert lease.unanswered
        back.set()
        await asyncio.sleep(0.1)
        assert not lease.unanswered

    kept.leases.renew = renew_later
    async with LeaseKeeper(kept.leases, "i1", "J1") as lease:
        await lease.during(work())


@in_virtual_time
async def test_slow_answers_leave_time_for_the_next():
    """A database that takes nearly the whole lease for each answer loses it for nobody: the next renewal is
    counted from when the last one was asked."""
    kept = store()
    await running(kept)
    renew = kept.leases.renew

    async def renew_slowly(*asked: Any) -> bool:
        held = await renew(*asked)
        await asyncio.sleep(0.9 * TTL_S)
        return held

    kept.leases.renew = renew_slowly
    async with LeaseKeeper(kept.leases, "i1", "J1") as lease:
        await lease.during(asyncio.sleep(10 * TTL_S))


@in_virtual_time
async def test_what_goes_wrong_in_the_work_comes_out():
    """An error of the work is not taken for a lost lease."""
    kept = store()
    await running(kept)

    async def break_off() -> None:
        raise ZeroDivisionError

    async with LeaseKeeper(kept.leases, "i1", "J1") as lease:
        with pytest.raises(ExceptionGroup) as caught:
            await lease.during(break_off())
    assert caught.group_contains(ZeroDivisionError)
