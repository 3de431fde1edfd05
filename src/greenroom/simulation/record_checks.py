"""What no interview may ever show, told from its record alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from greenroom.interview.plan import Millis

Record = Mapping[str, Any]
Message = Mapping[str, Any]

ASKING = frozenset({"question", "probe", "bridge"})
OVERLAP: Millis = 200
"""Less than this is the blur between a voice and the detector's report of it."""
GIVES_WAY: Millis = 1_000
"""Who begins in a breath of the candidate and is silent so soon has not talked over them: an answer of several
voices is one message."""


def faults(record: Record, order: Sequence[str]) -> list[str]:
    """Every rule that the record breaks, as sentences; empty for a sound one.

    `order` is the plan's stages.
    """
    checks = (_stages(record, order), _voices(record), _prompts(record), _ending(record))
    return [fault for check in checks for fault in check]


def _stages(record: Record, order: Sequence[str]) -> Iterator[str]:
    stages = record["stages"]
    ids = [stage["id"] for stage in stages]
    if ids != list(order[: len(ids)]):
        yield f"stages {ids} are not the plan's first ones in order"
    for before, after in pairwise(stages):
        if before["left_ms"] is None or before["left_ms"] > after["entered_ms"]:
            yield f"{after['id']} was entered before {before['id']} was left"
    for stage in stages:
        if stage["cause"] is None:
            yield f"{stage['id']} was left without a cause"
        if stage["forced"] != (stage["cause"] in ("deadline", "inactivity")):
            yield f"{stage['id']}: forced is {stage['forced']} with cause {stage['cause']}"
    entered = [t for t in record["transitions"] if not t["refused"] and t["to"] in ids]
    if len(entered) > len(ids):
        yield f"{len(entered)} transitions into {len(ids)} stages"


def _voices(record: Record) -> Iterator[str]:
    said = _of(record, "interviewer")
    for before, after in pairwise(said):
        if after["started_ms"] < before["ended_ms"]:
            yield f"the interviewer speaks twice at once at {after['started_ms']}"
    for mine in said:
        at = mine["started_ms"]
        if mine["interrupted"] and mine["ended_ms"] - at < GIVES_WAY:
            continue
        for theirs in _of(record, "candidate"):
            if theirs["started_ms"] + OVERLAP < at < theirs["ended_ms"] - OVERLAP:
                yield f"the interviewer starts inside the candidate's speech at {at}"
    for message in record["messages"]:
        if message["ended_ms"] < message["started_ms"]:
            yield f"message {message['index']} ends before it starts"


def _prompts(record: Record) -> Iterator[str]:
    asked: set[str] = set()
    prompt: str | None = None
    reprompts = 0
    for message in record["messages"]:
        if message["speaker"] == "candidate":
            reprompts = 0 if message["kind"] in ("answer", "aside") else reprompts
            continue
        if message["question_id"] not in (None, prompt):  # first heard as a repetition, perhaps
            prompt, reprompts = message["question_id"], 0
        if message["kind"] == "reprompt":
            reprompts += 1
            if reprompts > 1:
                yield f"one prompt has a second reprompt at {message['started_ms']}"
        elif message["kind"] in ASKING:
            reprompts = 0
            words = " ".join(re.findall(r"[\w']+", message["text"].lower()))
            if not message["interrupted"]:
                if words in asked:
                    yield f"asked twice: {message['text']!r}"
                asked.add(words)


def _ending(record: Record) -> Iterator[str]:
    said = _of(record, "interviewer")
    if record["end_reason"] is None:
        yield "the interview has no end"
    if record["end_reason"] == "completed" and (not said or said[-1]["kind"] != "closing"):
        yield "completed without a closing"
    whole = [m["kind"] == "closing" and not m["interrupted"] for m in said]
    if any(one and other for one, other in pairwise(whole)):
        yield "closed twice"  # one that was taken back at its last word has other words after it
    ended = record["ended_ms"]
    if ended is not None and any(m["ended_ms"] > ended for m in record["messages"]):
        yield "something was said after the end"
    counted = record["total_messages"]
    if [counted["interviewer"], counted["candidate"]] != [
        len(said),
        len(_of(record, "candidate")),
    ]:
        yield "total_messages is not the number of messages"


def _of(record: Record, speaker: str) -> list[Message]:
    return [message for message in record["messages"] if message["speaker"] == speaker]
