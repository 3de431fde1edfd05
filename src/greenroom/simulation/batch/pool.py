"""Runs spread over processes. What is running is a few runs a process, so little is lost with it."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from typing import Any, Final, TypeAlias

from greenroom.app.ports import OperatorFault

WAITING: Final = 1
"""Runs that wait in each process behind the one that is held: it is not idle while a line is kept."""


@dataclass(frozen=True, slots=True)
class Run:
    """One result that is wanted; `scenario` counts in the batch's order."""

    scenario: int
    run: int


Perform: TypeAlias = Callable[[Run], str]
"""The result line of a run."""


def perform_all(
    runs: Sequence[Run],
    perform: Perform,
    *,
    jobs: int,
    initializer: Callable[..., None],
    arguments: tuple[Any, ...],
    goes_on: Callable[[], bool],
) -> Generator[list[str]]:
    """Result lines as they come, several when several came together. `goes_on` is asked before each
    run begins; what is running then is finished. `perform` and `initializer` are functions of a module.

    Raises `OperatorFault` when a process died.
    """
    if jobs == 1:
        initializer(*arguments)
        for run in runs:
            if not goes_on():
                return
            yield [perform(run)]
        return
    context = get_context("spawn")
    jobs = min(jobs, max(1, len(runs)))
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(initializer, arguments))
    waiting, running = deque(runs), set[Future[str]]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs * (1 + WAITING) and goes_on():
                with _deaf():
                    running.add(pool.submit(perform, waiting.popleft()))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield [future.result() for future in done]
    except BrokenProcessPool:
        raise OperatorFault(
            "a process of the batch died (killed, or out of memory); what was written stands"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C: it is the batch that ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(initializer: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    threading.Thread(target=_end_with_parent, daemon=True, name="orphan").start()
    initializer(*arguments)


def _end_with_parent() -> None:
    """A killed batch leaves no process behind: nobody would read what it holds."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(3)
