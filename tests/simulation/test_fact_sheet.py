"""Fact sheets: what is told when, what coverage counts, and when a candidate did not play its part."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, cast

import pytest

from greenroom.app import plans
from greenroom.simulation.fact_candidate import KEPT, NOTHING, FactCandidate
from greenroom.simulation.fact_sheet import coverage, told
from greenroom.simulation.scenarios.format import FactSource
from greenroom.simulation.transport import Cue, Edge, Said, SimulatedTransport
from greenroom.simulation.validity import LOOP_WORDS, Lapse, lapses

ROLE = FactSource(id="role", text="I bake bread in a small shop.", topics=["your job", "role"])
PRICE = FactSource(id="price", text="It cost me my evenings.", topics=["cost"], reveal="probed")
HOBBY = FactSource(id="hobby", text="I sing in a choir.", reveal="volunteered")
SALARY = FactSource(
    id="salary", text="I earn 31 thousand.", topics=["earn"], reveal="never", signs=["31 thousand"]
)
SHEET = (ROLE, PRICE, HOBBY, SALARY)


@dataclass
class AtWork:
    """All that `FactCandidate` looks at: the stage that is shown."""

    stage: int = 0


def asked(candidate: FactCandidate, *questions: str) -> list[str]:
    room = cast("SimulatedTransport", AtWork())
    edges = [Edge(Cue.QUESTION, 0.0, Said("question", question)) for question in questions]
    return [candidate.answer(room, edge) for edge in edges]


def knowing(*facts: FactSource, at_once: int = 2) -> FactCandidate:
    return FactCandidate(random.Random(1), plans.load("two-stage"), facts, at_once)


def test_a_fact_is_told_when_it_is_asked_for() -> None:
    """Not before, and once; a topic is found in whole words and in any case."""
    first, second, third = asked(knowing(ROLE), "Any controller?", "What is your JOB?", "Your job?")
    assert first in NOTHING
    assert second == ROLE.text
    assert third in NOTHING


def test_a_probed_fact_needs_a_second_question() -> None:
    """The first question for it is passed on."""
    first, second = asked(knowing(PRICE), "What did it cost?", "And the cost?")
    assert first in NOTHING
    assert second == PRICE.text


def test_what_is_never_told_is_declined() -> None:
    """The candidate says that it will not talk about it."""
    assert asked(knowing(SALARY), "What do you earn?", "What do you earn?") == [KEPT, KEPT]


def test_no_more_than_so_many_at_once() -> None:
    """Facts that are told by themselves come in the first answers, behind those that were asked for."""
    candidate = knowing(HOBBY, ROLE, at_once=1)
    assert asked(candidate, "What is your role?", "Anything?") == [ROLE.text, HOBBY.text]


def record(*said: tuple[str, str], end: str = "completed") -> dict[str, Any]:
    messages = [
        {"index": i, "speaker": "interviewer" if by == "I" else "candidate", "text": text}
        for i, (by, text) in enumerate(said)
    ]
    return {"messages": messages, "end_reason": end}


def test_coverage_is_counted_over_the_record() -> None:
    """Asked and told are the words that show it; a fact that is never told is not among those that
    can be had."""
    held = record(("I", "What is your role?"), ("C", "Well, I bake bread in a small shop."))
    found = coverage(told(SHEET, held))
    assert (found["can_be_had"], found["told"], found["percent"]) == (3, 1, 33)
    role = found["facts"][0]
    assert role["asked"] == [{"message": 0, "start": 13, "end": 17, "quote": "role"}]
    assert role["told"]["quote"] == "I bake bread in a small shop."
    assert found["facts"][1]["told"] is None


@pytest.mark.parametrize(
    ("said", "lapse"),
    [
        ([("C", "I bake bread in a small shop.")], Lapse.LEAKED_UNASKED),
        ([("I", "The cost?"), ("C", "It cost me my evenings.")], Lapse.LEAKED_UNASKED),
        ([("I", "You earn?"), ("C", "About 31 thousand.")], Lapse.LEAKED_UNASKED),
        ([("C", "I never liked bread.")], Lapse.CONTRADICTS_SHEET),
        ([("C", "We sold 540 loaves.")], Lapse.INVENTED_NUMBER),
        ([("C", "Good. Tell me about yourself.")], Lapse.ROLE_FLIP),
        ([("C", "Why?"), ("C", "And how?"), ("C", "When?")], Lapse.ROLE_FLIP),
        ([("C", "As an AI I have no job.")], Lapse.META_TALK),
        ([("C", "I have said all that I wanted to say")] * 3, Lapse.LOOPING),
    ],
)
def test_a_candidate_out_of_its_part(said: list[tuple[str, str]], lapse: Lapse) -> None:
    """Each lapse is found, with the words that show it."""
    sheet = (ROLE.model_copy(update={"contradictions": ["never liked bread"]}), PRICE, SALARY)
    held = record(*said)
    (found,) = lapses(sheet, "A baker of 40", held)
    assert found.lapse is lapse
    text = held["messages"][found.quote.message]["text"]
    assert text[found.quote.start : found.quote.end] == found.quote.text


def test_a_candidate_who_ends_it() -> None:
    """Ending the interview is a lapse."""
    (found,) = lapses(SHEET, "", record(("C", "Bye."), end="candidate_ended"))
    assert found.lapse is Lapse.PREMATURE_STOP


def test_a_candidate_in_its_part() -> None:
    """Facts at the right question, a number that the interviewer said first, and short words said again
    are no lapse."""
    said = [
        ("I", "What is your role, in 3 sentences?"),
        ("C", "I bake bread in a small shop. That was 3."),
        ("I", "What did it cost? Go on, the cost?"),
        ("C", "Nothing."),
        ("I", "Really, no cost?"),
        ("C", "It cost me my evenings."),
        *[("C", "Nothing.")] * 4,
    ]
    assert lapses(SHEET, "A baker of 40", record(*said)) == ()


def test_the_sheets_own_candidate_never_loops() -> None:
    """What it says when it knows nothing is too short to be taken for a loop."""
    assert all(len(words.split()) < LOOP_WORDS for words in (*NOTHING, KEPT))
