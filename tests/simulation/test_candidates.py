"""Simulated candidates in whole interviews on the real session (X1)."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import UserFault
from greenroom.interview import journal
from greenroom.interview.record import record
from greenroom.simulation import clock
from greenroom.simulation.answers import Answers
from greenroom.simulation.candidates import PERSONAS, persona
from greenroom.simulation.record_checks import faults
from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header

Record = dict[str, Any]


def held(plan: str, name: str, seed: int = 3) -> tuple[Record, Notebook]:
    loaded = plans.load(plan, role=ROBIN.role, level=ROBIN.level)
    header, notebook = simulated_header(loaded, seed), Notebook()
    state = clock.run(
        hold(
            header,
            persona(name, seed, loaded).attend,
            interviewer=PlanInterviewer(),
            journal=notebook,
        )
    )
    return record(header, state), notebook


def kinds(found: Record, speaker: str) -> list[str]:
    return [message["kind"] for message in found["messages"] if message["speaker"] == speaker]


def texts(found: Record) -> Iterable[str]:
    return (m["text"] for m in found["messages"] if m["speaker"] == "candidate")


@pytest.mark.parametrize("plan", ["two-stage", "classic"])
@pytest.mark.parametrize("name", sorted(PERSONAS))
def test_every_candidate_gets_through(plan: str, name: str) -> None:
    """Whoever comes, the interview ends, its record is sound, and its journal replays to it."""
    found, notebook = held(plan, name)
    order = [stage.id for stage in plans.load(plan).stages]
    assert faults(found, order) == []
    assert found["end_reason"] in ("completed", "candidate_ended")
    header, state, _ = journal.read(notebook.lines)
    assert record(header, state) == found


@pytest.mark.parametrize("plan", [p.id for p in plans.catalogue() if p.roles])
def test_every_role_pack_is_held_to_its_end(plan: str) -> None:
    """A role pack's interview goes through all its stages, asks for questions, and says good-bye."""
    found, _ = held(plan, "normal")
    order = [stage.id for stage in plans.load(plan, role=ROBIN.role, level=ROBIN.level).stages]
    assert faults(found, order) == []
    assert [stage["id"] for stage in found["stages"]] == order
    assert found["end_reason"] == "completed"


def test_normal_tells_stories() -> None:
    """The normal candidate answers at length, never twice the same, and is never reminded."""
    found, _ = held("classic", "normal")
    answers = list(texts(found))
    assert len(set(answers)) == len(answers) >= 5
    assert max(len(answer.split()) for answer in answers) > 40
    assert found["counts"]["reprompts"] == found["counts"]["barge_ins"] == 0
    assert found["counts"]["natural_transitions"] == 5


def test_silent_says_nothing() -> None:
    """The silent candidate is reminded in every stage, and moved on by force."""
    found, _ = held("two-stage", "silent")
    assert kinds(found, "candidate") == []
    assert [stage["cause"] for stage in found["stages"]] == ["inactivity", "inactivity"]


def test_backchanneler_interrupts_nobody() -> None:
    """Small words over the interviewer are noted as such and cut nothing off."""
    found, _ = held("classic", "backchanneler")
    assert found["counts"]["acks_ignored"] >= 2
    assert found["counts"]["barge_ins"] == 0
    assert "answer" in kinds(found, "candidate")


def test_interrupter_interrupts() -> None:
    """Real speech over the interviewer cuts it off, every time."""
    found, _ = held("classic", "interrupter")
    cut = [m for m in found["messages"] if m["speaker"] == "interviewer" and m["interrupted"]]
    assert len(cut) == found["counts"]["barge_ins"] >= 1


def test_thinker_is_given_time() -> None:
    """Who asks for a minute is not reminded while thinking, and answers after it."""
    found, _ = held("two-stage", "thinker")
    assert "thinking" in kinds(found, "candidate")
    assert "answer" in kinds(found, "candidate")
    assert found["counts"]["reprompts"] == 0


def test_repeater_hears_it_again() -> None:
    """Who asks for it hears the question again."""
    found, _ = held("two-stage", "repeater")
    assert kinds(found, "interviewer").count("repeat") == kinds(found, "candidate").count("command")
    assert "repeat" in kinds(found, "interviewer")


def test_quitter_is_let_go() -> None:
    """Who wants to end ends it, with a good-bye."""
    found, _ = held("two-stage", "quitter")
    assert found["end_reason"] == "candidate_ended"
    assert kinds(found, "interviewer")[-1] == "closing"


def test_rambler_is_stopped_at_a_pause() -> None:
    """Who talks for minutes is led on, but never talked over."""
    found, _ = held("classic", "rambler")
    assert found["end_reason"] == "completed"
    longest = max(
        m["ended_ms"] - m["started_ms"] for m in found["messages"] if m["speaker"] == "candidate"
    )
    assert longest > 60_000


def test_unknown_candidate() -> None:
    """An unknown name is refused with the names that there are."""
    with pytest.raises(UserFault, match="normal, silent, oneword"):
        persona("stranger", 0, plans.load("two-stage"))


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What was different afterwards? A number would help.", "minutes"),
        ("Which decision of yours mattered most?", "polling"),
        ("What was the hardest moment?", "at night"),
        ("How did you work with the other people involved?", "colleague"),
    ],
)
def test_answers_fit_their_question(question: str, part: str) -> None:
    """A follow-up question gets the part of the story that it asks for."""
    answers = Answers(random.Random(1))
    answers.to("Tell me about a time when stock figures were late.", "work")
    assert part in answers.to(question, "work") or part == "minutes"
