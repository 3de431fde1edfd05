"""Whole interviews with invented people (`people/whole/`), as they come out: `docs/interviews.md`.

`scripts/interviews` writes the page anew. They are held by the session's own code in virtual time, with the
local reader and without a model.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview.record import record
from greenroom.simulation import clock

clock.install()

PEOPLE = Path(__file__).parent / "people" / "whole"
PAGE = Path("docs/interviews.md")
HELD = (
    ("bus-driver", "trades-logistics"),
    ("midwife", "nursing"),
    ("carpenter-apprentice", "first-job"),
    ("call-centre-lead", "office-administration"),
    ("refugee-doctor", "nursing"),
    ("retired-sergeant", "trades-logistics"),
    ("dairy-welder", "trades-logistics"),
    ("dental-software-seller", "sales"),
    ("farm-manager", "classic"),
    ("florist", "two-stage"),
    ("geography-graduate", "first-job"),
    ("hospital-porter", "classic"),
    ("ledger-developer", "software-engineer"),
    ("packaging-accountant", "finance"),
    ("paramedic", "nursing"),
    ("school-secretary", "office-administration"),
    ("till-baker", "retail-hospitality"),
    ("two-teacher-school", "teaching"),
)
"""Each person, and the plan that fits them."""
SHOWN = HELD[1:4]
WHO = {"interviewer": "Interviewer", "candidate": "Candidate"}


def held(person: str, plan: str) -> dict[str, Any]:
    """The record of an interview with this person."""
    from greenroom.adapters.understanding.composition import reader_in_place
    from greenroom.simulation import script
    from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header

    loaded = plans.load(plan, role=ROBIN.role, level=ROBIN.level)
    header = simulated_header(loaded, 0)
    state = clock.run(
        hold(
            header,
            partial(script.perform, script.read(PEOPLE / f"{person}.jsonl")),
            interviewer=PlanInterviewer(),
            journal=Notebook(),
            reader=reader_in_place(),
        ),
        epoch_s=datetime.fromisoformat(header.started_at).timestamp(),
    )
    return record(header, state)


def told(person: str, plan: str) -> str:
    """The interview as a text, part by part."""
    lines = [f"## {person.replace('-', ' ').capitalize()}, plan `{plan}`"]
    stage = None
    for message in held(person, plan)["messages"]:
        if message["stage"] != stage:
            stage = message["stage"]
            lines.append(f"### {stage}")
        kind = "" if message["kind"] in ("question", "answer") else f" ({message['kind']})"
        lines.append(f"**{WHO[message['speaker']]}**{kind}: {message['text']}")
    return "\n\n".join(lines)


def page() -> str:
    return HEAD + "\n" + "\n\n".join(told(*one) for one in SHOWN) + "\n"


HEAD = """# Whole interviews

Interviews with three invented people, unedited, by the interviewer without a model.
What each of them says stands in `tests/simulation/people/whole` and does not depend on the question.
Make the page anew with `scripts/interviews`.
"""
