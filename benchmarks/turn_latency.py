"""What our controller adds to a turn, beside a bare `AgentSession` with the same scripted parts.

    python benchmarks/turn_latency.py [--turns 20]

Both are asked to answer the same utterances in real time. Measured: from the end of the candidate's
speech to the first audio of the reply. Endpointing (0.3 s) and the voice's first byte (0.1 s) are
in both. The journal is in memory, so that what is measured is ours and not the disk's.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import statistics
import time
from dataclasses import replace

import structlog
from livekit.agents import Agent, StopResponse, llm

from benchmarks.bare import session_of
from greenroom.interview import engine, journal
from greenroom.interview.brief import Brief
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.proposals import Proposal
from greenroom.session.clock import SessionClock
from greenroom.session.controller import LiveInterview
from greenroom.session.equipment import Equipment
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.scripted_speech import ScriptedTTS, scripted_voice
from greenroom.simulation.transport import Cue, SimulatedTransport

DELAY_MS = 300
CANDIDATES_WORDS = "three little words"


def question(turn: int) -> str:
    """Short, and unlike every other: the engine asks nothing twice."""
    return " ".join(f"{letter}{turn}" for letter in "abcd") + "?"


def quick_voice(speaker: Speaker) -> Voice:
    """What is measured ends with the first audio: the rest of it may be short."""
    return replace(scripted_voice(speaker), tts=ScriptedTTS(seconds_per_word=0.05))


class Reply:
    """An interviewer that needs no time and leaves the choice to the plan."""

    async def reply(self, _: Brief) -> tuple[Proposal, ...]:
        return ()


class Memory:
    async def append(self, line: str) -> None:
        """Kept by nobody."""


async def ours(turns: int) -> list[float]:
    bank = tuple(Question(f"q{turn}", question(turn)) for turn in range(1, turns + 2))
    stage = StagePlan(
        "s",
        "S",
        opening=Question("q", "Go on?"),
        bank=bank,
        hard_limit=3_600_000,
        reply_delay=DELAY_MS,
    )
    plan = InterviewPlan("bench", "Bench", (stage,))
    header = journal.Header("b", "2026-01-01T00:00:00Z", "simulated", Candidate(), plan)
    speaker, clock = Speaker(), SessionClock()
    room = SimulatedTransport(speaker, lambda event: interview.post(event), clock.now_ms)
    interview = LiveInterview(
        header,
        engine.begin(plan, header.candidate),
        journal=Memory(),
        equipment=Equipment(quick_voice(speaker), Reply()),
        transport=room,
        clock=clock,
    )
    running = asyncio.ensure_future(interview.run())
    seen, took = 0, []
    for _ in range(turns):
        seen = (await room.edge(seen, (Cue.QUESTION,)))[0] + 1
        await asyncio.sleep(0.2)
        said = await speaker.say(CANDIDATES_WORDS, 0.5)
        seen, edge = await room.edge(seen, (Cue.SPEECH,))
        took.append(edge.at_s - said.ended_s)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return took


class Bare(Agent):
    """The least agent there is: says its next sentence at each end of turn."""

    def __init__(self) -> None:
        super().__init__(instructions="")
        self.turn = 0

    async def on_user_turn_completed(
        self, turn_ctx: llm.ChatContext, new_message: llm.ChatMessage
    ) -> None:
        self.turn += 1
        _ = self.session.say(question(self.turn))
        raise StopResponse


async def bare(turns: int) -> list[float]:
    speaker, loop = Speaker(), asyncio.get_running_loop()
    session, loudspeaker = session_of(quick_voice(speaker), DELAY_MS / 1000)
    started: asyncio.Queue[float] = asyncio.Queue()
    finished: asyncio.Queue[float] = asyncio.Queue()
    loudspeaker.on("playback_started", lambda _: started.put_nowait(loop.time()))
    loudspeaker.on("playback_finished", lambda _: finished.put_nowait(loop.time()))
    await session.start(Bare())
    took = []
    for turn in range(turns):
        if turn:
            await finished.get()
        await asyncio.sleep(0.2)
        said = await speaker.say(CANDIDATES_WORDS, 0.5)
        took.append(await started.get() - said.ended_s)
    await session.aclose()
    return took


def row(name: str, took: list[float]) -> tuple[float, float]:
    took = sorted(took)
    p50, p95 = statistics.median(took), took[int(0.95 * (len(took) - 1))]
    print(f"{name:28} p50 {p50 * 1000:7.1f} ms   p95 {p95 * 1000:7.1f} ms   n {len(took)}")
    return p50, p95


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=20)
    turns = parser.parse_args().turns
    began = time.perf_counter()
    base = row("bare AgentSession", asyncio.run(bare(turns)))
    mine = row("LiveInterview", asyncio.run(ours(turns)))
    added = [(m - b) * 1000 for m, b in zip(mine, base, strict=True)]
    print(f"added                        p50 {added[0]:7.1f} ms   p95 {added[1]:7.1f} ms")
    print(
        f"ratio                        p50 {mine[0] / base[0]:7.2f}      p95 {mine[1] / base[1]:7.2f}"
    )
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
