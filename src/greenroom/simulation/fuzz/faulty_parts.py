"""The other parts that may misbehave: the interviewer, the model with its tools, the disk, the plan."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

from livekit.agents import APIConnectionError, llm

from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import UpstreamFault
from greenroom.interview.brief import Brief
from greenroom.interview.plan import InterviewPlan, StagePlan
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    MeetAside,
    Proposal,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.reading import About
from greenroom.simulation.run import Notebook
from greenroom.simulation.scripted_model import Call, Reply, ScriptedModel

INJECTED = "injected"
"""By this word a failure is known for ours."""
THINKS_S = (0.0, 0.0, 0.2, 0.9)
SLOW_S = (3.0, 7.5, 9.0)
"""About the engine's patience of 8 s, on both sides."""
WRITES_S = (0.0, 0.0, 0.0, 0.004, 0.03, 0.3, 1.2)
"""What one entry of the journal takes at most."""
VERDICTS_S = (0.0, 0.0, 0.0, 0.5, 4.0)
"""The same for the entry that a tool waits for."""
FREEZES = 0.04
FROZEN_S = 17.0
"""In this share of the interviews the disk may stand still for longer than a claim lives."""


class FaultyInterviewer:
    """An interviewer that is mostly right, sometimes slow, wrong, or gone."""

    def __init__(self, rng: random.Random, trouble: float) -> None:
        self.rng, self.trouble = rng, trouble
        self.plan = PlanInterviewer()

    async def reply(self, brief: Brief) -> tuple[Proposal, ...]:
        await asyncio.sleep(self.rng.choice(THINKS_S))
        if self.rng.random() >= self.trouble:
            return await self.plan.reply(brief)
        match self.rng.randrange(8):
            case 0:
                raise UpstreamFault(INJECTED, "gone", retryable=False)
            case 1:
                await asyncio.sleep(self.rng.choice(SLOW_S))
                return await self.plan.reply(brief)
            case 2:
                return ()
            case 3:
                return (AssessResponse(9), TransitionStage("enough"))
            case 4:
                return (AssessResponse(2), AskQuestion(brief.question.text))
            case 6:
                about = self.rng.choice((About.CLARIFY, About.OFF_SCRIPT, About.DISTRESS))
                return (AssessResponse(3), MeetAside(about, "Of course. Please go on."))
            case 5:
                return (RecordResponse("noted"), AskQuestion("So?", "no-such-question"))
            case _:
                return (TransitionStage("bored"), TransitionStage("very"), AskQuestion(" "))


ASSESS = Call("assess_response", {"depth_score": 3, "key_points_covered": ["something"]})
RECORD = Call("record_response", {"summary": "Something was said."})
LEAVE = Call("transition_stage", {"reason": "enough"})
TOPICS = ("results", "people", "money", "failures", "tools", "plans", "customers", "deadlines")


class FaultyModel(ScriptedModel):
    """A model with real function tools that calls them in any order, twice, late, or not at all."""

    def __init__(self, rng: random.Random, trouble: float) -> None:
        super().__init__(self._reply, first_token_s=0.3)
        self.rng, self.trouble = rng, trouble
        self.asked = 0

    def _reply(self, _: llm.ChatContext, tools: frozenset[str]) -> Reply:
        trouble = self.rng.random() < self.trouble
        self.first_token_s = self.rng.choice(SLOW_S if trouble else (0.1, 0.4, 0.9, 1.6))
        if not tools:
            return ["Nothing to call."]
        if trouble and self.rng.random() < 0.3:
            raise APIConnectionError(INJECTED, retryable=False)
        replies: tuple[Reply, ...] = (
            [ASSESS, RECORD, self._ask()],
            [ASSESS, self._ask()],
            [self._ask(), self._ask()],
            [ASSESS, LEAVE],
            ["That is great.", LEAVE],
            [LEAVE, LEAVE],
            [LEAVE, self._ask()],
            [RECORD],
            ["And what did you learn from it all?"],
            [Call("ask_question", {"question": ""})],
            [],
        )
        return self.rng.choice(replies)

    def _ask(self) -> Call:
        self.asked += 1
        topic = self.rng.choice(TOPICS)
        question = f"Would you tell me about number {self.asked} of your {topic}?"
        return Call("ask_question", {"question": question})


class SlowNotebook(Notebook):
    """A journal on a disk that is sometimes busy. Nothing is done before an entry is written: a tool
    waits for its verdict meanwhile, and a claim may grow too old to be carried out."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng
        self._takes_s = rng.choice(WRITES_S)
        self._verdict_s = rng.choice(VERDICTS_S)
        self._freezes = rng.random() < FREEZES
        self.froze = False

    async def append(self, line: str) -> None:
        if self._freezes and not self.froze and '"type":"EnterStage"' in line:
            self.froze = self._rng.random() < 0.5
            await asyncio.sleep(FROZEN_S if self.froze else 0)
        elif self._verdict_s and '"event":{"type":"Replied"' in line:
            await asyncio.sleep(self._verdict_s * self._rng.random())
        elif self._takes_s and self._rng.random() < 0.3:
            await asyncio.sleep(self._takes_s * self._rng.random())
        await super().append(line)


def hurried(plan: InterviewPlan, rng: random.Random) -> InterviewPlan:
    """The plan with limits so short that every timer gets its chance."""
    return replace(plan, stages=tuple(_hurry(stage, rng) for stage in plan.stages))


def _hurry(stage: StagePlan, rng: random.Random) -> StagePlan:
    hard = rng.choice((12_000, 25_000, 40_000, 90_000))
    quiet = rng.choice((8_000, 12_000, 20_000))
    return replace(
        stage,
        hard_limit=hard,
        soft_limit=rng.choice((None, None, hard * 2 // 3)),
        minimum_time=min(stage.minimum_time, hard // 3),
        inactivity_limit=quiet,
        reprompt_after=quiet // 3,
        simplify_after=quiet * 2 // 3,
        ramble_limit=rng.choice((6_000, 15_000, 60_000)),
        minimum_questions=rng.choice((1, stage.minimum_questions)),
        maximum_turns=rng.choice((None, None, 3)),
        maximum_questions=rng.choice((None, None, 4)),
        follow_up_cap=rng.choice((None, stage.follow_up_cap, 1)),
    )


def pressed(plan: InterviewPlan) -> InterviewPlan:
    """The plan with limits for the real clock: nobody wants to wait for them."""
    return replace(
        plan,
        stages=tuple(
            replace(
                stage,
                hard_limit=7_000,
                minimum_time=0,
                inactivity_limit=5_000,
                reprompt_after=1_500,
                simplify_after=3_000,
                ramble_limit=3_000,
                reply_delay=400,
                minimum_questions=1,
            )
            for stage in plan.stages
        ),
    )
