"""One thread for one model, shared by every interview of the process.

The models run single-threaded (two threads are no faster for them) and are not re-entrant, so each
has a thread of its own and calls queue for it. Words that end an utterance go before guesses at an
utterance still going on, whoever they belong to: a guess that comes late is worth nothing.
"""

from __future__ import annotations

import asyncio
import heapq
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class ModelThread:
    """Runs calls one at a time, urgent ones first, each kind in order of arrival."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._lock = threading.Lock()
        self._jobs: list[tuple[bool, int, Callable[[], None], Future[Any]]] = []
        self._order = count()

    @property
    def waiting(self) -> int:
        """Calls not yet begun."""
        return len(self._jobs)

    async def run(self, call: Callable[[], T], *, urgent: bool = True) -> T:
        """The result of `call`. Cancelling the caller takes a call that has not begun off the
        queue; one that has begun runs to its end, unheard."""
        future: Future[T] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001 - handed to the caller, whatever it is
                future.set_exception(error)

        with self._lock:
            heapq.heappush(self._jobs, (not urgent, next(self._order), job, future))
        self._executor.submit(self._next)
        return await asyncio.wrap_future(future)

    def _next(self) -> None:
        with self._lock:
            _, _, job, _ = heapq.heappop(self._jobs)
        job()

    def close(self) -> None:
        """Cancel what waits and let the thread end."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        for _, _, _, future in self._jobs:
            future.cancel()


class InlineExecutor(Executor):
    """Runs each call where it is submitted.

    For the voice activity detector: a window takes it 30 µs, and handing it to a thread and back
    costs several times as much, more still when the event loop's thread is busy.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - handed to the caller, whatever it is
            future.set_exception(error)
        return future
