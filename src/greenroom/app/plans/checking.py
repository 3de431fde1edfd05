"""Plans checked off the event loop: on few threads of their own, and one at a time for each person.

A check is pure work of up to half a second. On the threads that everybody's requests share, a few of
them would hold everybody up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from greenroom.app.plans.parsing import parse
from greenroom.app.ports import InterviewRow
from greenroom.interview.plan import InterviewPlan

AT_ONCE: Final = 2

P = ParamSpec("P")
T = TypeVar("T")

_THREADS: Final = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="plans")
_LOCKS: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()
"""By person, while somebody waits or works."""


async def in_turn(who: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `work` returns. `who` is an owner, or an address of somebody without one."""
    lock = _LOCKS.setdefault(who, asyncio.Lock())
    async with lock:
        loop = asyncio.get_running_loop()
        told = (
            copy_context()
        )  # a thread of the pool has none: in which language the page is, for one
        return await loop.run_in_executor(_THREADS, partial(told.run, work, *args, **kwargs))


async def plan_of(row: InterviewRow) -> InterviewPlan:
    """The plan as it was stored with the interview, for this candidate. Raises `SourceError`."""
    role, level = row.candidate.get("role", ""), row.candidate.get("level", "")
    return await in_turn(row.owner, parse, row.plan_toml, row.plan_id, role=role, level=level)
