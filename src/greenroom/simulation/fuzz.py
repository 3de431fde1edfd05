"""The race fuzzer: random candidates against the real session, and what must hold all the same.

    python -m greenroom.simulation.fuzz --n 1000 --seed 0
    python -m greenroom.simulation.fuzz --seed 123 --tell

Speech, acknowledgements, interruptions, slow and silent recognisers, buttons, typing, lost lines
and interviewers that are slow, wrong or gone: each seed is one interview in virtual time. Its record
must be sound, its journal must replay to the same record, no word may be lost or doubled, the
interviewer may not begin over a voice, and it must end in time. `--tell` prints one seed's story.
"""

from __future__ import annotations

from greenroom.simulation import clock

clock.install()  # before anything imports livekit

import argparse  # noqa: E402
import asyncio  # noqa: E402
import json  # noqa: E402
import logging  # noqa: E402
import random  # noqa: E402
import re  # noqa: E402
import sys  # noqa: E402
from collections import Counter  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from dataclasses import dataclass, replace  # noqa: E402
from typing import Any  # noqa: E402

import structlog  # noqa: E402

from greenroom.app import plans  # noqa: E402
from greenroom.app.interviewer import PlanInterviewer  # noqa: E402
from greenroom.app.ports import UpstreamFault  # noqa: E402
from greenroom.interview import journal  # noqa: E402
from greenroom.interview.brief import Brief  # noqa: E402
from greenroom.interview.engine import begin, step  # noqa: E402
from greenroom.interview.events import SpokenCommand  # noqa: E402
from greenroom.interview.plan import InterviewPlan, Millis, StagePlan  # noqa: E402
from greenroom.interview.proposals import (  # noqa: E402
    AskQuestion,
    AssessResponse,
    Proposal,
    TransitionStage,
)
from greenroom.interview.record import record  # noqa: E402
from greenroom.interview.state import ABSENCE_LIMIT, HARD_GRACE, VOICE_LIMIT  # noqa: E402
from greenroom.simulation.candidate_voice import Hearing, Speaker, Utterance  # noqa: E402
from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header  # noqa: E402
from greenroom.simulation.soundness import faults  # noqa: E402
from greenroom.simulation.transport import Cue, SimulatedTransport  # noqa: E402

ACKS = ("okay", "yeah", "mm-hmm", "uh-huh right", "hmm")
STOPS = ("wait", "stop", "hold on a second", "no no")
REQUESTS = (
    "Could you repeat that?",
    "Can you rephrase the question?",
    "Give me a minute please.",
    "Let's skip this one.",
    "Can we pause for a moment?",
    "Okay let's go on.",
    "I'm done with that.",
)
BUTTONS = tuple(c for c in SpokenCommand if c is not SpokenCommand.END)
WORDS = [
    "we",
    "built",
    "a",
    "small",
    "service",
    "that",
    "cut",
    "the",
    "delay",
    "from",
    "9",
    "days",
    "to",
    "2",
    "minutes",
    "because",
    "I",
    "chose",
    "it",
]
SETTLED_S = 6.0
"""Speech this long before the end must be on record: the slowest recogniser has answered by then."""
BLUR_S = 0.3
"""A voice that began this shortly before is not known to the session yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    seed: int
    faults: tuple[str, ...]
    end: str
    virtual_s: float
    notebook: Notebook
    said: tuple[Utterance, ...] = ()
    plain: bool = False


class Chaos:
    """A candidate who does anything at any time. Words are numbered, so that each can be traced."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.plain = rng.random() < 0.5
        """Nothing but a voice, and a recogniser that knows every word at once."""
        self.leaves = rng.random() < 0.2
        self.patience = rng.randint(3, 30)
        self.numbered = 0

    async def attend(self, room: SimulatedTransport) -> None:
        self.room = room
        await room.edge(0, (Cue.START,))
        while self.patience > 0:
            self.patience -= 1
            await asyncio.sleep(self.rng.choice((0.05, 0.2, 0.5, 1.0, 1.5, 2.5, 4.0, 9.0)))
            await self._act()

    async def _act(self) -> None:
        if self.room.paused and self.rng.random() < 0.7:
            await self._go_on()
            return
        roll = self.rng.random() * (0.8 if self.plain else 1.0)
        if roll < 0.2:
            await self._say(self.rng.choice(ACKS))
        elif roll < 0.28:
            await self._say(self.rng.choice(STOPS))
        elif roll < 0.36:
            await self._say(self.rng.choice(REQUESTS))
        elif roll < 0.80:
            await self._say(self._words())
        elif roll < 0.88:
            self.room.command(self.rng.choice(BUTTONS))
        elif roll < 0.93:
            self.room.type(self._words())
        elif self.leaves:
            self.room.leave()
            await asyncio.sleep(self.rng.choice((0.1, 1.0, 5.0, 40.0)))
            self.room.join()

    async def _go_on(self) -> None:
        if self.plain:
            await self._say("Okay let's go on.")
        else:
            self.room.command(self.rng.choice((SpokenCommand.RESUME, SpokenCommand.GO_ON)))

    def _words(self) -> str:
        self.numbered += 1
        length = self.rng.choice((0, 1, 4, 9, 18, 40))
        return " ".join([f"w{self.numbered}w", *self.rng.choices(WORDS, k=length)])

    async def _say(self, text: str) -> None:
        hearing = Hearing(
            delay_s=self.rng.choice((0.1, 0.3, 0.8, 1.4)),
            interims=self.rng.random() < 0.7,
            confidence=self.rng.choice((0.3, 0.95)),
        )
        seconds = max(0.3, 0.3 * len(text.split()))
        await self.room.speaker.say(text, seconds, Hearing() if self.plain else hearing)


