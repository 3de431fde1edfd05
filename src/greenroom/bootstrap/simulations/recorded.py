"""`greenroom simulate from-session`: a scenario out of a stored interview, a record or a journal."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from greenroom import settings as configuration
from greenroom.app import plans
from greenroom.app.ports import UserFault
from greenroom.app.reports import records
from greenroom.bootstrap.stored_interview import stored_interview
from greenroom.interview import journal
from greenroom.interview.events import Event
from greenroom.interview.record import record as record_of
from greenroom.simulation import clock


@dataclass(frozen=True, slots=True)
class _Source:
    """A recorded interview, and what else is known of it."""

    record: Mapping[str, Any]
    events: Sequence[Event] | None = None
    """Of its journal."""
    plan_toml: str | None = None


def main(source: str, out: Path | None, employers: Sequence[str], *, scrub: bool) -> int:
    """Write the scenario to `out`, or to standard output. Raises `UserFault`."""
    clock.install()  # before the next lines import livekit
    from greenroom.simulation import recorded
    from greenroom.simulation.scrubbing import Scrubber

    found = _find(source)
    deeds = (
        recorded.deeds_of_record(found.record)
        if found.events is None
        else recorded.deeds_of_journal(found.events)
    )
    made = recorded.scenario(
        deeds,
        found.record,
        plan=_plan(found, out),
        scrubber=Scrubber() if scrub else None,
        companies=employers,
    )
    if out is None:
        sys.stdout.buffer.write(made.toml.encode())
        sys.stdout.buffer.flush()
    else:
        _write(out, made.toml)
    counted = ", ".join(f"{kind} {times}" for kind, times in sorted(made.replaced.items()))
    if scrub:
        print(f"taken out: {counted or 'nothing'}", file=sys.stderr)
        if made.doubtful:
            left = ", ".join(made.doubtful)
            print(f"look at these before you share it: {left}", file=sys.stderr)
    return 0


def _find(source: str) -> _Source:
    path = Path(source)
    if path.suffix == ".jsonl":
        return _of_lines(_text(path).removesuffix("\n").split("\n"), str(path))
    if path.suffix == ".json" or path.exists():
        return _Source(records.read(path, for_report=True))
    return asyncio.run(_stored(source))


def _of_lines(lines: Sequence[str], what: str, plan_toml: str | None = None) -> _Source:
    events: list[Event] = []
    try:
        header, state, _ = journal.read(lines, events.append)
    except journal.JournalError as error:
        raise UserFault(f"{what}: {error}") from error
    if not state.ended:
        raise UserFault(f"{what}: the interview is not over")
    return _Source(record_of(header, state), events, plan_toml)


async def _stored(interview_id: str) -> _Source:
    missing = f"there is no interview “{interview_id}”, nor a file of that name"
    async with stored_interview(configuration.load(), interview_id, missing) as (store, row):
        lines = await store.interviews.journal_lines(interview_id)
        return _of_lines(lines, interview_id, row.plan_toml)


def _plan(found: _Source, out: Path | None) -> str:
    """A built-in plan by its name; another one as a file beside the scenario, if it is known."""
    name: str = found.record["plan"]
    if name in plans.builtin_names():
        return name
    if found.plan_toml is not None and out is not None:
        beside = out.with_suffix(".plan.toml")
        _write(beside, found.plan_toml)
        return beside.name
    print(
        f"the plan “{name}” is no built-in one: put its file beside the scenario", file=sys.stderr
    )
    return f"{name}.toml"


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise UserFault(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UserFault(f"{path}: cannot be read: it is not UTF-8 text") from error


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise UserFault(f"{path}: cannot be written: {error.strerror}") from error
