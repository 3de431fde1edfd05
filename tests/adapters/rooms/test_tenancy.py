"""An interview is worked on only while its lease is held (W5)."""

from __future__ import annotations

import asyncio

import pytest
from tests.adapters.rooms.conftest import running, store

from greenroom.adapters.rooms.tenancy import RENEW_S, TTL_MS, LeaseLost, Tenancy
from greenroom.app.ports import Refused
from greenroom.simulation.clock import in_virtual_time

TTL_S = TTL_MS / 1000


async def for_ever() -> None:
    await asyncio.Event().wait()


@in_virtual_time
async def test_work_goes_on_while_the_lease_is_renewed():
    """Long work keeps its lease, and gives it back at the end."""
    kept = store()
    await running(kept)
    async with Tenancy(kept.leases, "i1", "J1") as tenancy:
        with pytest.raises(Refused):
            await Tenancy(kept.leases, "i1", "J2").__aenter__()
        await tenancy.during(asyncio.sleep(10 * TTL_S))
        assert await kept.leases.holder("i1") == "J1"
    assert await kept.leases.holder("i1") is None


@in_virtual_time
async def test_a_lost_lease_stops_the_work():
    """Within one renewal of the lease being somebody else's the work is cancelled."""
    kept = store()
    await running(kept)
    loop = asyncio.get_running_loop()
    async with Tenancy(kept.leases, "i1", "J1") as tenancy:
        await kept.leases.release("i1", "J1")
        await kept.leases.take("i1", "J2", 60_000)
        began = loop.time()
        with pytest.raises(LeaseLost):
            await tenancy.during(for_ever())
        assert loop.time() - began <= RENEW_S + 0.01
    assert await kept.leases.holder("i1") == "J2"


@in_virtual_time
async def test_a_store_that_does_not_answer_stops_the_work_in_time():
    """Before the lease ends: afterwards somebody else may hold the interview."""
    kept = store()
    await running(kept)
    loop = asyncio.get_running_loop()
    began = loop.time()
    tenancy = Tenancy(kept.leases, "i1", "J1")
    await tenancy.__aenter__()

    async def hang(*_: object) -> bool:
        await for_ever()
        return True

    kept.leases.renew = hang
    with pytest.raises(LeaseLost):
        await tenancy.during(for_ever())
    assert loop.time() - began <= TTL_S + 0.01


@in_virtual_time
async def test_what_goes_wrong_in_the_work_comes_out():
    """An error of the work is not taken for a lost lease."""
    kept = store()
    await running(kept)

    async def break_off() -> None:
        raise ZeroDivisionError

    async with Tenancy(kept.leases, "i1", "J1") as tenancy:
        with pytest.raises(ExceptionGroup) as caught:
            await tenancy.during(break_off())
    assert caught.group_contains(ZeroDivisionError)
