"""Engine steps a second over a whole interview's events, beside copying the state as often.

python -m benchmarks.engine [--quick]
"""

from __future__ import annotations

from greenroom.simulation import clock

clock.install()  # before anything imports livekit

import json  # noqa: E402
import time  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from dataclasses import replace  # noqa: E402

from benchmarks.table import Row, tell  # noqa: E402
from greenroom.app import plans  # noqa: E402
from greenroom.app.interviewer import PlanInterviewer  # noqa: E402
from greenroom.interview import journal  # noqa: E402
from greenroom.interview.engine import begin, next_deadline, step  # noqa: E402
from greenroom.interview.events import Event  # noqa: E402
from greenroom.simulation.candidates import persona  # noqa: E402
from greenroom.simulation.run import Notebook, hold, simulated_header  # noqa: E402

COMMAND = "python -m benchmarks.engine"


def interview() -> tuple[journal.Header, list[str]]:
    """A `classic` interview of a candidate who also murmurs over questions."""
    plan = plans.load("classic")
    header, notebook = simulated_header(plan, 1), Notebook()
    attend = persona("backchanneler", 1, plan).attend
    clock.run(hold(header, attend, interviewer=PlanInterviewer(), journal=notebook))
    return header, notebook.lines


def stepped(header: journal.Header, events: list[Event]) -> None:
    state = begin(header.plan, header.candidate)
    for event in events:
        state, _ = step(state, event)
        next_deadline(state)


def copied(header: journal.Header, events: list[Event]) -> None:
    """What a step costs at least: one new state."""
    state = begin(header.plan, header.candidate)
    for event in events:
        state = replace(state, now=event.at)


def rows(*, quick: bool) -> Iterator[Row]:
    header, lines = interview()
    events = [journal.decode_event(json.loads(line)["event"]) for line in lines[1:]]
    times = 50 if quick else 300
    mine, least = _per_s(stepped, header, events, times), _per_s(copied, header, events, times)
    began = time.process_time()
    for _ in range(times // 10):
        journal.read(lines)
    replays = times // 10 * len(events) / (time.process_time() - began)
    yield Row(
        "engine steps a second of one core, next deadline included",
        "",
        f"{mine:,.0f} /s ({1e6 / mine:.0f} µs each); replay of a journal {replays:,.0f} /s",
        f"copying the state once: {least:,.0f} /s",
        COMMAND,
    )


def _per_s(what: object, header: journal.Header, events: list[Event], times: int) -> float:
    assert callable(what)
    began = time.process_time()
    for _ in range(times):
        what(header, events)
    return times * len(events) / (time.process_time() - began)


if __name__ == "__main__":
    tell(rows)
