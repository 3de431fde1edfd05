"""An interview record that somebody hands in, read strictly enough to be measured and judged.

It may come from anywhere. What is wrong is said with its place; nothing is mended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from greenroom.app.ports import UserFault
from greenroom.app.sources.faults import dotted
from greenroom.app.sources.reasons import reason
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.journal import is_moment
from greenroom.interview.record import RECORD_VERSION

LARGEST: Final = 4 * 2**20
"""Bytes. Ninety minutes of talk are some 300 KiB."""
MOST_MESSAGES: Final = 20_000
SHOWN: Final = 5
"""Faults that are listed; the rest are counted."""

_Name = Annotated[str, Field(max_length=80, pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
_Tongue = Annotated[str, Field(max_length=35, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$")]
_Millis = Annotated[int, Field(ge=0, le=10**10)]


class _Part(BaseModel):
    """What else stands there is passed over: only what is used is checked."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class ChangePart(_Part):
    start: Annotated[int, Field(ge=0, le=10**6)]
    end: Annotated[int, Field(ge=0, le=10**6)]
    heard: Annotated[str, Field(max_length=10**6)]


class MessagePart(_Part):
    index: Annotated[int, Field(ge=0, le=10**6)]
    speaker: Literal["interviewer", "candidate"]
    kind: _Name
    text: Annotated[str, Field(max_length=10**6)]
    started_ms: _Millis
    ended_ms: _Millis
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    about: _Name | None = None
    heard: Annotated[str, Field(max_length=10**6)] = ""
    corrected: Annotated[list[ChangePart], Field(max_length=MOST_MESSAGES)] = []


class CandidatePart(_Part):
    name: Annotated[str, Field(max_length=1000)]


class RecordPart(_Part):
    schema_: Literal[1] = Field(alias="schema")
    plan: _Name = "unknown"
    language: _Tongue | None = None
    """Records of before 2026-11-28 do not say."""
    candidate: CandidatePart | None = None
    messages: Annotated[list[MessagePart], Field(max_length=MOST_MESSAGES)]


def _known(causes: type[StrEnum]) -> AfterValidator:
    def check(value: str) -> str:
        if value not in {cause.value for cause in causes}:
            raise ValueError(f"there are {', '.join(causes)}")
        return value

    return AfterValidator(check)


class StagePart(_Part):
    id: _Name
    entered_ms: _Millis
    left_ms: _Millis | None
    cause: Annotated[str, _known(Cause)] | None
    forced: bool
    questions: _Millis
    reprompts: _Millis
    facts: dict[str, str]


class ReportedMessagePart(MessagePart):
    interrupted: bool
    stage: _Name
    question_id: Annotated[str, Field(max_length=200)] | None


class ReportedCandidatePart(CandidatePart):
    role: Annotated[str, Field(max_length=1000)]
    level: Annotated[str, Field(max_length=1000)]


class TransitionPart(_Part):
    at_ms: _Millis
    cause: _Name
    refused: bool


class IncidentPart(_Part):
    at_ms: _Millis
    kind: _Name
    cause: _Name


def _moment(written: str) -> str:
    if not is_moment(written):
        raise ValueError("this is no time in ISO 8601 with its zone")
    return written


class ReportedRecordPart(_Part):
    """The same, and what a report needs besides."""

    schema_: Literal[1] = Field(alias="schema")
    plan: _Name
    language: _Tongue | None = None
    candidate: ReportedCandidatePart
    started_at: Annotated[
        str, Field(max_length=40, pattern=r"^[0-9TZ:.+-]+$"), AfterValidator(_moment)
    ]
    ended_ms: _Millis | None
    end_reason: Annotated[str, _known(EndReason)] | None
    transitions: Annotated[list[TransitionPart], Field(max_length=MOST_MESSAGES)]
    incidents: Annotated[list[IncidentPart], Field(max_length=MOST_MESSAGES)]
    stages: Annotated[list[StagePart], Field(max_length=1000)]
    messages: Annotated[list[ReportedMessagePart], Field(max_length=MOST_MESSAGES)]


_UNTOLD: Final[Mapping[str, Any]] = {"stage": "", "question_id": None, "interrupted": False}
"""Of a message of which a record does not tell it."""


def read(path: Path, *, for_report: bool = False) -> dict[str, Any]:
    """The record in a file. Raises `UserFault` with what is wrong, and where."""
    try:
        with path.open("rb") as file:
            source = file.read(LARGEST + 1)
    except OSError as error:
        raise UserFault(f"{path}: the record cannot be read: {error.strerror}") from None
    return parse(source, str(path), for_report=for_report)


def parse(source: bytes, file: str, *, for_report: bool = False) -> dict[str, Any]:
    """A record out of its JSON. Raises `UserFault`."""
    if len(source) > LARGEST:
        raise UserFault(f"{file}: the record is larger than {LARGEST // 2**20} MiB")
    try:
        data = json.loads(source.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise UserFault(f"{file}: this is not UTF-8 text") from None
    except RecursionError:
        raise UserFault(f"{file}: this is no interview record: it is nested too deeply") from None
    except ValueError as error:
        told = (
            f"{error.msg}, line {error.lineno}"
            if isinstance(error, json.JSONDecodeError)
            else error
        )
        raise UserFault(f"{file}: this is not JSON: {told}") from None
    if not isinstance(data, dict):
        raise UserFault(f"{file}: this is no interview record: it must be a JSON object")
    if "schema" in data and data["schema"] != RECORD_VERSION:
        raise UserFault(f"{file}: only records of schema {RECORD_VERSION} can be read")
    _check(data, file, ReportedRecordPart if for_report else RecordPart)
    return data | {"messages": [_UNTOLD | message for message in data["messages"]]}


def _check(
    data: dict[str, Any], file: str, wanted: type[RecordPart] | type[ReportedRecordPart]
) -> None:
    try:
        found = wanted.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
        told = [f"{dotted(tuple(d['loc'])) or 'record'}: {reason(d, wanted)}" for d in details]
        more = [f"and {len(told) - SHOWN} more"] if len(told) > SHOWN else []
        raise UserFault(_readable("\n".join(f"{file}: {t}" for t in told[:SHOWN] + more))) from None
    seen: set[int] = set()
    for at, message in enumerate(found.messages):
        place = f"{file}: messages[{at}]"
        if message.index in seen:
            raise UserFault(f"{place}.index: another message has the index {message.index}")
        seen.add(message.index)
        if message.ended_ms < message.started_ms:
            raise UserFault(f"{place}.ended_ms: it ends before it starts")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _readable(text: str) -> str:
    """It quotes the file, and a terminal would obey its control characters."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
