"""What a cut costs the person who was cut: real sessions in virtual time, in which somebody goes on.

A candidate pauses for longer than we wait, and goes on so many seconds after the interviewer began.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.turns.answers import Answer
from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview.events import SpokenCommand
from greenroom.interview.state import InterviewState
from greenroom.simulation.run import Notebook, hold, simulated_header
from greenroom.simulation.transport import Cue, SimulatedTransport

AFTER_S: Final = (0.1, 0.6, 1.3)
"""So long after the interviewer began the candidate goes on."""
PLAN: Final = "two-stage"


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one cut."""

    words_lost: int
    questions_used: int
    turns_used: int
    silence_ms: int
    """From the candidate's first sound until the interviewer was silent."""


def cuts(answer: Answer) -> Iterator[tuple[tuple[str, str], float]]:
    """Each place between two sentences at which the answer may be cut, and when it goes on."""
    texts = [" ".join(piece.text for piece in sentence) for sentence in answer.sentences]
    for at in range(1, len(texts)):
        for after_s in AFTER_S:
            yield (" ".join(texts[:at]), " ".join(texts[at:])), after_s


async def cost(parts: tuple[str, str], after_s: float) -> Cost:
    silence_ms = -1

    async def take_part(room: SimulatedTransport) -> None:
        nonlocal silence_ms
        position, _ = await room.edge(0, (Cue.QUESTION,))
        await asyncio.sleep(0.5)
        await room.speaker.say(parts[0])
        position, _ = await room.edge(position + 1, (Cue.SPEECH,))
        await asyncio.sleep(after_s)
        began = asyncio.get_running_loop().time()
        going_on = asyncio.ensure_future(room.speaker.say(parts[1]))
        position, edge = await room.edge(position + 1, (Cue.QUESTION, Cue.SILENCED))
        silence_ms = round(1000 * (edge.at_s - began))
        await going_on
        await room.edge(position + 1, (Cue.QUESTION,))
        room.command(SpokenCommand.END)
        room.command(SpokenCommand.END)
        await asyncio.Event().wait()

    plan = plans.load(PLAN)
    # nothing but the cut may move on: no limit, and no answer that is enough
    long = tuple(replace(stage, hard_limit=3_600_000, minimum_questions=3) for stage in plan.stages)
    state = await hold(
        simulated_header(replace(plan, stages=long), 1),
        take_part,
        interviewer=PlanInterviewer(),
        journal=Notebook(),
    )
    return _cost(state, parts, silence_ms)


def _cost(state: InterviewState, parts: tuple[str, str], silence_ms: int) -> Cost:
    messages = state.transcript.messages
    mine = [m for m in messages if m.speaker == "candidate" and m.kind in ("answer", "aside")]
    asked = [m for m in messages if m.speaker == "interviewer" and m.question_id is not None]
    said = " ".join(parts).split()
    kept = " ".join(m.text for m in mine).split()
    return Cost(
        words_lost=len(said) - len(kept),
        questions_used=len(asked) - 2,  # the one that was answered, and the one that stands
        turns_used=len({m.turn_id for m in mine}) - 1,
        silence_ms=silence_ms,
    )
