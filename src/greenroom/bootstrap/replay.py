"""`greenroom replay`: the record from a journal file alone, without LiveKit."""

from __future__ import annotations

from pathlib import Path

from greenroom.app.errors import UserFault
from greenroom.bootstrap.output import write_record
from greenroom.interview import journal
from greenroom.interview.events import Event
from greenroom.interview.record import record
from greenroom.interview.state import InterviewState


def main(path: Path, *, as_json: bool) -> int:
    """Print the record. Raises `UserFault` for a file that is no whole journal."""
    header, state, _ = read(path)
    write_record(record(header, state), as_json=as_json)
    return 0


def read(path: Path) -> tuple[journal.Header, InterviewState, list[Event]]:
    """A finished interview's journal: its header, the state at the end, the events. Raises `UserFault`."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserFault(f"{path}: the journal cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserFault(f"{path}: the journal cannot be read: it is not UTF-8 text") from error
    events: list[Event] = []
    lines = text.removesuffix("\n").split("\n")
    try:
        header, state, _ = journal.read(lines, events.append)
    except journal.JournalError as error:
        raise UserFault(f"{path}: {error}") from error
    if not state.ended:
        raise UserFault(
            f"{path}: the journal stops before the interview ended; "
            "it was torn, or is still being written"
        )
    return header, state, events
