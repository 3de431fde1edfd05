"""One simulated interview: the real session, a scripted voice, and somebody who takes part."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from livekit.agents import llm

from greenroom.app.observing import Observe
from greenroom.app.ports import Interviewer, Journal, Reader
from greenroom.app.timestamps import stamped
from greenroom.interview.background import Background
from greenroom.interview.bounds import BOUNDS
from greenroom.interview.journal import Header, encode_header, opening_state
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.state import InterviewState
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equipment, News
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom.simulation.transport import SimulatedTransport

FIRST_START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
ROBIN = Candidate(name="Robin", role="software engineer", level="mid")
"""The candidate of simulated interviews unless a scenario says otherwise; see `answers` for the life story."""


class Notebook:
    """A journal in memory."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def append(self, line: str) -> None:
        self.lines.append(line)

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


def simulated_header(
    plan: InterviewPlan, seed: int, candidate: Candidate = ROBIN, *, unhurried: bool = False
) -> Header:
    """Id and date follow the seed, so that the same arguments make the same record."""
    digest = hashlib.sha256(str(seed).encode()).hexdigest()
    started = FIRST_START + timedelta(minutes=int(digest[:4], 16))
    return Header(
        interview_id=f"sim_{digest[:24]}",
        started_at=stamped(started),
        mode="simulated",
        candidate=candidate,
        plan=plan,
        bounds=BOUNDS,
        unhurried=unhurried,
    )


async def hold(
    header: Header,
    take_part: Callable[[SimulatedTransport], Awaitable[None]],
    *,
    interviewer: Interviewer,
    journal: Journal,
    voice: Callable[[Speaker], Voice] = scripted_voice,
    room: type[SimulatedTransport] = SimulatedTransport,
    model: llm.LLM[Any] | None = None,
    background: Background | None = None,
    news: News | None = None,
    observe: Observe | None = None,
    reader: Reader | None = None,
) -> InterviewState:
    """Hold the whole interview on the running loop, its journal from the header on.

    `take_part` is the candidate; it is cancelled when the interview is over, and an error in it
    ends the interview and is raised. With a `model` its function tools propose, not the
    `interviewer`.
    """
    await journal.append(encode_header(header))
    clock, speaker = SessionClock(), Speaker()
    transport = room(speaker, lambda event: interview.post(event), clock.now_ms)
    interview = LiveInterview(
        header,
        opening_state(header),
        journal=journal,
        equipment=Equipment(
            voice(speaker),
            interviewer,
            news or News(),
            model,
            background or Background(),
            reader=reader,
        ),
        transport=transport,
        clock=clock,
        observe=observe,
    )
    running = asyncio.ensure_future(interview.run())
    part = asyncio.ensure_future(take_part(transport))
    try:
        await asyncio.wait((running, part), return_when=asyncio.FIRST_COMPLETED)
        if part.done():
            part.result()
        return await running
    finally:
        for task in (part, running):
            task.cancel()
        await asyncio.gather(part, running, return_exceptions=True)
