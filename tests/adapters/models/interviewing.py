"""Whole interviews with a model: its replies, the provider's server, and the real session."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from pydantic import SecretStr
from tests.adapters.models.conftest import HERE

from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.models.plugins import make_llm
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import Amount
from greenroom.app.providers.catalogue import ModelChoice, ReplyFormat
from greenroom.interview import journal
from greenroom.interview.plan import Candidate, Fact, InterviewPlan, Question, StagePlan
from greenroom.interview.state import InterviewState
from greenroom.simulation.run import Notebook, hold
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom.simulation.transport import Cue, SimulatedTransport
from greenroom.testing.providers.server import ProviderServer

FORMS = {
    "openai": ReplyFormat.JSON_SCHEMA,
    "openai-compatible": ReplyFormat.HEADER_LINE,
    "anthropic": ReplyFormat.ANTHROPIC_FORMAT,
    "google": ReplyFormat.GOOGLE_SCHEMA,
}
TOPICS = (
    *("budget", "deadline", "customers", "outage", "database", "colleague", "office", "vendor"),
    *("contract", "salary", "holiday", "laptop", "keyboard", "weather", "journey", "breakfast"),
    *("garden", "kitchen"),
)
ANSWER = "I moved our ledger to another database in six hours, which saved two days."
MORE = (
    *("My manager wanted it before Friday.", "I wrote the script in Python on my own."),
    *("Two colleagues checked every row by hand.", "We had rehearsed the move on a copy."),
    *("The old machine was running out of disk.", "Nobody outside noticed that anything changed."),
    *(
        "I called the support desk every half hour.",
        "The invoices were printed the next morning.",
    ),
    *("Our auditors asked for a written report.", "I would start earlier another time."),
    *("A cable had to be replaced at midnight.", "Three branches waited for the figures."),
    *("The licence was about to run out.", "I kept a list of every decision."),
    *("Our test suite caught a wrong index.", "The telephone rang all evening."),
    *("My teammate drew the new diagram.", "The board heard about it in spring."),
)
"""What is said after it, a new sentence each time: the same words again are no answer."""


CANDIDATE = Candidate("Robin", "backend engineer", "senior")


def answered(turn: int) -> str:
    """What is typed at that turn."""
    return f"{ANSWER} {MORE[turn - 1]}" if turn else ANSWER


def question(turn: int) -> str:
    return f"What did the {TOPICS[turn]} look like?"


def said(turn: int) -> str:
    return f"Six hours is quick. {question(turn)}"


def reply(
    turn: int, asked: ReplyFormat, *, move: str = "ask", question_id: str | None = None
) -> str:
    """What a model that obeys writes at that turn."""
    words = said(turn) if move == "ask" else ""
    if asked is ReplyFormat.HEADER_LINE:
        return f"depth=4; move={move}; question_id={question_id or '-'}\n{words}"
    whole = {
        "depth": 4,
        "move": move,
        "question_id": question_id,
        "say": words,
        "points": ["saved time"],
        "facts": [{"key": "system", "value": "our ledger"}, {"key": "team", "value": "nine elves"}],
        "summary": "I moved our ledger in six hours",
    }
    return json.dumps(whole)


def stage(name: str, **more: Any) -> StagePlan:
    bank = tuple(
        Question(f"{name}.{n}", f"Please say a word about {name} and {topic}.")
        for n, topic in enumerate(reversed(TOPICS))
    )
    return StagePlan(
        name,
        name.title(),
        opening=Question(f"{name}.opening", f"How is your {name}?"),
        bank=bank,
        bridge_out="Thank you for that.",
        closing="Good-bye.",
        reply_delay=100,
        **more,
    )


def plan(*stages: StagePlan) -> InterviewPlan:
    return InterviewPlan("test", "Test", stages)


def model_of(there: ProviderServer, provider: str) -> Any:
    choice = ModelChoice(provider, "local-model", there.url)
    return make_llm(choice, SecretStr(there.key or ""), HERE)


@asynccontextmanager
async def interviewing(
    there: ProviderServer, provider: str, **more: Any
) -> AsyncIterator[ModelInterviewer]:
    asking = ModelInterviewer(model_of(there, provider), FORMS[provider], provider=provider, **more)
    try:
        yield asking
    finally:
        await asking.aclose()


async def typing(room: SimulatedTransport) -> None:
    """Answers every question, typed, without a thought."""
    seen = 0
    for turn in count():
        seen = (await room.edge(seen, (Cue.QUESTION,)))[0] + 1
        room.type(answered(turn))


async def held(
    interview_plan: InterviewPlan,
    take_part: Callable[[SimulatedTransport], Awaitable[None]] = typing,
    *,
    within_s: float = 120,
    **more: Any,
) -> tuple[InterviewState, Notebook]:
    """The interview on the real clock, with a voice that wastes no time."""
    book = Notebook()
    header = journal.Header("i1", "2026-01-02T10:00:00Z", "simulated", CANDIDATE, interview_plan)
    async with asyncio.timeout(within_s):
        state = await hold(
            header,
            take_part,
            journal=book,
            voice=lambda speaker: scripted_voice(speaker, seconds_per_word=0.005),
            **({"interviewer": PlanInterviewer()} | more),
        )
    assert journal.read(book.lines)[1] == state
    return state, book


def texts(state: InterviewState, *kinds: str) -> list[str]:
    return [m.text for m in state.transcript.messages if m.kind in kinds]


@dataclass
class Purse:
    """An allowance of so many requests."""

    requests: int
    reserved: list[Amount] = field(default_factory=list)
    spent: list[Amount] = field(default_factory=list)

    async def reserve(self, at_most: Amount) -> str | None:
        if len(self.reserved) == self.requests:
            return None
        self.reserved.append(at_most)
        return str(len(self.reserved))

    async def settle(self, reservation: str, spent: Amount) -> None:
        assert int(reservation) == len(self.reserved)
        self.spent.append(spent)


WORK = stage("work", facts=(Fact("system"), Fact("team")))
