"""`app.ports.Journal` on a database: lines that wait for the disk together are committed together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import entry
from greenroom.app.ports import NotFound, Refused


@dataclass(frozen=True, slots=True)
class _Line:
    row: dict[str, object]
    written: asyncio.Future[None]

    def fail(self, error: Exception) -> None:
        if not self.written.done():
            self.written.set_exception(error)


class Journals:
    """The journals of all interviews in a database. Lines that come while one commit is under way gather
    for the next (group commit): a commit for each line of forty interviews would be a queue at the disk."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Line] = []
        self._committing: Sequence[_Line] = ()
        self._commit_task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    async def write(self, interview_id: str, seq: int, text: str) -> None:
        """Returns when the line is durable. Raises `IntegrityError`, `OperatorFault`. Cancelled, it is not
        there, unless it is being committed beside lines that others wait for."""
        row: dict[str, object] = {"interview_id": interview_id, "seq": seq, "line": text}
        loop = asyncio.get_running_loop()
        line = _Line(row, loop.create_future())
        self._waiting.append(line)
        if self._writing is None:
            self._writing = loop.create_task(self._write())
        try:
            await line.written
        except asyncio.CancelledError:
            self._forget(line)
            raise

    async def length(self, interview_id: str) -> int:
        async with self._database.transaction() as connection:
            mine = entry.c.interview_id == interview_id
            last = await connection.scalar(select(func.max(entry.c.seq)).where(mine))
        return 0 if last is None else last + 1

    async def _write(self) -> None:
        try:
            while self._waiting:
                self._committing, self._waiting = self._waiting, []
                self._commit_task = asyncio.ensure_future(self._commit(self._committing))
                await asyncio.wait((self._commit_task,))
        finally:
            self._writing = self._commit_task = None

    def _forget(self, line: _Line) -> None:
        if line in self._waiting:
            self._waiting.remove(line)
        elif self._commit_task and all(one.written.cancelled() for one in self._committing):
            self._commit_task.cancel()

    async def _commit(self, lines: Sequence[_Line]) -> None:
        try:
            async with self._database.transaction(first=True) as connection:
                await connection.execute(insert(entry), [line.row for line in lines])
        except IntegrityError as error:
            if len(lines) == 1:
                lines[0].fail(error)
                return
            for line in lines:  # one that is refused keeps no other from being written
                await self._commit([line])
        except Exception as error:  # noqa: BLE001 - each line's writer raises it
            for line in lines:
                line.fail(error)
        else:
            for line in lines:
                if not line.written.done():
                    line.written.set_result(None)


class SqlJournal:
    """Appends after what was there when it first wrote. Two writers: the later one is refused."""

    def __init__(self, journals: Journals, interview_id: str) -> None:
        self._journals = journals
        self._interview_id = interview_id
        self._next: int | None = None

    async def append(self, line: str) -> None:
        """Write one line; it is durable when this returns.

        Raises `Refused` when another session wrote in between, `NotFound` when the interview was
        erased, `OperatorFault` when the disk is full or the file locked: then nothing was written.
        When a server is lost in the middle of the commit the line may be there, whole, or not.
        """
        if self._next is None:
            self._next = await self._journals.length(self._interview_id)
        try:
            await self._journals.write(self._interview_id, self._next, line)
        except asyncio.CancelledError:
            self._next = None  # whether the line is there, the journal itself must say
            raise
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            raise Refused("another session is writing this interview's journal") from None
        self._next += 1
