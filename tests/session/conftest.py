"""A real session with a scripted candidate, for the tests of this room."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from livekit.agents import llm

from greenroom.app.ports import Interviewer, Journal, Reader
from greenroom.interview import engine, journal
from greenroom.interview.brief import Brief
from greenroom.interview.commands import Command
from greenroom.interview.events import Event, SpokenCommand
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.proposals import AskQuestion, Proposal, TransitionStage
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Message
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equipment, News
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Hearing as Hearing
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom.simulation.transport import Cue, SimulatedTransport

E = TypeVar("E")


def stage(name: str, **changes: Any) -> StagePlan:
    """A stage that only its interviewer or its limits end."""
    plain: dict[str, Any] = {
        "title": name.title(),
        "opening": Question(
            f"{name}.opening", f"Please tell me about your {name} and why it matters"
        ),
        "bank": tuple(
            Question(f"{name}.{n}", f"What about {name} topic {n} {word} then")
            for n, word in enumerate(("alpha", "bravo", "charlie", "delta", "echo", "foxtrot"))
        ),
        "reprompts": ("Take your time", "Whenever you are ready"),
        "bridge_out": "Thank you for that.",
        "closing": "Thank you very much and good bye",
    }
    return StagePlan(name, **(plain | changes))


def plan(*stages: StagePlan) -> InterviewPlan:
    return InterviewPlan("test", "Test", stages or (stage("garden"), stage("kitchen")))


class Asking:
    """An interviewer who leaves the bank's order to the engine, or replies as told."""

    def __init__(self, *replies: tuple[Proposal, ...], takes_s: float = 0.2) -> None:
        self.replies = list(replies)
        self.takes_s = takes_s
        self.briefs: list[Brief] = []
        self._given: dict[str, tuple[Proposal, ...]] = {}

    async def reply(self, brief: Brief) -> tuple[Proposal, ...]:
        """The same to every question about one turn: about a turn that goes on it is asked again."""
        self.briefs.append(brief)
        await asyncio.sleep(self.takes_s)
        if brief.turn_id not in self._given:
            self._given[brief.turn_id] = self.replies.pop(0) if self.replies else ()
        return self._given[brief.turn_id]


LEAVE = (TransitionStage("goals met"),)


def own(question: str) -> tuple[Proposal, ...]:
    return (AskQuestion(question),)


class Lines:
    """A journal in memory; may be slow for one kind of event, or full after so many lines."""

    def __init__(self, *, room_for: int | None = None) -> None:
        self.lines: list[str] = []
        self.room_for = room_for
        self.slow, self.takes_s = "", 0.0

    async def append(self, line: str) -> None:
        if self.slow and f'"event":{{"type":"{self.slow}"' in line:
            await asyncio.sleep(self.takes_s)
        if self.room_for is not None and len(self.lines) > self.room_for:
            raise OSError(28, "No space left on device")
        self.lines.append(line)


class Room(SimulatedTransport):
    """The candidate's end of the line; remembers what the page was shown."""

    def __init__(self, *more: Any) -> None:
        super().__init__(*more)
        self.shown: list[dict[str, Any]] = []

    def show(self, message: Any) -> None:
        super().show(message)
        self.shown.append(dict(message))


