"""Whole interviews with invented people (`interviews/`) and what the rules say of them: `docs/coached-interviews.md`.

`python -m tests.assessment.coached` writes the page anew. They are held by the session's own code in virtual time,
with the local reader and without a model.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.reports import reporting
from greenroom.app.reports.asked import whole_questions
from greenroom.app.reports.coached import known, written
from greenroom.assessment.coaching import Coaching, coach
from greenroom.interview import journal
from greenroom.interview.events import Event
from greenroom.interview.record import record
from greenroom.simulation import clock

clock.install()

PEOPLE = Path(__file__).parent / "interviews"
PAGE = Path("docs/coached-interviews.md")
HELD = {
    "sous-chef": "two-stage",
    "junior-developer": "two-stage",
    "electrician": "two-stage",
    "care-assistant": "two-stage",
    "teacher": "two-stage",
}
"""Each person, and the plan."""
WHO = {"interviewer": "Interviewer", "candidate": "Candidate"}


@dataclass(frozen=True)
class Held:
    """An interview and its coaching."""

    record: dict[str, Any]
    coaching: Coaching


@cache
def held(person: str) -> Held:
    """An interview with this person."""
    from greenroom.adapters.understanding.composition import reader_in_place
    from greenroom.simulation import script
    from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header

    header = simulated_header(plans.load(HELD[person], role=ROBIN.role, level=ROBIN.level), 0)
    notebook = Notebook()
    clock.run(
        hold(
            header,
            partial(script.perform, script.read(PEOPLE / f"{person}.jsonl")),
            interviewer=PlanInterviewer(),
            journal=notebook,
            reader=reader_in_place(),
        ),
        epoch_s=datetime.fromisoformat(header.started_at).timestamp(),
    )
    events: list[Event] = []
    head, state, _ = journal.read(notebook.lines, events.append)
    heard = reporting.heard(events, whole_questions(state))
    found = record(head, state)
    return Held(found, coach(found, known(head.plan, state, events), heard))


def told(person: str) -> str:
    """The interview and its report as a text."""
    one = held(person)
    lines = [f"## {person.replace('-', ' ').capitalize()}", "", "### What was said", ""]
    for message in one.record["messages"]:
        kind = "" if message["kind"] in ("question", "answer") else f" ({message['kind']})"
        lines += [f"**{WHO[message['speaker']]}**{kind}: {message['text']}", ""]
    coaching = written(one.coaching.plain(), reporting.plain)
    return "\n".join(
        [*lines, *(f"##{line}" if line.startswith("#") else line for line in coaching)]
    )


def page() -> str:
    return HEAD + "\n" + "\n".join(told(person) for person in HELD).rstrip() + "\n"


HEAD = """# Coached interviews

Interviews with five invented people, and what the [rules of coaching](coaching.md) say of them, unedited: a good one, a bad
one, a short one, one that was broken off, one with a distress. What each of them says stands in
`tests/assessment/interviews`. Make the page anew with `python -m tests.assessment.coached`.
"""

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
