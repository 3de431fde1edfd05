"""A cache of what is computed from stored interviews, with its workers: off the event loop, once for each version
of a journal.

A journal only grows, so its length is its version. What was computed is kept in memory, within
bounds, until the journal has grown, the interview is erased, or something newer needs the room.
Requests for the same thing at the same time share one computation. One owner's computations come one
after the other, so that they keep nobody else waiting.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from greenroom.app.background import yield_to_interviews
from greenroom.app.ports import Interviews, OperatorFault

MOST_BYTES: Final = 96 * 2**20
"""Of everything that is kept, as far as its makers know its size."""
MOST_ENTRIES: Final = 2_000
HEAVY: Final = 256 * 2**10
"""Bytes of a journal beyond which it is worked on by a process of its own: a thread holds the interpreter
for milliseconds again and again, and for longer where the machine is busy."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Key:
    """What is computed, from which interviews, in which version."""

    what: str
    interviews: tuple[str, ...]
    version: Hashable

    @property
    def place(self) -> tuple[str, tuple[str, ...]]:
        """One version is kept of it."""
        return self.what, self.interviews


@dataclass(frozen=True, slots=True)
class _Kept:
    version: Hashable
    value: Any
    size: int


class ReportCache:
    """Of one store: reports, and all else that is computed from journals. Nothing is written to disk, and what is erased there is forgotten here."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.heavy = HEAVY
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[str, tuple[str, ...]], _Kept] = OrderedDict()
        self._size = 0
        self._under_way: dict[Key, asyncio.Task[Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._turns: dict[str, tuple[asyncio.Lock, int]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="report-cache")
        self._process: ProcessPoolExecutor | None = None

    async def once(self, key: Key, make: Callable[[], Awaitable[T]], size: Callable[[T], int]) -> T:
        """What `make` returns, made once for each version; `size`: its bytes, roughly."""
        kept = self._kept.get(key.place)
        if kept is not None and kept.version == key.version:
            self._kept.move_to_end(key.place)
            found: T = kept.value
            return found
        task = self._under_way.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._made(key, make, size))
            self._tasks.add(task)
            task.add_done_callback(self._over)
            self._under_way[key] = task
        made: T = await asyncio.shield(task)
        return made

    async def apart(self, owner: str, work: Callable[[], T], weight: int = 0) -> T:
        """Do `work` in a thread, in the owner's turn and in the context of who asks, so in their language; if it is about more than `heavy` bytes, in a process,
        and then it must pickle. Raises `OperatorFault` when that process dies."""
        async with self.turn(owner):
            loop = asyncio.get_running_loop()
            if weight <= self.heavy:
                return await loop.run_in_executor(self._thread, copy_context().run, work)
            try:
                return await loop.run_in_executor(self._heavy(), work)
            except BrokenExecutor:
                self._process = None
                raise OperatorFault("the process that works on long records died") from None

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """One at a time for each `who`."""
        lock, waiting = self._turns.get(who, (asyncio.Lock(), 0))
        self._turns[who] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._turns.pop(who)
            if waiting > 1:
                self._turns[who] = lock, waiting - 1

    def forget(self, interview_id: str) -> None:
        """Keep nothing of this interview, nor what is being computed from it."""
        for place in [place for place in self._kept if interview_id in place[1]]:
            self._drop(place)
        for key in [key for key in self._under_way if interview_id in key.interviews]:
            del self._under_way[key]

    # inside

    def _heavy(self) -> ProcessPoolExecutor:
        if self._process is None:
            self._process = ProcessPoolExecutor(
                1, multiprocessing.get_context("spawn"), initializer=_begin_process
            )
        return self._process

    async def _made(
        self, key: Key, make: Callable[[], Awaitable[T]], size: Callable[[T], int]
    ) -> T:
        try:
            value = await make()
            if self._under_way.get(key) is asyncio.current_task():  # else it was erased meanwhile
                self._keep(key, value, size(value))
            return value
        finally:
            if self._under_way.get(key) is asyncio.current_task():
                del self._under_way[key]

    def _over(self, task: asyncio.Task[Any]) -> None:
        """An error is raised where it is waited for; when nobody waits any more, nobody wants it."""
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()

    def _keep(self, key: Key, value: Any, size: int) -> None:
        self._drop(key.place)
        if size > self._most_bytes // 4:
            return  # one thing does not push all others out
        self._kept[key.place] = _Kept(key.version, value, size)
        self._size += size
        while self._size > self._most_bytes or len(self._kept) > MOST_ENTRIES:
            self._drop(next(iter(self._kept)))

    def _drop(self, place: tuple[str, tuple[str, ...]]) -> None:
        gone = self._kept.pop(place, None)
        if gone is not None:
            self._size -= gone.size


def _begin_process() -> None:
    """Of a process that works on long records: interviews come first, and Ctrl-C is our parent's."""
    yield_to_interviews()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def report_cache_of(interviews: Interviews) -> ReportCache:
    """The cache of this store of interviews: one for as long as the store is open."""
    found = _OF_STORES.get(interviews)
    if found is None:
        found = _OF_STORES[interviews] = ReportCache()
        interviews.on_delete(found.forget)
    return found


_OF_STORES: Final[WeakKeyDictionary[Interviews, ReportCache]] = WeakKeyDictionary()
