"""An interview about gardens, its first question heard, by a playbook with readings of turns."""

from __future__ import annotations

from typing import Any

from greenroom.interview.commands import Say
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.reading import Reading
from greenroom.interview.transcript import Message
from greenroom.testing.playbook import Playbook

FIRST = StagePlan(
    "FIRST",
    "First",
    opening=Question(
        "f1",
        "Which garden did you plant, {name}?",
        simpler="What did you plant?",
        rephrase="Tell me of a garden that you planted.",
    ),
    bank=(
        Question("f2", "Who watered it?", simpler="Who had the can?"),
        Question("f3", "What did it cost?"),
        Question("f4", "What grew badly?"),
    ),
    minimum_questions=3,
    bridge_out="Thank you.",
)
LAST = StagePlan("LAST", "Last", opening=Question("l1", "What comes next?"), closing="Good-bye.")
PLAN = InterviewPlan("gardens", "Gardens", (FIRST, LAST))
PERHAPS = Reading("r", 0.3, end=0.4)


def play(readings: dict[str, Reading] | None = None, **more: Any) -> Playbook:
    """The first question was heard."""
    known = readings or {}
    book = Playbook(PLAN, Candidate("Ada"), reader=known.get, **more)
    return book.candidate_joins().at("0:06").expect(Say, text="Which garden")


def says(book: Playbook, text: str) -> Playbook:
    """Say it, and let what follows be said to its end."""
    book.candidate_says(text)
    seconds = book.now // 1000 + 12
    return book.at(f"{seconds // 60}:{seconds % 60:02}")


def theirs(book: Playbook) -> list[Message]:
    return [m for m in book.state.transcript.messages if m.speaker == "candidate"]


def ours(book: Playbook) -> Message:
    return [m for m in book.state.transcript.messages if m.speaker == "interviewer"][-1]


def pending(book: Playbook) -> str:
    assert book.state.prompt is not None
    return book.state.prompt.question.id
