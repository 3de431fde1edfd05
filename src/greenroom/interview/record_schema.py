"""The JSON Schema of the interview record. `docs/record.schema.json` is made from here.

Closed lists come from the enums that the engine uses, so the schema cannot fall behind them.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final, TypeAlias, get_args, get_type_hints

from greenroom.interview.background import RequirementKind
from greenroom.interview.causes import Cause, EndReason, Refusal
from greenroom.interview.commands import Kind
from greenroom.interview.coverage import STATES
from greenroom.interview.journal import Header
from greenroom.interview.reading import About
from greenroom.interview.record import RECORD_VERSION
from greenroom.interview.transcript import Proposer
from greenroom.interview.transitions import END

Schema: TypeAlias = dict[str, Any]

CANDIDATE_KINDS = ("command", "thinking")
"""What a candidate's message may be besides `answer` and `ack`."""

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
MILLIS: Schema = {
    "type": "integer",
    "minimum": 0,
    "description": "Milliseconds since `started_at`.",
}
DEPTH: Schema = {"type": "integer", "minimum": 1, "maximum": 5}


def record_schema() -> Schema:
    """JSON Schema (draft 2020-12) of `record.record`, finished or still running."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Greenroom interview record",
        "description": "What happened in one interview. Holds personal data.",
        **_object(
            {
                "schema": {"const": RECORD_VERSION},
                "id": _told(TEXT, "Opaque; says nothing about the candidate."),
                "plan": _told(TEXT, "Id of the plan."),
                "candidate": _object({"name": TEXT, "role": TEXT, "level": TEXT}),
                "mode": {"enum": list(get_args(get_type_hints(Header)["mode"]))},
                "started_at": {"type": "string", "format": "date-time", "description": "UTC."},
                "ended_ms": _or_null(MILLIS, "Null while the interview runs."),
                "end_reason": _or_null(_one_of(EndReason), "Null while the interview runs."),
                "stages": _list(_stage()),
                "transitions": _list(_transition()),
                "messages": _list(
                    {"oneOf": [_interviewers(), _answer(), _aside(), _ack(), _other()]},
                    "In order of `started_ms`.",
                ),
                "incidents": _list(
                    _object({"at_ms": MILLIS, "kind": TEXT, "cause": TEXT}),
                    "What went wrong and was bridged.",
                ),
                "counts": _object(
                    {
                        "barge_ins": COUNT,
                        "reprompts": COUNT,
                        "acks_ignored": COUNT,
                        "forced_transitions": COUNT,
                        "natural_transitions": COUNT,
                    }
                ),
                "total_messages": _object({"interviewer": COUNT, "candidate": COUNT}),
            },
            optional={
                "language": _told(
                    TEXT, "What was spoken, BCP 47; not there in records of before 2026-11-28."
                ),
                "coverage": _list(_covered(), "Where a job description asked for something."),
                "sound": _told(
                    {"const": True},
                    "Where the candidate allowed that the sound of the answers is kept.",
                ),
                "consent": _told(
                    _object(
                        {
                            "version": _told(TEXT, "Of the words that were shown."),
                            "language": _told(TEXT, "Of those words, BCP 47."),
                            "at": {"type": "string", "format": "date-time", "description": "UTC."},
                        }
                    ),
                    "To what the candidate agreed; not there where nobody was asked.",
                ),
                "unhurried": _told(
                    {"const": True}, "Where the candidate asked for no time limits."
                ),
            },
        ),
    }


def _covered() -> Schema:
    quote = _object({"message": COUNT, "start": COUNT, "end": COUNT, "quote": TEXT})
    return _object(
        {
            "requirement": _told(TEXT, "The description's own words."),
            "kind": {"enum": list(get_args(RequirementKind))},
            "stage": _told(TEXT, "The one that asks about it."),
            "state": {"enum": list(STATES)},
            "asked": _list(COUNT, "Messages in which the interviewer asked about it."),
            "quotes": _list(quote, "The candidate's words about it, by message and character."),
        }
    )


def _stage() -> Schema:
    forced = [cause.value for cause in Cause if cause.forced]
    return {
        **_object(
            {
                "id": TEXT,
                "entered_ms": MILLIS,
                "left_ms": _or_null(MILLIS, "Null while the stage runs."),
                "cause": _or_null(_one_of(Cause), "Why it was left."),
                "forced": _told({"type": "boolean"}, "Taken from the candidate, not completed."),
                "questions": _told(COUNT, "Completed question, probe and bridge utterances."),
                "reprompts": COUNT,
                "depth_scores": _list(DEPTH, "Of the assessed answers, in order."),
                "facts": {"type": "object", "additionalProperties": TEXT},
            }
        ),
        "if": {"properties": {"cause": {"enum": forced}}},
        "then": {"properties": {"forced": {"const": True}}},
        "else": {"properties": {"forced": {"const": False}}},
    }


def _transition() -> Schema:
    return {
        **_object(
            {
                "from": TEXT,
                "to": _told(TEXT, f"A stage, or {END}. Of a refused one: where it would have led."),
                "at_ms": MILLIS,
                "proposed_by": {"enum": list(get_args(Proposer))},
                "cause": TEXT,
                "refused": {"type": "boolean"},
            }
        ),
        "if": {"properties": {"refused": {"const": True}}},
        "then": {"properties": {"cause": _one_of(Refusal)}},
        "else": {"properties": {"cause": _one_of(Cause)}},
    }


def _aside() -> Schema:
    """An aside is never assessed, so its depth is null."""
    about = _told(_one_of(About), "What it is about.")
    more = {"about": about, "depth": {"type": "null"}}
    return _message("candidate", {"const": "aside"}, more, CORRECTED)


def _interviewers() -> Schema:
    return _message("interviewer", _one_of(Kind))


def _answer() -> Schema:
    return _message(
        "candidate",
        {"const": "answer"},
        {
            "depth": _or_null(DEPTH, "Null: not assessed."),
            "points": _list(TEXT, "Key points that it covers."),
            "summary": _or_null(TEXT, "Null: none was made."),
        },
        CORRECTED,
    )


def _ack() -> Schema:
    why = "Why it was ignored. Its words are believed where this is `ack`, else they are the best guess."
    return _message("candidate", {"const": "ack"}, {"cause": _told(TEXT, why)})


def _other() -> Schema:
    return _message("candidate", {"enum": list(CANDIDATE_KINDS)})


def _message(
    speaker: str, kind: Schema, more: Schema | None = None, optional: Schema | None = None
) -> Schema:
    return _object(
        {
            "index": COUNT,
            "speaker": {"const": speaker},
            "stage": _told(TEXT, "The one in which it began; a bridge belongs to the new stage."),
            "kind": kind,
            "text": _told(
                TEXT, "What was really heard of it; where it was corrected, the corrected words."
            ),
            "started_ms": MILLIS,
            "ended_ms": MILLIS,
            "interrupted": {"type": "boolean"},
            "question_id": _or_null(
                TEXT,
                "Which question the interviewer put; of a typed answer the one under which it was begun, "
                "where that is known.",
            ),
        }
        | (more or {}),
        optional,
    )


def _object(properties: Schema, optional: Schema | None = None) -> Schema:
    """All properties required but the optional ones, no others allowed."""
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Schema, description: str | None = None) -> Schema:
    schema: Schema = {"type": "array", "items": items}
    return _told(schema, description) if description else schema


def _one_of(values: Iterable[StrEnum]) -> Schema:
    return {"enum": [value.value for value in values]}


def _or_null(schema: Schema, description: str) -> Schema:
    bare = {key: value for key, value in schema.items() if key != "description"}
    return {"anyOf": [bare, {"type": "null"}], "description": description}


def _told(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description}


CORRECTED: Final[Schema] = {
    "heard": _told(TEXT, "What the recogniser wrote, where the candidate corrected it."),
    "corrected": _list(
        _object({"start": COUNT, "end": COUNT, "heard": TEXT}),
        "Where the corrected words differ, by characters of `text`, and what was heard there.",
    ),
}
"""Of a message whose words were misheard; both are there or neither."""
