"""A plan of two stages, and a playbook of it."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.brief import Brief
from greenroom.interview.causes import Cause
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.proposals import (
    AssessResponse,
    Proposal,
    RecordResponse,
)
from greenroom.testing.playbook import Playbook

INTRO = StagePlan(
    "INTRO",
    "Introduction",
    opening=Question(
        "i1", "Who are you?", simpler="What is your job?", rephrase="Introduce yourself."
    ),
    bank=(
        Question("i2", "Which tools do you reach for first?"),
        Question("i3", "Whom do you admire?"),
    ),
    hard_limit=120_000,
    inactivity_limit=30_000,
    reprompt_after=10_000,
    simplify_after=20_000,
    ramble_limit=60_000,
    bridge_out="Thank you, that gives me a picture.",
)
WORK = StagePlan(
    "WORK",
    "Work",
    opening=Question("w1", "Which project are you proud of?"),
    bank=(Question("w2", "Where did something break?"),),
    hard_limit=300_000,
    inactivity_limit=45_000,
    reprompt_after=15_000,
    simplify_after=30_000,
    bridge_in="Let us talk about your work.",
    closing="Thanks. {remark} Good-bye.",
)

PATIENT = replace(
    INTRO,
    inactivity_limit=500_000,
    reprompt_after=400_000,
    simplify_after=450_000,
    ramble_limit=500_000,
)


def plan(intro: StagePlan = INTRO, work: StagePlan = WORK) -> InterviewPlan:
    return InterviewPlan("p", "P", (intro, work))


def play(
    intro: StagePlan = INTRO, work: StagePlan = WORK, depth: int = 2, **more: object
) -> Playbook:
    def interviewer(brief: Brief) -> tuple[Proposal, ...]:
        extra = more.get("say")
        noted = RecordResponse("the candidate's words", more.get("facts", ()))  # type: ignore[arg-type]
        return (AssessResponse(depth), noted, *(extra or ()))  # type: ignore[misc]

    return Playbook(plan(intro, work), Candidate("Ada"), interviewer).candidate_joins()


def cause_of(book: Playbook, index: int = 0) -> Cause | None:
    return book.state.transcript.stages[index].cause
