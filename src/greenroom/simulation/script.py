"""A candidate's part written down: JSON lines, each one utterance and the cue it waits for.

    {"after": "start"|"question"|"speech"|"previous", "wait": seconds, "say": text, "seconds": length}
    {"after": …, "wait": seconds, "act": "type", "say": text}
    {"after": …, "wait": seconds, "act": "draft"|"empty"}
    {"after": …, "wait": seconds, "act": "leave"|"join"|"skip"|"repeat"|…}

A cue is an edge: the first one since the previous line *began* counts, even if it was given while
that line was still being spoken, and `wait` runs from it. `start` is the beginning of the interview
and counts for every line. Nobody speaks over himself: a line whose time comes while the previous
one is being said follows it at once. After the last line the candidate is silent.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from greenroom.app.ports import UserFault
from greenroom.interview.events import SpokenCommand
from greenroom.simulation.candidate_voice import until
from greenroom.simulation.transport import Cue, SimulatedTransport

CUES = ("start", "question", "speech", "previous")
ACTS = ("say", "type", "draft", "empty", "leave", "join", *SpokenCommand)


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance; `wait` and `seconds` in seconds, `seconds` None for the usual pace."""

    after: str
    wait: float
    say: str
    seconds: float | None = None
    act: str = "say"
    """`say` aloud; `type`; `draft` or `empty`: a key, after which the box holds unsent words or none;
    `leave` or `join` the line; or a `SpokenCommand`, as a button."""


class _Fault(Exception):
    """A key of one line and what is wrong with it."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")


def read(path: Path) -> tuple[Line, ...]:
    """Read a script. Raises `UserFault` that names file, line, key and reason."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or "it is not UTF-8 text"
        raise UserFault(f"{path}: the script cannot be read: {why}") from error
    lines = []
    for number, source in enumerate(text.split("\n"), 1):
        if source.strip():
            try:
                lines.append(_line(source))
            except _Fault as fault:
                raise UserFault(f"{path}:{number}: {fault}") from fault
    return tuple(lines)


def _line(source: str) -> Line:
    try:
        table = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise _Fault("line", f"not JSON: {error}") from error
    if not isinstance(table, dict):
        raise _Fault("line", "must be an object")
    for key in table:
        if key not in ("after", "wait", "say", "seconds", "act"):
            raise _Fault(key, "unknown key; known are after, wait, say, seconds, act")
    if table.get("after") not in CUES:
        raise _Fault("after", f"must be one of {', '.join(CUES)}")
    act = table.get("act", "say")
    if act not in ACTS:
        raise _Fault("act", f"must be one of {', '.join(ACTS)}")
    say = _words(table, needed=act in ("say", "type"))
    seconds = _seconds(table, "seconds", None)
    if act == "say" and (seconds == 0 or (seconds is None and not say.split())):
        raise _Fault("seconds", "must be more than 0; it is needed where there are no words")
    if act == "type" and not say.split():
        raise _Fault("say", "must be the words that are typed")
    return Line(table["after"], _seconds(table, "wait", 0.0) or 0.0, say, seconds, act)


def _words(table: dict[str, Any], *, needed: bool) -> str:
    say = table.get("say", None if needed else "")
    if not isinstance(say, str):
        raise _Fault("say", "must be the words as text")
    if any("\ud800" <= letter <= "\udfff" for letter in say):
        raise _Fault("say", "it contains half of a character")
    return say


def _seconds(table: dict[str, Any], key: str, default: float | None) -> float | None:
    value = table.get(key, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Fault(key, "must be a number of seconds")
    if not math.isfinite(value) or value < 0:
        raise _Fault(key, "must be 0 or more")
    return float(value)


async def perform(lines: tuple[Line, ...], room: SimulatedTransport) -> None:
    """Do the lines in order, each at its cue; then be silent."""
    position, start = await room.edge(0, (Cue.START,))
    ended_s = start.at_s
    for line in lines:
        if line.after == "start":
            cued = start.at_s
        elif line.after == "previous":
            cued = ended_s
        else:
            _, edge = await room.edge(position, (Cue(line.after),))
            cued = edge.at_s
        await until(cued + line.wait)
        if line.act == "say":
            await room.speaker.silence()
            position = len(room.edges)
            ended_s = room.speaker.begin(line.say, line.seconds).ended_s
        else:
            position = len(room.edges)
            _do(line, room)
            ended_s = room.now_s()


def _do(line: Line, room: SimulatedTransport) -> None:
    """What takes no time: typed words are sent at once."""
    match line.act:
        case "type":
            room.type(line.say)
        case "draft" | "empty":
            room.draft(line.act == "draft")
        case "leave":
            room.leave()
        case "join":
            room.join()
        case button:
            room.command(SpokenCommand(button))
