"""`greenroom interview`: an interview in the terminal, typed, on the machine's own clock.

The session, the engine and its rules are those of a spoken interview; the interviewer's voice is a
short silence, and what the candidate types is a typed answer. Lines may come from a pipe.
"""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from greenroom import settings as configuration
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.storage.store import TERMINAL
from greenroom.adapters.understanding.composition import load_reader
from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import InterviewRow, Reader, UserFault
from greenroom.app.registration import LONGEST_LINE, one_line
from greenroom.app.timestamps import stamped
from greenroom.bootstrap.clock import utc_now
from greenroom.data_directory import prepare_data
from greenroom.interview.bounds import BOUNDS
from greenroom.interview.causes import EndReason
from greenroom.interview.events import SpokenCommand
from greenroom.interview.journal import Header
from greenroom.interview.plan import LEVELS, Candidate, InterviewPlan
from greenroom.interview.state import InterviewState
from greenroom.observability.logs import configure
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.run import hold
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom.simulation.transport import Cue, SimulatedTransport

SECONDS_PER_WORD = 0.02
"""Of the interviewer's silent voice: the words are read, not heard."""
ACTIVE_S = 5.0
"""A terminal cannot tell typing from thinking, so this often the candidate counts as busy."""
UNANSWERED_S = 3.0
"""After this a line is taken although the interviewer has said nothing since the last one."""
OWNER = TERMINAL
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(plan: str, name: str, role: str, level: str, *, unhurried: bool) -> int:
    """Hold the interview, keep it like any other, and say where its record is."""
    settings = configuration.load()
    prepare_data(settings)
    candidate = _candidate(name, role, level)
    loaded = plans.load(plan, role=candidate.role, level=candidate.level)
    reader = load_reader()
    configure("ERROR")
    row = replace(_row(plan, loaded, candidate), unhurried=unhurried)
    state = asyncio.run(_interview(settings.store, row, loaded, candidate, reader))
    reader.close()
    sys.stdout.write(
        f"\nThe interview is over ({state.end_reason}).\n"
        f"Its record: greenroom export {row.id} --format json\n"
    )
    return 3 if state.end_reason is EndReason.FAILED else 0


def _candidate(name: str, role: str, level: str) -> Candidate:
    """Who the options say it is, under the rules of the registration page."""
    for option, text in (("--name", name), ("--role", role)):
        if len(text) > LONGEST_LINE:
            raise UserFault(f"{option}: at most {LONGEST_LINE} characters, not {len(text)}")
    if level and level.lower() not in LEVELS:
        raise UserFault(f"--level: choose one of {', '.join(LEVELS)}")
    return Candidate(one_line(name), one_line(role), level.lower())


def _row(plan: str, loaded: InterviewPlan, candidate: Candidate) -> InterviewRow:
    builtin = plan in plans.builtin_names()
    return InterviewRow(
        id=f"int_{secrets.token_hex(12)}",
        owner=OWNER,
        plan_toml=plans.source_of(plan) if builtin else Path(plan).read_text("utf-8"),
        plan_id=loaded.id,
        candidate={"name": candidate.name, "role": candidate.role, "level": candidate.level},
        created_at=_now(),
        status="created",
    )


async def _interview(
    where: Path | str, row: InterviewRow, plan: InterviewPlan, candidate: Candidate, reader: Reader
) -> InterviewState:
    store = await open_store(where)
    try:
        await store.interviews.create(row)
        await store.interviews.set_status(row.id, "running")
        header = Header(
            row.id,
            _now(),
            "terminal",
            candidate,
            plan,
            bounds=BOUNDS,
            unhurried=row.unhurried,
        )
        return await _hold(store, header, reader)
    finally:
        await store.interviews.set_status(row.id, "ended", _now())
        await store.aclose()


async def _hold(store: SqlStore, header: Header, reader: Reader) -> InterviewState:
    return await hold(
        header,
        Typist().attend,
        interviewer=PlanInterviewer(),
        journal=store.interviews.journal(header.interview_id),
        voice=partial(_silent_voice, language=header.plan.language),
        room=Terminal,
        reader=reader,
    )


def _silent_voice(speaker: Speaker, *, language: str) -> Voice:
    return scripted_voice(speaker, language=language, seconds_per_word=SECONDS_PER_WORD)


def _now() -> str:
    return stamped(utc_now())


class Terminal(SimulatedTransport):
    """Shows what the interviewer says; an output that is gone or full disturbs nobody."""

    _shown = ""
    """The words of the utterance that stand there already."""

    def show(self, message: Mapping[str, Any]) -> None:
        super().show(message)
        with suppress(OSError):
            self._print(message)
        if message["t"] in ("say", "words"):
            self._shown = message["text"]

    def _print(self, message: Mapping[str, Any]) -> None:
        if message["t"] == "say":
            self._write(f"\n{message['text']}\n")
        elif message["t"] == "words":
            self._write(f"{message['text'].removeprefix(self._shown).strip()}\n")
        elif message["t"] == "notice":
            sys.stderr.write(f"{message['text']}\n")

    def _write(self, line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()


class Typist:
    """Whoever sits at the keyboard. The end of the input, Ctrl-C, a closed terminal or SIGTERM ends
    the interview."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    async def attend(self, room: SimulatedTransport) -> None:
        loop = asyncio.get_running_loop()
        for number in ENDING:
            loop.add_signal_handler(number, self._lines.put_nowait, None)
        # not an executor: nobody may have to wait for a last line that never comes
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        room.answer_by("type")
        position = 0
        while True:
            position = await self._heard(room, position)
            line = await self._line(room)
            if line is None:
                room.command(SpokenCommand.END)
                for number in ENDING:  # a second one does not wait for the good-bye
                    loop.remove_signal_handler(number)
                return
            room.type(line)

    async def _heard(self, room: SimulatedTransport, position: int) -> int:
        """Wait until the interviewer has finished something, but not for ever."""
        try:
            async with asyncio.timeout(UNANSWERED_S):
                found, _ = await room.edge(position, (Cue.QUESTION, Cue.SILENCED))
        except TimeoutError:
            return len(room.edges)
        return found + 1

    async def _line(self, room: SimulatedTransport) -> str | None:
        """The next line that says something; None at the end."""
        if sys.stdin is not None and sys.stdin.isatty():
            sys.stdout.write("> ")
            sys.stdout.flush()
        while True:
            try:
                async with asyncio.timeout(ACTIVE_S):
                    line = await self._lines.get()
            except TimeoutError:
                room.be_active()
                continue
            if line is None or line.strip():
                return line if line is None else line.strip()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text end no interview
        with suppress(RuntimeError):  # the interview is over, and its loop is closed
            for line in sys.stdin or ():  # None: we were started without an input
                loop.call_soon_threadsafe(self._lines.put_nowait, line)
            loop.call_soon_threadsafe(self._lines.put_nowait, None)
