"""Whole interviews with invented people (`interviews/`) and their reports: `docs/examples`.

`python -m tests.assessment.coached` writes them anew. They are held by the session's own code in virtual time,
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
from greenroom.app.reports.coached import known
from greenroom.app.reports.markdown import markdown
from greenroom.assessment.coaching import Coaching, coach, since
from greenroom.assessment.heard import Heard
from greenroom.interview import journal
from greenroom.interview.events import Event
from greenroom.interview.record import record
from greenroom.simulation import clock

clock.install()

PEOPLE = Path(__file__).parent / "interviews"
PAGES = Path("docs/examples")
HELD = {
    "sous-chef": "two-stage",
    "junior-developer": "two-stage",
    "electrician": "two-stage",
    "care-assistant": "two-stage",
    "teacher": "two-stage",
    "shop-manager": "two-stage",
    "accountant": "two-stage",
    "driver": "classic",
    "electrician-again": "two-stage",
}
"""Each person, and the plan."""
BEFORE = {"electrician-again": "electrician"}
"""The interview of the same person before this one."""
ABOUT = {
    "sous-chef": "a good interview",
    "junior-developer": "vague answers",
    "electrician": "one or two words each time",
    "care-assistant": "broken off",
    "teacher": "a distress in the middle",
    "shop-manager": "good stories, results late",
    "accountant": "long answers",
    "driver": "questions back, and the whole classic plan",
    "electrician-again": "the electrician a second time, and what got better",
}


@dataclass(frozen=True)
class Held:
    """An interview and its coaching."""

    record: dict[str, Any]
    coaching: Coaching
    heard: Heard
    titles: dict[str, str]
    plan: str
    """Its title."""


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
    titles = {stage.id: stage.title for stage in head.plan.stages}
    coaching = coach(found, known(head.plan, state, events), heard)
    if person in BEFORE:
        coaching = since(coaching, held(BEFORE[person]).coaching)
    return Held(found, coaching, heard, titles, head.plan.title)


def told(person: str) -> str:
    """The interview's report, as Greenroom writes it, under a heading that says whose it is."""
    one = held(person)
    report = reporting.report(one.record, one.heard, coaching=one.coaching)
    title = f"# {person.replace('-', ' ').capitalize()}: {ABOUT[person]}"
    _, rest = markdown(one.record, report, one.titles, plan=one.plan).split("\n", 1)
    return f"{title}\n{rest}"


def index() -> str:
    """The page that leads to them."""
    lines = [
        f"- [{person.replace('-', ' ').capitalize()}]({person}.md): {ABOUT[person]}"
        for person in HELD
    ]
    return HEAD + "\n" + "\n".join(lines) + "\n"


HEAD = """# Examples: interviews and their reports

Whole reports of interviews with invented people, as `greenroom export --format md` writes them; only the first heading is
ours, for it says whose interview it is. What each person says stands in `tests/assessment/interviews`; each interview is held by the session's own code in virtual time, with the reader on
board and without a model. The [rules of coaching](../reference/coaching.md) and the [measures](../reference/delivery.md) say what each sentence rests on.
Make them anew with `python -m tests.assessment.coached`.
"""


def files() -> dict[str, str]:
    """Every file of the folder, by its name."""
    return {"README.md": index()} | {f"{person}.md": told(person) for person in HELD}


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for name, text in files().items():
        (PAGES / name).write_text(text, encoding="utf-8")
