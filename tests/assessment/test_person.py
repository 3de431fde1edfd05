"""An invented person answers what was asked, whichever question comes when."""

from __future__ import annotations

import pytest
from tests.assessment.coached import HELD, PEOPLE
from tests.assessment.person import ANYTHING, Line, Person, read, wordings

from greenroom.app import plans


@pytest.mark.parametrize("person", HELD)
def test_everybody_can_answer_whatever_the_plan_asks(person: str) -> None:
    """A reader that asks other questions of the plan still gets answers that fit, and no line is for a
    question that there is not."""
    one = HELD[person]
    plan = plans.load(one.plan, role=one.role, level="mid")
    known = {name for line in read(PEOPLE / f"{person}.jsonl") for name in line.to}
    assert known - {ANYTHING, "reply"} == set(wordings(plan))


def test_the_words_go_by_the_question_and_not_by_its_turn() -> None:
    """Whatever is asked first, in whatever wording, gets its own words; asked again, those for a follow-up."""
    plan = plans.load("two-stage", role="clerk", level="mid")
    lines = (
        Line(("project",), ("A.",)),
        Line(("cost", "impact"), ("B.",)),
        Line(("cost",), ("C.",)),
    )
    person = Person((*lines, Line(("anything",), ("Enough.",))), plan)
    asked = (
        ("probe", "You mentioned the list. What did you have to give up to make it work?"),
        (
            "question",
            "Think of one project or piece of work that you are proud of. What was it about?",
        ),
        ("simpler", "Was there anything you could not do because of it?"),
        ("reprompt", "Take your time."),
        ("probe", "What got better?"),
    )
    said = [one.say[0] for kind, text in asked if (one := person.line(kind, text))]
    assert said == ["B.", "A.", "C.", "Enough.", "Enough."]
