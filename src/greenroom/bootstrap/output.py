"""How an interview record is written to standard output: as JSON alone, or for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

import structlog

from greenroom.observability.logs import configure
from greenroom.settings import Settings

SPEAKERS = {"interviewer": "I", "candidate": "C"}


def write_record(record: Mapping[str, Any], *, as_json: bool) -> None:
    """Print the record. The JSON form is the same bytes wherever and whenever it is written."""
    whole = json.dumps(record, ensure_ascii=False, indent=2)
    text = whole if as_json else "\n".join(_told(record))
    sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()


def _told(record: Mapping[str, Any]) -> Iterator[str]:
    yield f"{record['plan']}, {record['mode']}, {record['started_at']}, {record['id']}"
    stages = {stage["id"]: stage for stage in record["stages"]}
    current = None
    for message in record["messages"]:
        if message["stage"] != current:
            current = message["stage"]
            yield f"\n{current}"
        yield _line(message)
    yield ""
    for stage in stages.values():
        yield f"{stage['id']}: left {clock(stage['left_ms'])}, {stage['cause']}" + (
            f", depth {stage['depth_scores']}" if stage["depth_scores"] else ""
        )
    for incident in record["incidents"]:
        yield f"incident {clock(incident['at_ms'])} {incident['kind']}: {incident['cause']}"
    counts = ", ".join(f"{name} {count}" for name, count in record["counts"].items() if count)
    yield f"ended {clock(record['ended_ms'])}: {record['end_reason']}" + (
        f" ({counts})" if counts else ""
    )


def _line(message: Mapping[str, Any]) -> str:
    kind = message["kind"]
    cut = " …" if message["interrupted"] else ""
    noted = "" if kind in ("question", "answer") else f" [{kind}]"
    who = SPEAKERS[message["speaker"]]
    return f"  {clock(message['started_ms'])} {who}{noted}: {message['text']}{cut}"


def clock(ms: int | None) -> str:
    """Minutes and seconds, `1:05.2`."""
    if ms is None:
        return "-"
    return f"{ms // 60_000}:{ms % 60_000 / 1000:04.1f}"


_JSON: Final = [False]


def configure_output(settings: Settings) -> None:
    """The log as the settings say; with `log_json` what is said goes there, too."""
    debugging = settings.log_level == "DEBUG" and not settings.production
    configure(settings.log_level, personal=debugging)
    _JSON[0] = settings.log_json


def say(text: str) -> None:
    """To the person at the terminal; the log is for machines."""
    if _JSON[0]:
        structlog.get_logger("greenroom.said").warning(text)
        return
    print(f"greenroom: {text}", file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """What others wrote is shown in a terminal, never obeyed by it."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
