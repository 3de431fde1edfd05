"""A candidate's part written down: JSON lines, each one utterance and the cue it waits for.

    {"after": "start"|"question"|"speech"|"previous", "wait": seconds, "say": text, "seconds": length}

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
from greenroom.simulation.candidate_voice import Utterance, until
from greenroom.simulation.transport import Cue, SimulatedTransport

CUES = ("start", "question", "speech", "previous")


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance; `wait` and `seconds` in seconds, `seconds` None for the usual pace."""

    after: str
    wait: float
    say: str
    seconds: float | None = None


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
        if key not in ("after", "wait", "say", "seconds"):
            raise _Fault(key, "unknown key; known are after, wait, say, seconds")
    if table.get("after") not in CUES:
        raise _Fault("after", f"must be one of {', '.join(CUES)}")
    say = table.get("say")
    if not isinstance(say, str):
        raise _Fault("say", "must be the words as text")
    if any("\ud800" <= letter <= "\udfff" for letter in say):
        raise _Fault("say", "half of a character stands in it")
    seconds = _seconds(table, "seconds", None)
    if seconds == 0 or (seconds is None and not say.split()):
        raise _Fault("seconds", "must be more than 0; it is needed where there are no words")
    return Line(table["after"], _seconds(table, "wait", 0.0) or 0.0, say, seconds)


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
    """Say the lines in order, each at its cue; then be silent."""
    position, start = await room.edge(0, (Cue.START,))
    previous: Utterance | None = None
    for line in lines:
        if line.after == "start":
            cued = start.at_s
        elif line.after == "previous":
            cued = start.at_s if previous is None else previous.ended_s
        else:
            _, edge = await room.edge(position, (Cue(line.after),))
            cued = edge.at_s
        await until(cued + line.wait)
        await room.speaker.silence()
        position = len(room.edges)
        previous = room.speaker.begin(line.say, line.seconds)
