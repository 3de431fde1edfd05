"""Virtual time."""

import asyncio
import time

import pytest

from greenroom.simulation.clock import IdleForever, in_virtual_time, real_seconds, run


def test_an_hour_of_sleep_costs_no_time() -> None:
    """A sleep moves the loop's clock by its length and the machine's clock hardly at all."""
    began = real_seconds()

    async def sleeper() -> float:
        await asyncio.sleep(3600)
        return asyncio.get_running_loop().time()

    assert run(sleeper()) == pytest.approx(3600)
    assert real_seconds() - began < 2


def test_clocks_of_the_time_module_follow_the_loop() -> None:
    """`time.time` starts at the given epoch, advances with the loop, and never ties."""

    async def readings() -> tuple[float, float, bool]:
        first = time.time()
        await asyncio.sleep(5)
        return first, time.time() - first, time.monotonic_ns() < time.monotonic_ns()

    first, passed, increasing = run(readings(), epoch_s=1_000)
    assert first == pytest.approx(1_000, abs=0.001)
    assert passed == pytest.approx(5, abs=0.001)
    assert increasing


def test_real_clocks_outside() -> None:
    """Outside a virtual loop the `time` module tells the real time."""
    assert time.time() > 1_750_000_000


@in_virtual_time
async def test_a_thread_is_waited_for() -> None:
    """Virtual time stands still while a job runs in a thread, however soon the next timer is."""
    loop = asyncio.get_running_loop()
    timer = loop.call_later(0.001, lambda: None)
    begun = loop.time()
    await asyncio.gather(
        asyncio.to_thread(sum, range(1_000_000)), asyncio.to_thread(sum, range(10))
    )
    timer.cancel()
    assert loop.time() == begun


def test_waiting_for_ever_is_told() -> None:
    """When nobody can ever wake up, the run ends with an error that names who waits and where."""

    async def forever() -> None:
        await asyncio.Event().wait()

    with pytest.raises(IdleForever, match=r"forever"):
        run(forever())


def test_order_of_timers_is_the_order_of_time() -> None:
    """Concurrent sleepers wake in the order of their deadlines, the same in every run."""

    async def race() -> list[float]:
        woken: list[float] = []

        async def sleeper(seconds: float) -> None:
            await asyncio.sleep(seconds)
            woken.append(seconds)

        await asyncio.gather(*(sleeper(s) for s in (3.0, 0.5, 2.0, 0.25)))
        return woken

    assert run(race()) == run(race()) == [0.25, 0.5, 2.0, 3.0]
