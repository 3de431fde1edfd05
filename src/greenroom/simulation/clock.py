"""Virtual time for asyncio: a sleep costs nothing, and the same program sees the same clock twice.

Two parts. `VirtualLoop` is a selector loop that jumps to its next timer instead of waiting for it;
jobs in an executor still take the time that they take, and the clock stands still meanwhile.
`install` makes the functions of the `time` module read the running virtual loop. It must be called
before livekit is imported: models there keep a reference to `time.time` from their class body, and
real and virtual stamps would be mixed in one history. Outside a virtual loop the functions return
the real clocks, so installing them changes nothing for anybody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import selectors
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from typing import Any, ParamSpec, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")

EPOCH_S = 1_700_000_000
"""Seconds since 1970 at which a virtual loop starts unless it is told otherwise."""
TICK_NS = 1_000
"""Every reading of a clock is later than the one before it: ties would make an order ambiguous."""
THREAD_WAIT_S = 0.002
IDLE_WAIT_S = 1.0
"""Real time granted to a foreign thread's wake-up when nothing at all is scheduled."""

_NAMES = ("time", "monotonic", "perf_counter")
_real: dict[str, Callable[[], Any]] = {
    name: getattr(time, name) for base in _NAMES for name in (base, f"{base}_ns")
}
_running = threading.local()


class IdleForever(RuntimeError):
    """Nothing is ready, scheduled or awaited from a thread: whoever waits here waits for ever."""


def real_seconds() -> float:
    """The machine's own monotonic clock, also inside a virtual loop (for measuring)."""
    seconds: float = _real["perf_counter"]()
    return seconds


def install() -> None:
    """Let the `time` module follow the virtual loop of the calling thread. Idempotent."""
    for name in _NAMES:
        setattr(time, name, _reader(name, ns=False))
        setattr(time, f"{name}_ns", _reader(name, ns=True))


def _reader(name: str, *, ns: bool) -> Callable[[], Any]:
    real = _real[f"{name}_ns" if ns else name]
    dated = name == "time"

    def read() -> float | int:
        loop: VirtualLoop | None = getattr(_running, "loop", None)
        if loop is None:
            now: float | int = real()
            return now
        stamp = loop.stamp_ns() + (loop.epoch_ns if dated else 0)
        return stamp if ns else stamp / 1e9

    read.__name__ = name
    return read


class _JumpingSelector(selectors.DefaultSelector):
    """Where asyncio would block until the next timer, this moves the clock there."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0 and not self.loop.jobs_outstanding:
            return []  # something is ready: the world outside is asked when nothing is
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self.loop.jobs_outstanding:
            return super().select(THREAD_WAIT_S if timeout is not None else None)
        if timeout is None:
            ready = super().select(IDLE_WAIT_S)
            if not ready:
                raise IdleForever(_whoever_waits(self.loop))
            return ready
        self.loop.advance(timeout)
        return ready


def _whoever_waits(loop: asyncio.AbstractEventLoop) -> str:
    waiting = sorted(task.get_name() + " " + _place(task) for task in asyncio.all_tasks(loop))
    return (
        "virtual time stands still: nothing is ready, no timer is set, no thread owes an answer. "
        f"Waiting: {'; '.join(waiting) or 'nobody'}"
    )


def _place(task: asyncio.Task[Any]) -> str:
    stack = task.get_stack(limit=1)
    return f"at {stack[-1].f_code.co_qualname}:{stack[-1].f_lineno}" if stack else "(not started)"


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose `time()` starts at 0 and moves only when everybody waits."""

    def __init__(self, epoch_s: float = EPOCH_S) -> None:
        self.epoch_ns = int(epoch_s * 1e9)
        self.jobs_outstanding = 0
        self._now_s = 0.0
        self._stamp_ns = 0
        selector = _JumpingSelector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self._now_s

    def advance(self, seconds: float) -> None:
        self._now_s += seconds

    def stamp_ns(self) -> int:
        """Nanoseconds since the loop began, strictly increasing from call to call."""
        self._stamp_ns = max(self._stamp_ns + TICK_NS, round(self._now_s * 1e9))
        return self._stamp_ns

    def run_in_executor(
        self,
        executor: Executor | None,
        func: Callable[[Unpack[Ts]], T],
        *args: *Ts,
    ) -> asyncio.Future[T]:
        self.jobs_outstanding += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._job_done)
        return future

    def _job_done(self, _: object) -> None:
        self.jobs_outstanding -= 1

    async def shutdown_default_executor(self, *args: Any) -> None:
        """Python 3.12 gives this a time limit, which must not be jumped to."""
        self.jobs_outstanding += 1
        await super().shutdown_default_executor(*args)
        self.jobs_outstanding -= 1


@contextlib.contextmanager
def _entered(loop: VirtualLoop) -> Iterator[None]:
    outer = getattr(_running, "loop", None)
    _running.loop = loop
    try:
        yield
    finally:
        _running.loop = outer


def run(
    main: Coroutine[Any, Any, T], *, epoch_s: float = EPOCH_S, loop: VirtualLoop | None = None
) -> T:
    """`asyncio.run` on a fresh virtual loop: leftover tasks are cancelled, then the loop is closed."""
    install()
    loop = loop or VirtualLoop(epoch_s)
    with _entered(loop), asyncio.Runner(loop_factory=lambda: loop) as runner:
        # not `runner.run`: to handle Ctrl+C it takes the repr of all that `main` returns
        return runner.get_loop().run_until_complete(main)


@contextlib.contextmanager
def standing_still() -> Iterator[None]:
    """The virtual clock does not move meanwhile: a thread that the loop knows nothing of (a
    database's) is at work. On a real clock this changes nothing."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, VirtualLoop):
        yield
        return
    loop.jobs_outstanding += 1
    try:
        yield
    finally:
        loop.jobs_outstanding -= 1


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Make a coroutine function an ordinary one that runs in virtual time; for tests."""

    @functools.wraps(test)
    def ordinary(*args: P.args, **kwargs: P.kwargs) -> T:
        return run(test(*args, **kwargs))

    return ordinary
