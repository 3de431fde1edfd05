"""Whole interviews with invented people (`interviews/`) and their reports: `docs/examples`.

`python -m tests.assessment.coached` writes them again. They are held by the session's own code in virtual time,
with the local reader and without a model.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from tests.assessment.person import Line, Person, read

from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.reports import reporting
from greenroom.app.reports.asked import whole_questions
from greenroom.app.reports.coached import known
from greenroom.app.reports.markdown import markdown
from greenroom.assessment.coaching import Coaching, coach, since
from greenroom.assessment.speech import JournalExtract
from greenroom.interview import journal
from greenroom.interview.events import Event
from greenroom.interview.plan import Candidate
from greenroom.interview.record import record
from greenroom.simulation import clock

clock.install()

PEOPLE = Path(__file__).parent / "interviews"
PAGES = Path("docs/examples")


@dataclass(frozen=True)
class Invented:
    """Who is interviewed, by which plan, and what the example shows."""

    about: str
    name: str
    role: str
    plan: str = "two-stage"

    @property
    def candidate(self) -> Candidate:
        return Candidate(name=self.name, role=self.role, level="mid")


HELD = {
    "sous-chef": Invented("a good interview", "Amara", "sous-chef"),
    "junior-developer": Invented("vague answers", "Robin", "software engineer"),
    "electrician": Invented("a few words each time", "Piet", "electrician"),
    "care-assistant": Invented("broken off", "Rosa", "care assistant"),
    "teacher": Invented("a distress in the middle", "Helen", "teacher"),
    "shop-manager": Invented("a good story, its figure late", "Sunita", "shop manager"),
    "accountant": Invented("longer answers, one of which begins slowly", "Margaret", "accountant"),
    "driver": Invented("questions back, and the whole classic plan", "Tom", "driver", "classic"),
    "nurse": Invented(
        "a whole plan with pauses, a corrected name and badly heard words",
        "Fiona",
        "staff nurse",
        "nursing",
    ),
    "gardener": Invented(
        "in German, where the advice looks only at length and digits",
        "Jana",
        "Gärtnerin",
        f"{PEOPLE}/zwei-teile.toml",
    ),
    "electrician-again": Invented(
        "the electrician a second time, and what got better", "Piet", "electrician"
    ),
}
"""Each person, by the name of their file."""
BEFORE = {"electrician-again": "electrician"}
"""The interview of the same person before this one."""


@dataclass(frozen=True)
class Held:
    """An interview and its coaching."""

    record: dict[str, Any]
    coaching: Coaching
    heard: JournalExtract
    titles: dict[str, str]
    plan: str
    """Its title."""
    language: str
    answered: list[tuple[str, Line]]
    """What the person said to which question, in order."""


@cache
def held(person: str) -> Held:
    """An interview with this person."""
    from greenroom.adapters.understanding.composition import reader_in_place
    from greenroom.simulation.run import Notebook, hold, simulated_header

    one = HELD[person].candidate
    plan = plans.load(HELD[person].plan, role=one.role, level=one.level)
    header = simulated_header(plan, 0, one)
    if person in BEFORE:
        header = replace(header, started_at=header.started_at.replace("-22T", "-29T"))
    invented = Person(read(PEOPLE / f"{person}.jsonl"), plan)
    notebook = Notebook()
    clock.run(
        hold(
            header,
            invented.attend,
            interviewer=PlanInterviewer(),
            journal=notebook,
            reader=reader_in_place(),
        ),
        epoch_s=datetime.fromisoformat(header.started_at).timestamp(),
    )
    events: list[Event] = []
    head, state, _ = journal.read(notebook.lines, events.append)
    heard = reporting.journal_extract(events, whole_questions(state), lingering_ms=0)
    found = record(head, state)
    titles = {stage.id: stage.title for stage in head.plan.stages}
    coaching = coach(found, known(head.plan, state, events), heard, language=head.plan.language)
    if person in BEFORE:
        coaching = since(coaching, held(BEFORE[person]).coaching)
    return Held(
        found, coaching, heard, titles, head.plan.title, head.plan.language, invented.answered
    )


def told(person: str) -> str:
    """The interview's report, as Greenroom writes it, under a heading that says whose it is."""
    one = held(person)
    report = reporting.report(one.record, one.heard, one.language, coaching=one.coaching)
    title = f"# {person.replace('-', ' ').capitalize()}: {HELD[person].about}"
    _, rest = markdown(one.record, report, one.titles, plan=one.plan).split("\n", 1)
    return f"{title}\n{rest}"


def index() -> str:
    """The page that leads to them."""
    lines = [
        f"- [{person.replace('-', ' ').capitalize()}]({person}.md): {HELD[person].about}"
        for person in HELD
    ]
    return HEAD + "\n" + "\n".join(lines) + "\n"


HEAD = """# Examples: interviews and their reports

Whole reports of interviews with invented people, as `greenroom export --format md` writes them; only the first heading is
ours, for it says whose interview it is. What each person says stands in `tests/assessment/interviews`, by the questions that it
answers; each interview is held by the session's own code in virtual time, with the reader on
board and without a language model. The [rules of coaching](../reference/coaching.md),
the [measures](../reference/delivery.md) and [the report](../explanation/report.md) say what its sentences rest on.
Make them again with `python -m tests.assessment.coached`.
"""


def files() -> dict[str, str]:
    """Every file of the folder, by its name."""
    return {"README.md": index()} | {f"{person}.md": told(person) for person in HELD}


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for name, text in files().items():
        (PAGES / name).write_text(text, encoding="utf-8")
