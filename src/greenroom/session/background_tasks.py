"""Background work of one interview, owned by one object so that none of it outlives the interview."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class BackgroundTasks:
    """Tasks and timers. After `aclose` there are none, and new ones are not started."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._over = False

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        if self._over:
            work.close()
            return None
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def later(self, delay_s: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """`loop.call_later` that is cancelled when the interview is over."""
        timer: asyncio.TimerHandle

        def fire() -> None:
            self._timers.discard(timer)
            if not self._over:
                call()

        timer = asyncio.get_running_loop().call_later(delay_s, fire)
        self._timers.add(timer)
        return timer

    def forget(self, timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()
            self._timers.discard(timer)

    async def aclose(self) -> None:
        self._over = True
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
