"""The interview record: what happened, as one JSON object (docs/reference/record.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any, Final

from greenroom.interview import corrections
from greenroom.interview.coverage import coverage
from greenroom.interview.journal import Header
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Message, StageLog

RECORD_VERSION = 1
NOTHING_CORRECTED: Final[Mapping[int, str]] = MappingProxyType({})


def record(
    header: Header, state: InterviewState, corrected: Mapping[int, str] = NOTHING_CORRECTED
) -> dict[str, Any]:
    """The record so far. `ended_ms` and `end_reason` are null while the interview runs; `coverage` is
    there where a job description asked for something, `sound` where the candidate allowed to keep it,
    `consent` where the candidate was asked for it, `unhurried` where no time limits were asked for.
    `corrected`: words of the candidate's own for messages that were misheard, by index."""
    transcript, messages = state.transcript, in_order(state)
    left = [log for log in transcript.stages if log.cause is not None]
    forced = sum(1 for log in left if log.cause is not None and log.cause.forced)
    mended = {
        index: corrected[index]
        for index, m in enumerate(messages)
        if index in corrected and corrections.is_correctable(m)
    }
    said = [replace(m, text=mended.get(index, m.text)) for index, m in enumerate(messages)]
    covered = coverage(header.requirements, said, header.plan.language)
    return {
        "schema": RECORD_VERSION,
        "id": header.interview_id,
        "plan": header.plan.id,
        "language": header.plan.language,
        "candidate": {
            "name": header.candidate.name,
            "role": header.candidate.role,
            "level": header.candidate.level,
        },
        "mode": header.mode,
        "started_at": header.started_at,
        "ended_ms": state.now if state.ended else None,
        "end_reason": state.end_reason,
        "stages": [_stage(log, messages) for log in transcript.stages],
        "transitions": [
            {
                "from": t.from_,
                "to": t.to,
                "at_ms": t.at_ms,
                "proposed_by": t.proposed_by,
                "cause": str(t.cause),
                "refused": t.refused,
            }
            for t in transcript.transitions
        ],
        "messages": [
            _message(index, m) | (corrections.both(m, mended[index]) if index in mended else {})
            for index, m in enumerate(messages)
        ],
        "incidents": [
            {"at_ms": i.at_ms, "kind": i.kind, "cause": i.cause} for i in transcript.incidents
        ],
        "counts": {
            "barge_ins": transcript.barge_ins,
            "reprompts": sum(1 for m in messages if m.kind == "reprompt"),
            "acks_ignored": sum(1 for m in messages if m.kind == "ack"),
            "forced_transitions": forced,
            "natural_transitions": len(left) - forced,
        },
        "total_messages": {
            "interviewer": sum(1 for m in messages if m.speaker == "interviewer"),
            "candidate": sum(1 for m in messages if m.speaker == "candidate"),
        },
        **({"coverage": covered} if covered else {}),
        **({"sound": True} if header.sound else {}),
        **({"consent": asdict(header.consent)} if header.consent is not None else {}),
        **({"unhurried": True} if header.unhurried else {}),
    }


def in_order(state: InterviewState) -> list[Message]:
    """The messages by their index in the record."""
    return sorted(state.transcript.messages, key=lambda m: (m.started_ms, m.ended_ms))


def correctable(state: InterviewState) -> frozenset[int]:
    """Messages that a recogniser may have misheard, by index."""
    found = enumerate(in_order(state))
    return frozenset(index for index, m in found if corrections.is_correctable(m))


def _stage(log: StageLog, messages: list[Message]) -> dict[str, Any]:
    mine = [m for m in messages if m.stage == log.id]
    return {
        "id": log.id,
        "entered_ms": log.entered_ms,
        "left_ms": log.left_ms,
        "cause": log.cause,
        "forced": log.cause is not None and log.cause.forced,
        "questions": log.questions,
        "reprompts": sum(1 for m in mine if m.kind == "reprompt"),
        "depth_scores": [m.depth for m in mine if m.depth is not None],
        "facts": dict(log.facts),
    }


def _message(index: int, message: Message) -> dict[str, Any]:
    body: dict[str, Any] = {
        "index": index,
        "speaker": message.speaker,
        "stage": message.stage,
        "kind": str(message.kind),
        "text": message.text,
        "started_ms": message.started_ms,
        "ended_ms": message.ended_ms,
        "interrupted": message.interrupted,
        "question_id": message.question_id,
    }
    if message.kind == "answer":
        body |= {
            "depth": message.depth,
            "points": list(message.points),
            "summary": message.summary,
        }
    if message.kind == "ack":
        body["cause"] = message.cause
    if message.kind == "aside":
        body |= {"about": message.about, "depth": None}
    return body
