"""`greenroom simulate`: one interview through the real session code, in virtual time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import OperatorFault, UserFault
from greenroom.bootstrap.output import write_record
from greenroom.interview.causes import EndReason
from greenroom.interview.plan import InterviewPlan
from greenroom.interview.record import record
from greenroom.observability.logs import configure
from greenroom.simulation import clock

if TYPE_CHECKING:
    from greenroom.simulation.transport import SimulatedTransport


def main(
    plan: str,
    candidate: str | None,
    script: Path | None,
    seed: int,
    journal: Path | None,
    *,
    unhurried: bool,
    as_json: bool,
) -> int:
    """Hold the interview and print its record. Raises `UserFault` for bad arguments."""
    if (candidate is None) == (script is None):
        raise UserFault("give one of --candidate NAME and --script FILE.jsonl")
    clock.install()  # before the next line imports livekit
    from greenroom.adapters.understanding.composition import reader_in_place
    from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header

    configure("ERROR")
    loaded = plans.load(plan, role=ROBIN.role, level=ROBIN.level)
    take_part = _part(loaded, candidate, script, seed)
    header, notebook = simulated_header(loaded, seed, unhurried=unhurried), Notebook()
    try:
        state = clock.run(
            hold(
                header,
                take_part,
                interviewer=PlanInterviewer(),
                journal=notebook,
                reader=reader_in_place(),
            ),
            epoch_s=datetime.fromisoformat(header.started_at).timestamp(),
        )
    except clock.IdleForever as error:
        raise OperatorFault(f"the simulated interview hangs: {error}") from error
    finally:
        _keep(journal, notebook.text())
    write_record(record(header, state), as_json=as_json)
    return 3 if state.end_reason is EndReason.FAILED else 0


def _part(
    plan: InterviewPlan, candidate: str | None, script: Path | None, seed: int
) -> Callable[[SimulatedTransport], Awaitable[None]]:
    """What the candidate does, as a coroutine function over the line to the interviewer."""
    from greenroom.simulation import candidates
    from greenroom.simulation import script as scripts

    if script is not None:
        return partial(scripts.perform, scripts.read(script))
    return candidates.persona(candidate or "", seed, plan).attend


def _keep(path: Path | None, text: str) -> None:
    if path is None:
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserFault(f"{path}: the journal cannot be written: {error.strerror}") from error