class Whim:
    """An interviewer that is mostly right, sometimes slow, wrong, or gone."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.trouble = rng.choice((0.0, 0.0, 0.3))
        self.plan = PlanInterviewer()

    async def reply(self, brief: Brief) -> tuple[Proposal, ...]:
        await asyncio.sleep(self.rng.choice((0.0, 0.0, 0.2, 0.9)))
        if self.rng.random() >= self.trouble:
            return await self.plan.reply(brief)
        match self.rng.randrange(6):
            case 0:
                raise UpstreamFault("whim", "gone", retryable=False)
            case 1:
                await asyncio.sleep(self.rng.choice((5.0, 9.0)))
                return await self.plan.reply(brief)
            case 2:
                return ()
            case 3:
                return (AssessResponse(9), TransitionStage("enough"))
            case 4:
                return (AssessResponse(2), AskQuestion(brief.question.text))
            case _:
                return (TransitionStage("bored"), TransitionStage("very"), AskQuestion("And?"))


def hurried(plan: InterviewPlan, rng: random.Random) -> InterviewPlan:
    """The plan with limits so short that every timer gets its chance."""
    return replace(plan, stages=tuple(_hurry(stage, rng) for stage in plan.stages))


def _hurry(stage: StagePlan, rng: random.Random) -> StagePlan:
    hard = rng.choice((15_000, 40_000, 90_000))
    quiet = rng.choice((8_000, 20_000))
    return replace(
        stage,
        hard_limit=hard,
        soft_limit=None,
        minimum_time=min(stage.minimum_time, hard // 3),
        inactivity_limit=quiet,
        reprompt_after=quiet // 3,
        simplify_after=quiet * 2 // 3,
        ramble_limit=rng.choice((6_000, 60_000)),
    )


def run_seed(seed: int) -> Outcome:
    """One random interview and what was wrong with it."""
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
    plan = plans.load_builtin(rng.choice(("two-stage", "classic")), role=ROBIN.role)
    if rng.random() < 0.7:
        plan = hurried(plan, rng)
    header, notebook = simulated_header(plan, seed), Notebook()
    chaos = Chaos(rng)
    try:
        state = clock.run(
            hold(header, chaos.attend, interviewer=Whim(rng), journal=notebook),
        )
    except Exception as error:  # noqa: BLE001 - whatever broke, the seed is the finding
        return Outcome(seed, (f"{type(error).__name__}: {error}",), "broken", 0.0, notebook)
    found = record(header, state)
    wrong = [*faults(found, [stage.id for stage in plan.stages])]
    wrong += _replayed(notebook, found)
    wrong += _heard(chaos.room.speaker, found, _breaks(notebook))
    wrong += _manners(chaos.room)
    if state.now > _limit(plan):
        wrong.append(f"lasted {state.now / 1000:.0f} s, the limit is {_limit(plan) / 1000:.0f} s")
    if found["end_reason"] == "failed":
        wrong.append("failed")
    return Outcome(
        seed,
        tuple(wrong),
        str(found["end_reason"]),
        state.now / 1000,
        notebook,
        tuple(chaos.room.speaker.said),
    )


def _replayed(notebook: Notebook, found: dict[str, Any]) -> Iterator[str]:
    try:
        header, state, _ = journal.read(notebook.lines)
    except journal.JournalError as error:
        yield f"the journal does not replay: {error}"
        return
    if record(header, state) != found:
        yield "the replayed record differs"


def _breaks(notebook: Notebook) -> list[tuple[Millis, Millis]]:
    """When the interview stood still: what is said during a pause is nobody's answer."""
    header = journal.decode_header(notebook.lines[0])
    state = begin(header.plan, header.candidate)
    breaks: list[tuple[Millis, Millis]] = []
    for line in notebook.lines[1:]:
        before = state.paused_since
        state, _ = step(state, journal.decode_event(json.loads(line)["event"]))
        if before is not None and (state.paused_since is None or state.ended):
            breaks.append((before, state.now))
    return breaks


