"""What all jobs of a worker ask of the database again and again, asked together by the worker.

A job renews its lease every second and writes a journal line at each step. Each job by itself holds a
connection for that and makes a transaction of each. Over a Unix socket they ask the worker, which
renews all leases in one statement and commits lines that wait together. A job that is not answered
fails as it does without a database.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from greenroom.app.ports import (
    DiskFull,
    GreenroomError,
    Journal,
    Leases,
    NotFound,
    OperatorFault,
    Refused,
    Store,
)
from greenroom.assessment.sentence import joined

GATHER_S: Final = 0.9
"""Renewals that come within this time are one statement: one a second, because each job renews in each."""
LONGEST: Final = 1 << 24
"""Bytes of one message."""
FAULTS: Final = {kind.__name__: kind for kind in (DiskFull, NotFound, OperatorFault, Refused)}
GONE: Final = "the worker is gone, through which this job writes to the database"


@asynccontextmanager
async def relaying(store: Store, path: Path) -> AsyncIterator[None]:
    """Answer jobs at this socket. Its directory must be the worker's alone."""
    renewals = _Renewals(store.leases)
    jobs: set[asyncio.Task[Any]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        jobs.update(filter(None, (asyncio.current_task(),)))
        try:
            await _Answering(store, renewals, writer).until_it_ends(reader)
        finally:
            jobs.discard(asyncio.current_task())
            writer.close()

    server = await asyncio.start_unix_server(answer, path)
    try:
        yield
    finally:
        server.close()
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)


@dataclass(slots=True)
class _Renewal:
    interview: str
    holder: str
    ttl_ms: int
    held: asyncio.Future[bool]


class _Renewals:
    """Those who wait for the next statement. Who does not wait any more is not renewed."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._waiting: list[_Renewal] = []
        self._next: asyncio.Task[None] | None = None

    async def renew(self, interview: str, holder: str, ttl_ms: int) -> bool:
        loop = asyncio.get_running_loop()
        mine = _Renewal(interview, holder, ttl_ms, loop.create_future())
        self._waiting.append(mine)
        if self._next is None:
            self._next = loop.create_task(self._together())
        return await mine.held

    async def _together(self) -> None:
        await asyncio.sleep(GATHER_S)
        self._next = None
        waiting, self._waiting = self._waiting, []
        asked = [one for one in waiting if not one.held.done()]
        if not asked:
            return
        fault: GreenroomError = OperatorFault(GONE)
        held: frozenset[str] | None = None
        try:
            held = await self._leases.renew_all(
                {one.interview: one.holder for one in asked}, asked[0].ttl_ms
            )
        except GreenroomError as told:
            fault = told
        finally:  # whatever else went wrong, nobody waits for ever
            for one in asked:
                if one.held.done():
                    continue
                if held is None:
                    one.held.set_exception(fault)
                else:
                    one.held.set_result(one.interview in held)


class _Answering:
    """One job at the other end."""

    def __init__(self, store: Store, renewals: _Renewals, writer: asyncio.StreamWriter) -> None:
        self._store, self._renewals, self._writer = store, renewals, writer
        self._journals: dict[str, Journal] = {}
        self._in_order = asyncio.Lock()

    async def until_it_ends(self, reader: asyncio.StreamReader) -> None:
        async with asyncio.TaskGroup() as tasks:
            running: set[asyncio.Task[None]] = set()
            while (asked := await _read(reader)) is not None:
                task = tasks.create_task(self._answer(asked))
                running.add(task)
                task.add_done_callback(running.discard)
            for task in running:  # a dead job's lease is not renewed
                task.cancel()

    async def _answer(self, asked: dict[str, Any]) -> None:
        try:
            told: dict[str, Any] = {"done": await self._do(asked)}
        except GreenroomError as fault:
            kind = next(name for name, of in FAULTS.items() if isinstance(fault, of))
            told = {"fault": kind, "said": str(fault)}
        _write(self._writer, {"number": asked["number"], **told})

    async def _do(self, asked: dict[str, Any]) -> bool:
        interview = asked["interview"]
        if "line" in asked:
            async with self._in_order:
                if interview not in self._journals:
                    self._journals[interview] = self._store.interviews.journal(interview)
                await self._journals[interview].append(asked["line"])
            return True
        return await self._renewals.renew(interview, asked["holder"], asked["ttl_ms"])


@dataclass(slots=True)
class Relay:
    """A job's line to its worker."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    own: Leases
    """For what a job asks once."""
    _waiting: dict[int, asyncio.Future[bool]] = field(default_factory=dict)
    _asked: int = 0
    _lost: bool = False

    def journal(self, interview_id: str) -> RelayedJournal:
        return RelayedJournal(self, interview_id)

    @property
    def leases(self) -> RelayedLeases:
        return RelayedLeases(self, self.own)

    async def ask(self, **asked: Any) -> bool:
        if self._lost:
            raise OperatorFault(GONE)
        self._asked += 1
        number = self._asked
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            _write(self.writer, {"number": number, **asked})
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def listen(self) -> None:
        """Until the worker is gone; who waits then is told so."""
        try:
            while (told := await _read(self.reader)) is not None:
                answer = self._waiting.get(told["number"])
                if answer is None or answer.done():
                    continue
                if "fault" in told:
                    answer.set_exception(FAULTS[told["fault"]](joined(told["said"])))
                else:
                    answer.set_result(told["done"])
        finally:
            self._lost = True
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(OperatorFault(GONE))


@asynccontextmanager
async def relayed(path: Path, own: Leases) -> AsyncIterator[Relay]:
    """The worker at this socket. Raises `OperatorFault` when it is not there."""
    try:
        reader, writer = await asyncio.open_unix_connection(path)
    except OSError:
        raise OperatorFault(GONE) from None
    relay = Relay(reader, writer, own)
    listening = asyncio.get_running_loop().create_task(relay.listen())
    try:
        yield relay
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        writer.close()


@dataclass(frozen=True, slots=True)
class RelayedJournal:
    """`app.ports.Journal` by the worker. Cancelled, the line may be there or not; lines stay in order."""

    relay: Relay
    interview_id: str

    async def append(self, line: str) -> None:
        await self.relay.ask(interview=self.interview_id, line=line)


@dataclass(frozen=True, slots=True)
class RelayedLeases:
    """`app.ports.Leases`, renewed by the worker."""

    relay: Relay
    own: Leases

    async def take(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        return await self.own.take(interview_id, holder, ttl_ms)

    async def renew(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        return await self.relay.ask(interview=interview_id, holder=holder, ttl_ms=ttl_ms)

    async def renew_all(self, held: Mapping[str, str], ttl_ms: int) -> frozenset[str]:
        return await self.own.renew_all(held, ttl_ms)

    async def release(self, interview_id: str, holder: str) -> None:
        await self.own.release(interview_id, holder)

    async def holder(self, interview_id: str) -> str | None:
        return await self.own.holder(interview_id)

    async def held(self) -> Mapping[str, str]:
        return await self.own.held()

    async def lapsed(self, within_ms: int = 0) -> Mapping[str, int]:
        return await self.own.lapsed(within_ms)


def _write(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    body = json.dumps(message).encode()
    writer.write(len(body).to_bytes(4, "big") + body)


async def _read(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """None at the end of the line."""
    try:
        size = int.from_bytes(await reader.readexactly(4), "big")
        if size > LONGEST:
            return None
        message: dict[str, Any] = json.loads(await reader.readexactly(size))
    except (asyncio.IncompleteReadError, OSError):
        return None
    return message
