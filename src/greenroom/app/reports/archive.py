"""Reading a stored interview: its record, its report, and the files it can be taken away as."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, assert_never

from greenroom.app.ports import (
    InterviewRow,
    Interviews,
    OperatorFault,
    Paper,
    Refused,
    Store,
    Told,
)
from greenroom.app.reports import reporting
from greenroom.app.stamps import stamped
from greenroom.assessment.heard import Heard
from greenroom.assessment.stored_card import unpacked
from greenroom.interview import journal, record
from greenroom.interview.plan import InterviewPlan

Record = dict[str, Any]


class Format(StrEnum):
    """What an interview can be exported as."""

    JSON = "json"
    MARKDOWN = "md"
    HTML = "html"
    PDF = "pdf"
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
            case Format.PDF:
                return "application/pdf"
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
class Reading:
    """A journal, read: the record, and what only its events and its header tell."""

    record: Record
    heard: Heard
    plan: InterviewPlan


async def record_of(interviews: Interviews, row: InterviewRow) -> Record | None:
    """The interview record so far; None when the interview never began.

    Raises `OperatorFault` when the journal does not replay: then it was not written by this program.
    """
    reading = await read(interviews, row)
    return None if reading is None else reading.record


async def report_of(store: Store, row: InterviewRow) -> Record:
    """The report so far. Raises `Refused` when the interview never began."""
    return dict((await told_of(store, row)).report)


async def told_of(store: Store, row: InterviewRow) -> Told:
    """Record and report, to be set in type. Raises `Refused` when the interview never began."""
    reading = await read(store.interviews, row)
    if reading is None:
        raise Refused("This interview has not begun: there is nothing to report yet.")
    kept = await store.scorecards.find(row.id)
    card = None
    if kept is not None and kept.card is not None:
        card = unpacked(kept.card, reading.record["messages"])
    report = reporting.report(reading.record, reading.heard, reading.plan.language, card)
    stages = {stage.id: stage.title for stage in reading.plan.stages}
    voices = reading.heard.voices
    return Told(reading.record, report, reading.plan.title, stages, voices)


async def export(store: Store, row: InterviewRow, format: Format, paper: Paper) -> Export:
    """The interview as a file. Raises `Refused` when it never began, or cannot be made here."""
    content = await _written(await told_of(store, row), format, paper)
    return Export(content, format.media_type, f"{row.id}{format.suffix}")


async def read(interviews: Interviews, row: InterviewRow) -> Reading | None:
    """The interview's journal, read; None when it never began. Raises `OperatorFault`."""
    lines = await interviews.journal_lines(row.id)
    if not lines:
        return None
    try:
        return await asyncio.to_thread(_reading, lines)
    except journal.JournalError as error:
        # The error may quote the journal, which holds what was said.
        where = str(error).partition(":")[0]
        raise OperatorFault(f"the journal of {row.id} is damaged at its {where}") from None


def _reading(lines: Sequence[str]) -> Reading:
    header, state, _ = journal.read(lines)
    heard = reporting.heard(journal.events(lines), state.transcript.asked)
    return Reading(record.record(header, state), heard, header.plan)


async def _written(told: Told, format: Format, paper: Paper) -> bytes:
    match format:
        case Format.JSON:
            return _json(told.record)
        case Format.SEED:
            return _json(seed_form(told.record))
        case Format.MARKDOWN:
            return reporting.markdown(told.record, told.report).encode()
        case Format.HTML:
            return paper.html(told).encode()
        case Format.PDF:
            return await paper.pdf(told)
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
            "timestamp": stamped(at),
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
