"""F18: what was learned in one stage is known in every later one, with or without a model."""

from __future__ import annotations

from dataclasses import replace

import pytest

from greenroom.interview.brief import Brief
from greenroom.interview.briefing import brief
from greenroom.interview.deterministic import reply
from greenroom.interview.engine import begin
from greenroom.interview.known_facts import MOST_ASKED, SUMMARY, summaries
from greenroom.interview.plan import Candidate, Fact, InterviewPlan, Probe, Question, StagePlan
from greenroom.interview.proposals import AskQuestion, RecordResponse
from greenroom.interview.questions import next_question
from greenroom.interview.reading import About, Aside, Reading, Stated
from greenroom.interview.stage_facts import stage_facts
from greenroom.interview.state import RULES, InterviewState, Turn
from greenroom.interview.transcript import Message, StageLog, Transcript

ROLE = Fact("role", required=True, question="What is your current role?")
STRENGTH = Fact("highlight", required=True, question="What would you call your greatest strength?")
INTRO = StagePlan(
    "INTRO",
    "Introduction",
    opening=Question("i", "Who are you?"),
    facts=(Fact("name"), ROLE, Fact("years"), Fact("goals")),
    probes=(Probe("next", "Where would you like to be in a few years?", (1, 2), "goals"),),
)
WORK = StagePlan(
    "WORK",
    "Your work",
    opening=Question("w", "Which project are you proud of?"),
    facts=(ROLE, STRENGTH),
    bank=(Question("w2", "What went wrong?"),),
)
PLAN = InterviewPlan("p", "Plan", (INTRO, WORK))


def said(stage: str, kind: str, text: str, at: int, **more: object) -> Message:
    return replace(Message("candidate", stage, kind, text, at, at + 1), **more)  # type: ignore[arg-type]


def in_the_second_stage(*more: Message, rules: int = RULES) -> InterviewState:
    """The first stage knows role and years; an answer of the second one is open."""
    logs = (
        StageLog("INTRO", 0, 50, facts=(("role", "baker"), ("years", "nine years"))),
        StageLog("WORK", 60),
    )
    messages = (
        said("INTRO", "answer", "I'm a baker.", 1, depth=2, summary="I'm a baker"),
        *more,
        said("WORK", "answer", "We moved the ovens.", 70, turn_id="t9"),
    )
    state = begin(PLAN, Candidate("Robin"), rules=rules)
    return replace(
        state,
        index=1,
        turn=Turn("t9", ("We moved the ovens.",)),
        transcript=Transcript(messages=messages, stages=logs),
    )


def test_the_brief_carries_what_is_known() -> None:
    """Facts of all stages, a line on each stage before, and what the candidate asked, asides alone."""
    asked = said("INTRO", "aside", "How long does this take?", 20, about=About.PROCESS)
    declined = said("INTRO", "aside", "I'd rather not say.", 30, about=About.DECLINE)
    told = brief(in_the_second_stage(asked, declined))
    assert dict(told.known) == {"role": "baker", "years": "nine years"}
    assert told.summaries == (("Introduction", "role: baker; years: nine years / I'm a baker"),)
    assert told.asked_us == ("How long does this take?",)


def test_the_newest_word_counts() -> None:
    """Of what was said on one key the last word is known."""
    state = in_the_second_stage()
    logs = state.transcript.stages
    later = replace(logs[1], facts=(("role", "head baker"),))
    state = replace(state, transcript=replace(state.transcript, stages=(logs[0], later)))
    assert dict(brief(state).known)["role"] == "head baker"


def test_a_fact_that_is_known_is_not_asked_again() -> None:
    """In a later stage the rules ask for what is missing; under the first rules each stage begins again."""
    now, before = brief(in_the_second_stage()), brief(in_the_second_stage(rules=1))
    asked = next_question(now, 2, now.facts, frozenset())
    assert asked is not None
    assert asked.id == "WORK.fact.highlight"
    once = next_question(before, 2, before.facts, frozenset())
    assert once is not None
    assert once.id == "WORK.fact.role"


def test_what_is_carried_is_bounded() -> None:
    """However much was said: one short line for a stage, and the last few questions."""
    long = said("INTRO", "answer", "x", 2, depth=4, summary="word " * 200)
    asides = [said("INTRO", "aside", f"And what about {n}?", 3, about=About.JOB) for n in range(40)]
    state = in_the_second_stage(long, *asides)
    assert all(len(text) <= SUMMARY for _, text in summaries(state))
    assert len(brief(state).asked_us) == MOST_ASKED


def open_brief(answer: str, question: Question, reading: Reading | None = None) -> Brief:
    return Brief(
        "t1", INTRO, Candidate("Robin"), answer, question, (), {}, frozenset(), (), 0, 1, 60_000,
        rules=RULES, reading=reading,
    )  # fmt: skip


FOR_ROLE = Question("INTRO.fact.role", "What is your current role?")


@pytest.mark.parametrize(
    ("reading", "facts"),
    [
        (None, {"role": "Stock control"}),
        (Reading("r", 0.9), {"role": "Stock control"}),
        (Reading("r", 0.2), {}),
    ],
)
def test_a_plain_answer_has_to_fit(reading: Reading | None, facts: dict[str, str]) -> None:
    """Words without a cue are the fact that was asked for, unless the reader says that they answer nothing."""
    assert stage_facts(open_brief("Stock control.", FOR_ROLE, reading)) == facts


def test_no_fact_from_an_aside() -> None:
    """Places that the engine blanked, because an aside stands there, give no fact."""
    text = "I'm a baker. Do you think I'm good at bread?"
    reading = Reading(
        "r", 0.8, (Aside(About.FEEDBACK, "", 13, len(text), 0.9),),
        facts=(Stated("role", 6, 11, 0.9), Stated("goals", 26, 40, 0.9)),
    )  # fmt: skip
    blanked = text[:13] + " " * (len(text) - 13)
    assert stage_facts(open_brief(blanked, INTRO.opening, reading)) == {"role": "baker"}


def test_a_readers_facts_are_taken() -> None:
    """What a reader located is filed as it stands in the words; what it places outside them is not."""
    reading = Reading("r", 0.9, facts=(Stated("role", 0, 5, 0.9), Stated("years", 4, 400, 0.9)))
    assert stage_facts(open_brief("Baker, I am.", INTRO.opening, reading)) == {"role": "Baker"}


def test_the_topic_of_a_probe_is_asked_for() -> None:
    """ "Where would you like to be?" asks for goals as a fact's own question does."""
    probe = INTRO.probes[0].question
    assert stage_facts(open_brief("Running my own shop.", probe)) == {
        "goals": "Running my own shop"
    }


def test_the_interviewer_without_a_model_files_them() -> None:
    """Its note holds the facts, and no question asks for what the answer told."""
    proposals = reply(open_brief("I was a waiter, now I'm a baker.", INTRO.opening))
    (note,) = (one for one in proposals if isinstance(one, RecordResponse))
    assert dict(note.facts) == {"role": "baker"}
    (ask,) = (one for one in proposals if isinstance(one, AskQuestion))
    assert ask.question_id != "INTRO.fact.role"
