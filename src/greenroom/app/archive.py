"""Reading a stored interview: its record, its report, and the files it can be taken away as."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, assert_never

from greenroom.app import reporting
from greenroom.app.ports import InterviewRow, Interviews, OperatorFault, Refused
from greenroom.assessment.heard import Heard
from greenroom.interview import journal, record

Record = dict[str, Any]


class Format(StrEnum):
    """What an interview can be exported as."""

    JSON = "json"
    MARKDOWN = "md"
    HTML = "html"
    SEED = "seed"

    @property
    def media_type(self) -> str:
        match self:
            case Format.JSON | Format.SEED:
                return "application/json"
            case Format.MARKDOWN:
                return "text/markdown; charset=utf-8"
            case Format.HTML:
                return "text/html; charset=utf-8"
            case _:
                assert_never(self)

    @property
    def suffix(self) -> str:
        return ".seed.json" if self is Format.SEED else f".{self.value}"


@dataclass(frozen=True, slots=True)
class Export:
    """A file to take away."""

    content: bytes
    media_type: str
    filename: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """A journal, read: the record, and what only its events tell."""

    record: Record
    heard: Heard
    language: str


async def record_of(interviews: Interviews, row: InterviewRow) -> Record | None:
    """The interview record so far; None when the interview never began.

    Raises `OperatorFault` when the journal does not replay: then it was not written by this program.
    """
    reading = await _read(interviews, row)
    return None if reading is None else reading.record


async def report_of(interviews: Interviews, row: InterviewRow) -> Record:
    """The report so far. Raises `Refused` when the interview never began."""
    reading = await _begun(interviews, row)
    return reporting.report(reading.record, reading.heard, reading.language)


async def export(interviews: Interviews, row: InterviewRow, format: Format) -> Export:
    """The interview as a file. Raises `Refused` when it never began."""
    content = _written(await _begun(interviews, row), format)
    return Export(content, format.media_type, f"{row.id}{format.suffix}")


async def _begun(interviews: Interviews, row: InterviewRow) -> _Reading:
    reading = await _read(interviews, row)
    if reading is None:
        raise Refused("This interview has not begun: there is nothing to report yet.")
    return reading


async def _read(interviews: Interviews, row: InterviewRow) -> _Reading | None:
    lines = await interviews.journal_lines(row.id)
    if not lines:
        return None
    try:
        return await asyncio.to_thread(_reading, lines)
    except journal.JournalError as error:
        # The error may quote the journal, which holds what was said.
        where = str(error).partition(":")[0]
        raise OperatorFault(f"the journal of {row.id} is damaged at its {where}") from None


def _reading(lines: Sequence[str]) -> _Reading:
    header, state, _ = journal.read(lines)
    events = [journal.decode_event(json.loads(line)["event"]) for line in lines[1:]]
    return _Reading(record.record(header, state), reporting.heard(events), header.plan.language)


def _written(reading: _Reading, format: Format) -> bytes:
    found = reading.record, reading.heard, reading.language
    match format:
        case Format.JSON:
            return _json(reading.record)
        case Format.SEED:
            return _json(seed_form(reading.record))
        case Format.MARKDOWN:
            return reporting.markdown(*found).encode()
        case Format.HTML:
            return reporting.html(*found).encode()
        case _:
            assert_never(format)


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode()


def seed_form(found: Mapping[str, Any]) -> Record:
    """The record in the shape of the origin project's conversation files (INTERFACES, `export`).

    `index` counts through both sides; `timestamp` is UTC. Names no room: there is none to name, so
    the interview's opaque id stands there.
    """
    began = datetime.fromisoformat(found["started_at"])

    def told(message: Mapping[str, Any]) -> Record:
        at = began + timedelta(milliseconds=message["started_ms"])
        return {
            "index": message["index"],
            "text": message["text"],
            "timestamp": at.isoformat(timespec="milliseconds"),
        }

    messages = found["messages"]
    return {
        "candidate": found["candidate"],
        "interview_date": found["started_at"],
        "room_name": found["id"],
        "conversation": {
            "agent": [
                {**told(m), "stage": m["stage"]} for m in messages if m["speaker"] == "interviewer"
            ],
            "user": [told(m) for m in messages if m["speaker"] == "candidate"],
        },
        "total_messages": {
            "agent": found["total_messages"]["interviewer"],
            "user": found["total_messages"]["candidate"],
        },
    }
