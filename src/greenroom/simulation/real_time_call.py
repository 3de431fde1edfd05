"""Real time beside virtual time: a model's reply is waited for in a thread of its own, while the
virtual clock stands still."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from greenroom.app.ports import Interviewer, Judge, Notes, Reply, StreamedReply
from greenroom.assessment.claims import Claim
from greenroom.assessment.rubric import Criterion
from greenroom.assessment.transcript import Transcript
from greenroom.interview.brief import Brief
from greenroom.simulation import clock

T = TypeVar("T")


class AskedForJson(Protocol):
    """A language model that is asked for one JSON object (`adapters.models.json_model`)."""

    async def reply(self, system: str, user: str, name: str, schema: Mapping[str, Any]) -> str: ...


class RealTimeThread:
    """A thread with an event loop on the real clock."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, daemon=True, name="real-time"
        )

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def wait(self, work: Callable[[], Awaitable[T]]) -> T:
        """From a thread without a loop: do this there, and return what comes of it."""
        return asyncio.run_coroutine_threadsafe(_call(work), self._loop).result()

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        """From a virtual loop: no virtual time passes until it is done."""
        with clock.standing_still():
            waiting = asyncio.run_coroutine_threadsafe(_call(work), self._loop)
            return await asyncio.wrap_future(waiting)


async def _call(work: Callable[[], Awaitable[T]]) -> T:
    return await work()


class AskedInRealTime:
    """A model that is asked for JSON, from virtual time."""

    def __init__(self, model: AskedForJson, thread: RealTimeThread) -> None:
        self._model, self._thread = model, thread

    async def reply(self, system: str, user: str, name: str, schema: Mapping[str, Any]) -> str:
        return await self._thread.run(lambda: self._model.reply(system, user, name, schema))


class InterviewerInRealTime:
    """Implements `ports.Interviewer`. A streamed reply is waited for to its end: how long a model
    takes is no part of a simulated interview."""

    def __init__(self, interviewer: Interviewer, thread: RealTimeThread) -> None:
        self._interviewer, self._thread = interviewer, thread

    async def reply(self, brief: Brief) -> Reply:
        found, rest, fault = await self._thread.run(lambda: self._whole(brief))
        if isinstance(found, tuple):
            return found
        return StreamedReply(found.proposals, _again(rest, fault))

    async def _whole(self, brief: Brief) -> tuple[Reply, Sequence[str | Notes], Exception | None]:
        found = await self._interviewer.reply(brief)
        rest: list[str | Notes] = []
        if isinstance(found, tuple):
            return found, rest, None
        try:
            async for part in found.rest:
                rest.append(part)  # noqa: PERF401 - what came before a fault stands
        except Exception as fault:  # noqa: BLE001 - raised again where the reply is read
            return found, rest, fault
        return found, rest, None


async def _again(
    parts: Sequence[str | Notes], fault: Exception | None
) -> AsyncIterator[str | Notes]:
    for part in parts:
        yield part
    if fault is not None:
        raise fault


class JudgeInRealTime:
    """Implements `ports.Judge`."""

    def __init__(self, judge: Judge, thread: RealTimeThread) -> None:
        self._judge, self._thread = judge, thread
        self.name, self.judge_passes, self.longest = judge.name, judge.judge_passes, judge.longest

    async def judge(
        self, criterion: Criterion, transcript: Transcript, judge_pass: int
    ) -> Claim | None:
        return await self._thread.run(lambda: self._judge.judge(criterion, transcript, judge_pass))
