"""Whole interviews with invented people (`people/whole/`), as they come out: `docs/interviews.md`.

`scripts/interviews` writes the page again. They are held by the session's own code in virtual time, with the
local reader and without a model.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cache, partial
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
    ("bus-driver", "trades-logistics", "Derek"),
    ("midwife", "nursing", "Maureen"),
    ("carpenter-apprentice", "first-job", "Joe"),
    ("call-centre-lead", "office-administration", "Hannah"),
    ("refugee-doctor", "nursing", "Samir"),
    ("retired-sergeant", "trades-logistics", "Frank"),
    ("dairy-welder", "trades-logistics", "Donal"),
    ("dental-software-seller", "sales", "Ellie"),
    ("farm-manager", "classic", "Angus"),
    ("florist", "two-stage", "Chloe"),
    ("geography-graduate", "first-job", "Callum"),
    ("hospital-porter", "classic", "Kofi"),
    ("ledger-developer", "software-engineer", "Wei"),
    ("packaging-accountant", "finance", "Priya"),
    ("paramedic", "nursing", "Steph"),
    ("school-secretary", "office-administration", "Agnes"),
    ("till-baker", "retail-hospitality", "Yusuf"),
    ("two-teacher-school", "teaching", "Sinead"),
)
"""Each person, the plan that fits them, and their name."""
SHOWN = tuple(
    one for one in HELD if one[0] in ("dairy-welder", "hospital-porter", "packaging-accountant")
)
WHO = {"interviewer": "Interviewer", "candidate": "Candidate"}


@cache
def held(person: str, plan: str, name: str) -> dict[str, Any]:
    """The record of an interview with this person."""
    from greenroom.adapters.understanding.composition import reader_in_place
    from greenroom.simulation import script
    from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header

    loaded = plans.load(plan, role=ROBIN.role, level=ROBIN.level)
    header = simulated_header(loaded, 0, replace(ROBIN, name=name))
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


def told(person: str, plan: str, name: str) -> str:
    """The interview as a text, part by part."""
    lines = [f"## {person.replace('-', ' ').capitalize()}, plan `{plan}`"]
    stage = None
    for message in held(person, plan, name)["messages"]:
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
What each of them says stands in `tests/simulation/people/whole`, beside fifteen more who are read in the same way.
Make the page again with `scripts/interviews`.
"""