def _heard(
    speaker: Speaker, found: dict[str, Any], breaks: list[tuple[Millis, Millis]]
) -> Iterator[str]:
    """Every numbered utterance is in the candidate's messages, once."""
    texts = " ".join(m["text"] for m in found["messages"] if m["speaker"] == "candidate").split()
    for utterance in speaker.said:
        tag = utterance.text.split()[0]
        if not re.fullmatch(r"w\d+w", tag):
            continue
        began, ended = utterance.began_s * 1000, utterance.ended_s * 1000
        times = texts.count(tag)
        paused = any(since < ended and began < until for since, until in breaks)
        settled = not paused and ended + SETTLED_S * 1000 < found["ended_ms"]
        if times > 1 or (times == 0 and settled):
            yield f"{tag} (said at {utterance.began_s:.1f} s) is on record {times} times"


def _manners(room: SimulatedTransport) -> Iterator[str]:
    """The interviewer did not become audible over a voice that it could know of."""
    for edge in room.edges:
        if edge.cue is Cue.SPEECH:
            for utterance in room.speaker.said:
                if utterance.began_s + BLUR_S < edge.at_s < utterance.ended_s - 0.05:
                    yield f"the interviewer talks over {utterance.text[:20]!r} at {edge.at_s:.1f} s"


def _limit(plan: InterviewPlan) -> Millis:
    """The longest that such an interview may take: every limit with its graces, once each."""
    stages = sum(stage.hard_limit + HARD_GRACE for stage in plan.stages)
    return stages + VOICE_LIMIT + 2 * ABSENCE_LIMIT


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m greenroom.simulation.fuzz")
    parser.add_argument("--n", type=int, default=200, help="how many seeds")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--tell", action="store_true", help="print the story of this one seed")
    asked = parser.parse_args(arguments)
    logging.getLogger("livekit").setLevel(logging.CRITICAL)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    if asked.tell:
        return _tell(run_seed(asked.seed))
    began, virtual_s, bad = clock.real_seconds(), 0.0, 0
    ends: Counter[str] = Counter()
    for seed in range(asked.seed, asked.seed + asked.n):
        outcome = run_seed(seed)
        virtual_s += outcome.virtual_s
        ends[outcome.end] += 1
        bad += bool(outcome.faults)
        for fault in outcome.faults:
            sys.stdout.write(f"seed {seed}{' (plain)' * outcome.plain}: {fault}\n")
            sys.stdout.flush()
    spent = clock.real_seconds() - began
    endings = ", ".join(f"{end} {count}" for end, count in sorted(ends.items()))
    sys.stdout.write(
        f"{asked.n} interviews, {virtual_s / 3600:.1f} h in {spent:.0f} s ({endings}); "
        f"{bad} with faults\n"
    )
    return 1 if bad else 0


def _tell(outcome: Outcome) -> int:
    sys.stdout.write(outcome.notebook.text())
    for said in outcome.said:
        sys.stdout.write(
            f"said {said.began_s:.2f} - {said.ended_s:.2f} {said.text!r} {said.hearing}\n"
        )
    for fault in outcome.faults:
        sys.stdout.write(f"seed {outcome.seed}: {fault}\n")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