@dataclass
class Live:
    """One running interview, seen from the candidate's chair and from the journal."""

    interview: LiveInterview
    room: Room
    journal: Lines
    events: list[Event] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    seen: int = 0

    @property
    def state(self) -> InterviewState:
        return self.interview.state

    @property
    def speaker(self) -> Speaker:
        return self.room.speaker

    @property
    def entered(self) -> list[str]:
        return [log.id for log in self.state.transcript.stages]

    def messages(self, kind: str) -> list[Message]:
        return [m for m in self.state.transcript.messages if m.kind == kind]

    def answers(self) -> str:
        return " | ".join(message.text for message in self.messages("answer"))

    def of(self, kind: type[E]) -> list[E]:
        return [item for item in (*self.events, *self.commands) if isinstance(item, kind)]

    def shown(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.room.shown if message["t"] == kind]

    def entered_once(self) -> None:
        """Each stage was entered once, and the first was left with one bridge at most."""
        assert self.entered == ["garden", "kitchen"]
        assert len(self.messages("bridge")) <= 1

    def words_once(self, *texts: str) -> None:
        """Every word of the candidate is on record, once."""
        kinds = ("answer", "command", "ack", "thinking")
        messages = self.state.transcript.messages
        said = " ".join(m.text for m in messages if m.speaker == "candidate" and m.kind in kinds)
        for word in " ".join(texts).split():
            assert len(re.findall(rf"\b{word}\b", said)) == 1, (word, said)

    def leave_part(self) -> None:
        """Skip the question, and with it the part: a second skip does."""
        for _ in range(2):
            self.room.command(SpokenCommand.SKIP)

    async def cue(self, cue: Cue) -> None:
        """Wait for the next such edge that was not waited for yet."""
        async with asyncio.timeout(120):
            position, _ = await self.room.edge(self.seen, (cue,))
        self.seen = position + 1

    async def asked(self) -> None:
        await self.cue(Cue.QUESTION)

    async def audible(self) -> None:
        await self.cue(Cue.SPEECH)

    async def until(self, true: Callable[[], bool], within_s: float = 60) -> None:
        async with asyncio.timeout(within_s):
            while not true():  # noqa: ASYNC110 - a condition over everything there is
                await asyncio.sleep(0.02)

    def __call__(self, event: Event, commands: Sequence[Command], state: InterviewState) -> None:
        self.events.append(event)
        self.commands.extend(commands)


def header(interview_plan: InterviewPlan) -> journal.Header:
    who = Candidate("Ada", "engineer", "senior")
    return journal.Header("i1", "2026-01-02T10:00:00Z", "simulated", who, interview_plan)


@contextlib.asynccontextmanager
async def holding(
    *stages: StagePlan,
    interviewer: Interviewer | None = None,
    model: llm.LLM[Any] | None = None,
    lines: Lines | None = None,
    resume: Sequence[str] = (),
    voice: Callable[[Speaker], Voice] = scripted_voice,
    ends: bool = False,
    news: News | None = None,
    reader: Reader | None = None,
) -> AsyncIterator[Live]:
    """An interview that runs while the block runs; `ends`: it must come to its end by itself."""
    top = header(plan(*stages))
    if resume:
        top, state, seq = journal.read(resume)
    else:
        state, seq = engine.begin(top.plan, top.candidate), 0
    speaker = Speaker()
    clock = SessionClock(state.now)
    kept = lines or Lines()
    if not kept.lines:
        kept.lines.append(journal.encode_header(top))
    live: Live

    def post(event: Event) -> None:
        live.interview.post(event)

    def observe(event: Event, commands: Sequence[Command], after: InterviewState) -> None:
        live(event, commands, after)

    room = Room(speaker, post, clock.now_ms)
    port: Journal = kept
    interview = LiveInterview(
        top,
        state,
        seq=seq,
        journal=port,
        equipment=Equipment(
            voice(speaker), interviewer or Asking(), news or News(), model, reader=reader
        ),
        transport=room,
        clock=clock,
        observe=observe,
    )
    live = Live(interview, room, kept)
    before = asyncio.all_tasks()
    running = asyncio.get_running_loop().create_task(interview.run())
    try:
        yield live
        if ends:
            async with asyncio.timeout(2_000):
                await running
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
    await asyncio.sleep(0.1)
    left = [t for t in asyncio.all_tasks() - before if not t.done()]
    assert not left, f"tasks outlived the interview: {left}"
    if kept.room_for is None:
        _, replayed, _ = journal.read(kept.lines)
        assert replayed == interview.state, "the journal replays to another state"


@pytest.fixture
def rig() -> Any:
    """This module: test modules cannot import one another."""
    return sys.modules[__name__]
