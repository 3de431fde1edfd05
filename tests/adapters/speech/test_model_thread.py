"""The queue in front of a model."""

import asyncio
import threading

import pytest

from greenroom.adapters.speech.model_thread import InlineExecutor, ModelThread


async def test_urgent_calls_go_first_and_each_kind_in_order(thread: ModelThread) -> None:
    """What ends an utterance overtakes guesses; equals keep their order."""
    gate = threading.Event()
    order: list[str] = []
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(thread.run(gate.wait))
        for name in ("guess 1", "final 1", "guess 2", "final 2"):
            urgent = name.startswith("final")
            tasks.create_task(thread.run(lambda n=name: order.append(n), urgent=urgent))
        await asyncio.sleep(0.05)
        assert thread.waiting == 4
        gate.set()
    assert order == ["final 1", "final 2", "guess 1", "guess 2"]


async def test_one_call_at_a_time(thread: ModelThread) -> None:
    """The model is never entered twice at once, on a thread that stays the same."""
    inside = 0
    seen: set[int] = set()

    def call() -> None:
        nonlocal inside
        inside += 1
        assert inside == 1
        seen.add(threading.get_ident())
        inside -= 1

    await asyncio.gather(*(thread.run(call) for _ in range(50)))
    assert len(seen) == 1


async def test_a_call_that_nobody_waits_for_is_not_made(thread: ModelThread) -> None:
    """Cancelling the caller takes its call out of the queue."""
    gate = threading.Event()
    made: list[int] = []
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(thread.run(gate.wait))
        dropped = tasks.create_task(thread.run(lambda: made.append(1)))
        kept = tasks.create_task(thread.run(lambda: made.append(2)))
        await asyncio.sleep(0.05)
        dropped.cancel()
        await asyncio.sleep(0.01)
        gate.set()
        await kept
    assert made == [2]


async def test_an_error_goes_to_its_caller_and_the_thread_lives_on(thread: ModelThread) -> None:
    """One failing call harms no other."""
    with pytest.raises(ZeroDivisionError):
        await thread.run(lambda: 1 // 0)
    assert await thread.run(lambda: 7) == 7


async def test_closing_cancels_what_waits() -> None:
    """Nobody waits for ever on a closed thread."""
    thread = ModelThread("closing")
    gate = threading.Event()
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(thread.run(gate.wait))
        waiting = tasks.create_task(thread.run(lambda: None))
        await asyncio.sleep(0.05)
        thread.close()
        gate.set()
        assert await running
    assert waiting.cancelled()


async def test_a_call_at_once() -> None:
    """The executor for tiny calls needs no thread: the result is there when `submit` returns."""
    done = InlineExecutor().submit(threading.get_ident)
    assert done.result(timeout=0) == threading.get_ident()
    failed = InlineExecutor().submit(int, "nonsense")
    assert isinstance(failed.exception(timeout=0), ValueError)
