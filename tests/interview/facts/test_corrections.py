"""F17: a correction is taken back into the facts and the name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.engine import begin
from greenroom.interview.known_facts import with_corrections, with_name
from greenroom.interview.plan import Candidate, Fact, InterviewPlan, StagePlan
from greenroom.interview.speaking import spoken
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import StageLog, Transcript
from greenroom.interview.understanding.corrections import corrected, corrected_name

KNOWN = {
    "name": "Shavon",
    "role": "nurse",
    "years": "eight years",
    "skills": "post grass and Python",
}


@pytest.mark.parametrize(
    ("said", "topic", "changes"),
    [
        ("No, my name is Dana.", "name", {"name": "Dana"}),
        ("no my name is dana", "name", {"name": "Dana"}),
        ("It's Siobhan, not Shavon.", "name", {"name": "Siobhan"}),
        ("My name is not Shavon, it's Alex.", "", {"name": "Alex"}),
        ("no, it's dana", "name", {"name": "Dana"}),
        ("It's spelled S I O B H A N.", "name", {"name": "Siobhan"}),
        ("Actually nine years, not eight.", "fact", {"years": "nine years"}),
        ("not eight, nine", "fact", {"years": "nine years"}),
        ("It's not eight years, it's nine.", "fact", {"years": "nine years"}),
        ("I'm a midwife, not a nurse.", "fact", {"role": "midwife"}),
        ("You misheard, I said Postgres.", "misheard", {"skills": "Postgres and Python"}),
        ("It's Java, not Python.", "fact", {"skills": "post grass and Java"}),
        ("That's wrong.", "fact", {}),
        ("No, the project took two years.", "fact", {}),
        ("I told her that's not what I said.", "", {}),
        ("It's not that simple, it's complicated.", "", {}),
    ],
)
def test_what_changes(said: str, topic: str, changes: dict[str, str]) -> None:
    """The right words take the place of the wrong ones; the rest of the fact stays."""
    assert dict(corrected(said, KNOWN, topic)) == changes


def interview(name: str = "Robin") -> InterviewState:
    """Two stages were entered, and the first knows a name and a role."""
    facts = (Fact("name"), Fact("role", required=True))
    plan = InterviewPlan("p", "Plan", (StagePlan("A", "One", facts=facts), StagePlan("B", "Two")))
    logs = (
        StageLog("A", 0, facts=(("name", name), ("role", "nurse in Leeds"))),
        StageLog("B", 9),
    )
    return replace(begin(plan, Candidate(name)), transcript=Transcript(stages=logs), index=1)


def test_a_corrected_name_is_the_name_from_then_on() -> None:
    """What is said next carries it, and so do the facts."""
    state = with_corrections(interview(), "It's Robyn, not Robin.", "name")
    assert spoken(state, "Thank you, {name}.") == "Thank you, Robyn."
    assert dict(state.transcript.stages[0].facts)["name"] == "Robyn"


def test_a_name_that_nobody_uses_gives_way() -> None:
    """Who says which name nobody calls them by has said which one to use."""
    assert (
        corrected_name("Yes. And my name's Priya, nobody calls me Priyanka.", "Priyanka") == "Priya"
    )
    assert corrected_name("My name's Priya, nobody calls me lazy.", "Priyanka") is None


def test_a_fact_is_corrected_in_the_stage_that_knows_it() -> None:
    """A correction changes the fact where it was filed."""
    state = with_corrections(interview(), "Not a nurse, a midwife.", "fact")
    assert dict(state.transcript.stages[0].facts)["role"] == "midwife in Leeds"
    assert state.transcript.stages[1].facts == ()


def test_a_registered_name_stays_unless_it_is_denied() -> None:
    """A recogniser's spelling does not replace what was typed; a wish does, and where nobody gave a name
    the first one heard is taken."""
    heard = with_name(interview(), {"name": "Rabin"}, "Hi, my name is Rabin.")
    assert heard.candidate.name == "Robin"
    wished = with_name(interview(), {"name": "Alex"}, "Please call me Alex.")
    assert wished.candidate.name == "Alex"
    first = with_name(interview(""), {"name": "Dana"}, "I'm Dana.")
    assert first.candidate.name == "Dana"


@given(st.text(max_size=120))
def test_corrections_are_total(said: str) -> None:
    """Whatever the words: only known facts or the name change, and never to nothing."""
    for key, new in corrected(said, KNOWN):
        assert key in KNOWN
        assert new.strip()
