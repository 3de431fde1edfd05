"""A plan of one stage, and its interview event by event."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.engine import begin, step
from greenroom.interview.events import (
    CandidateJoined,
    Event,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.state import InterviewState

STAGE = StagePlan("ONE", "One", opening=Question("q1", "Who are you?"))
THREE_QUESTIONS = replace(
    STAGE,
    bank=(Question("q2", "Which tools do you use?"), Question("q3", "Whom do you admire?")),
    minimum_questions=3,
)
HEARD = (
    UtteranceStarted(400, "u1"),
    UtteranceFinished(2_000, "u1", "Who are you?", interrupted=False),
)
"""The opening question, said in full."""


def after(state: InterviewState, *events: Event) -> InterviewState:
    for event in events:
        state, _ = step(state, event)
    return state


def begun(stage: StagePlan, *events: Event) -> InterviewState:
    """The candidate is there and the stage is entered; then these events."""
    state = begin(InterviewPlan("p", "P", (stage,)), Candidate("Ada"))
    return after(state, CandidateJoined(0), StageEntered(0, 0), *events)
