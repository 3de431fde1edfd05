"""How fast simulated interviews run: one process, the real session, virtual time.

    python benchmarks/simulate.py

Prints interviews per second for `two-stage` and `classic`, and the real time of ten minutes of
conversation with audio frames.
"""

from __future__ import annotations

from greenroom.simulation import clock

clock.install()

import logging  # noqa: E402
from collections.abc import Awaitable, Callable  # noqa: E402
from functools import partial  # noqa: E402

import structlog  # noqa: E402

from greenroom.adapters.understanding.composition import reader_in_place  # noqa: E402
from greenroom.app import plans  # noqa: E402
from greenroom.app.interviewer import PlanInterviewer  # noqa: E402
from greenroom.app.ports import Reader  # noqa: E402
from greenroom.interview.state import InterviewState  # noqa: E402
from greenroom.simulation.candidate_voice import until  # noqa: E402
from greenroom.simulation.candidates import persona  # noqa: E402
from greenroom.simulation.loudspeaker import Microphone  # noqa: E402
from greenroom.simulation.run import Notebook, hold, simulated_header  # noqa: E402
from greenroom.simulation.script import Line, perform  # noqa: E402
from greenroom.simulation.transport import Cue, SimulatedTransport  # noqa: E402

RUNS = 20
FRAME_MS = 32
"""As the page sends them."""
SHORT = (
    "I am a backend engineer at a bookshop, and I am good at slow queries.",
    "I like to work on storage, with Python and PostgreSQL.",
    "I cut the delay of our stock figures from a day to two minutes, at the price of a rollback.",
    "I decided on events over polling, and two branches tested it with me.",
)


class Framed(SimulatedTransport):
    """A candidate whose microphone sends every frame."""

    def microphone(self) -> Microphone:
        return Microphone(frame_ms=FRAME_MS)


async def type_answers(room: SimulatedTransport) -> None:
    """The short answers, typed."""
    position = 0
    for words in SHORT:
        position, edge = await room.edge(position, (Cue.QUESTION,))
        await until(edge.at_s + 0.8)
        room.type(words)
        position += 1


def interview(
    plan: str,
    candidate: str,
    seed: int,
    room: type[SimulatedTransport],
    reader: Reader | None = None,
) -> InterviewState:
    loaded = plans.load(plan)
    take_part: Callable[[SimulatedTransport], Awaitable[None]]
    if candidate == "typist":
        take_part = type_answers
    elif candidate == "normal" and plan == "two-stage":
        lines = tuple(Line("question", 0.8, words) for words in SHORT)
        take_part = partial(perform, lines)
    else:
        take_part = persona(candidate, seed, loaded).attend
    return clock.run(
        hold(
            simulated_header(loaded, seed),
            take_part,
            interviewer=PlanInterviewer(),
            journal=Notebook(),
            room=room,
            reader=reader,
        )
    )


def measure(
    title: str,
    plan: str,
    candidate: str,
    runs: int,
    room: type[SimulatedTransport],
    reader: Reader | None = None,
) -> None:
    interview(plan, candidate, 0, room, reader)
    began = clock.real_seconds()
    virtual_s = (
        sum(interview(plan, candidate, seed, room, reader).now for seed in range(runs)) / 1000
    )
    spent = clock.real_seconds() - began
    print(
        f"{title:<44} {runs / spent:8.1f} /s   {virtual_s / runs:6.0f} s each   "
        f"{spent / virtual_s * 600:6.2f} s for ten minutes"
    )


def main() -> None:
    logging.getLogger("livekit").setLevel(logging.CRITICAL)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    measure("two-stage, short answers typed", "two-stage", "typist", RUNS, SimulatedTransport)
    measure("two-stage, short answers", "two-stage", "normal", RUNS, SimulatedTransport)
    measure("classic, long answers", "classic", "normal", RUNS, SimulatedTransport)
    reader = reader_in_place()
    measure("the same, each turn read", "classic", "normal", RUNS, SimulatedTransport, reader)
    measure("classic, interruptions", "classic", "interrupter", RUNS, SimulatedTransport)
    measure(f"classic, long answers, {FRAME_MS} ms audio frames", "classic", "normal", 5, Framed)


if __name__ == "__main__":
    main()
