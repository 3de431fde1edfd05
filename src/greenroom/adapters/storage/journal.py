"""`app.ports.Journal` on a database: lines that wait for the disk together are committed together."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import func, insert, select, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from greenroom.adapters.storage.database import Database, is_orphan
from greenroom.adapters.storage.tables import entry
from greenroom.app.ports import NotFound, Refused
from greenroom.assessment.sentence import Sentence


@dataclass(slots=True)
class _Line:
    interview_id: str
    seq: int
    text: str
    written: asyncio.Future[None]
    lost: bool = False
    """The server was lost during the write, so the line may or may not be there."""

    @property
    def key(self) -> tuple[str, int]:
        return self.interview_id, self.seq

    @property
    def row(self) -> dict[str, object]:
        return {"interview_id": self.interview_id, "seq": self.seq, "line": self.text}

    def fail(self, error: Exception) -> None:
        if not self.written.done():
            self.written.set_exception(error)


class Journals:
    """The journals of all interviews in a database. Lines that come during a commit are written together by
    the next one (group commit). With a commit for each line, forty interviews would wait in a queue for the
    disk."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Line] = []
        self._committing: Sequence[_Line] = ()
        self._commit_task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    async def write(self, interview_id: str, seq: int, text: str) -> None:
        """Returns when the line is durable: once, also where the server was lost in the middle. Raises
        `IntegrityError`, `OperatorFault`. Cancelled, it is not there, unless it is being committed beside
        lines that others wait for, or the server was lost just then."""
        loop = asyncio.get_running_loop()
        line = _Line(interview_id, seq, text, loop.create_future())
        self._waiting.append(line)
        if self._writing is None:
            self._writing = loop.create_task(self._write())
        try:
            await line.written
        except asyncio.CancelledError:
            self._forget(line)
            raise

    async def length(self, interview_id: str) -> int:
        query = select(func.max(entry.c.seq)).where(entry.c.interview_id == interview_id)
        last = await self._database.ask(lambda connection: connection.scalar(query))
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
            await self._database.ask(
                partial(_insert, lines), first=True, lost=partial(_note_lost, lines)
            )
        except IntegrityError as error:
            if len(lines) == 1:
                await self._judge(lines[0], error)
                return
            for line in lines:  # a refused line does not keep the others from being written
                await self._commit([line])
        except Exception as error:  # noqa: BLE001 - each line's writer raises it
            for line in lines:
                line.fail(error)
        else:
            for line in lines:
                if not line.written.done():
                    line.written.set_result(None)

    async def _judge(self, line: _Line, error: IntegrityError) -> None:
        """The conflicting row may be this very line, whose lost commit has ended only now."""
        try:
            there = line.lost and bool(await self._database.ask(partial(_there, [line])))
        except Exception as fault:  # noqa: BLE001 - the line's writer raises it
            line.fail(fault)
            return
        if not there:
            line.fail(error)
        elif not line.written.done():
            line.written.set_result(None)


def _note_lost(lines: Sequence[_Line]) -> None:
    for line in lines:
        line.lost = True


async def _insert(lines: Sequence[_Line], connection: AsyncConnection) -> None:
    """The lines that somebody still waits for. Lines are left out that a commit has written whose confirmation
    was lost."""
    wanted = [line for line in lines if not line.written.cancelled()]
    lost = [line for line in wanted if line.lost]
    there = await _there(lost, connection) if lost else frozenset()
    rows = [line.row for line in wanted if line.key not in there]
    if rows:
        await connection.execute(insert(entry), rows)


async def _there(lines: Sequence[_Line], connection: AsyncConnection) -> frozenset[tuple[str, int]]:
    """Which of these lines are in their journals, with the same number and text. A different text under that
    number is another writer's."""
    keys = tuple_(entry.c.interview_id, entry.c.seq).in_([line.key for line in lines])
    found = await connection.execute(
        select(entry.c.interview_id, entry.c.seq, entry.c.line).where(keys)
    )
    kept = {(interview_id, seq): text for interview_id, seq, text in found}
    return frozenset(line.key for line in lines if kept.get(line.key) == line.text)


class SqlJournal:
    """Appends after the last line that it found at its first write. Of two writers the later one is refused."""

    def __init__(self, journals: Journals, interview_id: str) -> None:
        self._journals = journals
        self._interview_id = interview_id
        self._next: int | None = None

    async def append(self, line: str) -> None:
        """Write one line; it is durable when this returns, and there once. A server that is away is waited for.

        Raises `Refused` when another session wrote in between, `NotFound` when the interview was
        erased, `OperatorFault` when the disk is full or the file locked: then nothing was written.
        `Unreachable` when a server stays away: the line may be there, whole, or not.
        """
        if self._next is None:
            self._next = await self._journals.length(self._interview_id)
        try:
            await self._journals.write(self._interview_id, self._next, line)
        except asyncio.CancelledError:
            self._next = None  # only the journal itself can say whether the line is there
            raise
        except IntegrityError as error:
            if is_orphan(error):
                raise NotFound("this interview is gone") from None
            raise Refused(Sentence("another session is writing this interview's journal")) from None
        self._next += 1
