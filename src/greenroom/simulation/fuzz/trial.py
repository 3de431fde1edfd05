"""One random interview, or several at once on the real clock, and what was wrong with each."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from greenroom.app import plans
from greenroom.interview.journal import Header
from greenroom.interview.plan import InterviewPlan
from greenroom.interview.record import record
from greenroom.interview.state import InterviewState
from greenroom.interview.time_limits import ABSENCE_LIMIT
from greenroom.session.voice import Voice
from greenroom.simulation import clock
from greenroom.simulation.candidate_voice import Speaker, Utterance
from greenroom.simulation.fuzz.candidate_profiles import PROFILES, RECOGNISERS, any_profile
from greenroom.simulation.fuzz.chaos import Chaos, Room
from greenroom.simulation.fuzz.coverage import reached
from greenroom.simulation.fuzz.evidence import Evidence, pauses, retold
from greenroom.simulation.fuzz.faulty_parts import (
    FROZEN_S,
    INJECTED,
    FaultyInterviewer,
    FaultyModel,
    SlowNotebook,
    hurried,
    pressed,
)
from greenroom.simulation.fuzz.invariants import broken
from greenroom.simulation.fuzz.shuffle import LATENESS_S, ShuffledLoop
from greenroom.simulation.fuzz.streaming_interviewer import StreamingFaultyInterviewer
from greenroom.simulation.run import ROBIN, hold, simulated_header
from greenroom.simulation.scripted_speech import scripted_voice

T = TypeVar("T")

PLANS = ("two-stage", "two-stage", "classic", "software-engineer")
LONGEST_S = 4 * 3600.0
"""An interview that runs for longer hangs."""
REAL_LONGEST_S = ABSENCE_LIMIT / 1000 + 100
"""The same on the machine's clock, where somebody may pause as the last thing that they do."""
GONE = "no activity context found, the agent is not running"
UNHURRIED = 0.15
"""The share of interviews without time limits."""
REPLIES = ("reply", "stream")
REAL_PACE = 0.3
REAL_WORD_S = 0.04
REAL_SLACK_MS = 400
"""A busy machine may be this late."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one seed."""

    seed: int
    faults: tuple[str, ...]
    reached: frozenset[str] = frozenset()
    end: str = "broken"
    lasted_s: float = 0.0
    lines: tuple[str, ...] = ()
    said: tuple[Utterance, ...] = ()
    told: str = ""
    """What this seed is: plan, profile and so on, for a story."""


class Trial:
    """Everything about one interview that chance decides, each part from a source of its own."""

    def __init__(self, seed: int, *, real: bool = False) -> None:
        self.seed, self.real = seed, real
        rng = self._rng("trial")
        self.plan = _plan(self._rng("plan"), real=real)
        unhurried = not real and self._rng("patience").random() < UNHURRIED
        self.header: Header = simulated_header(self.plan, seed, unhurried=unhurried)
        profile = any_profile(rng)
        if real:
            profile = rng.choice(
                [m for m in PROFILES if m.name in ("anybody", "listener", "ambusher")]
            )
        self.profile, self.recogniser = profile, rng.choice(RECOGNISERS)
        self.late_s = rng.choice(LATENESS_S)
        self.trouble = rng.choice((0.0, 0.0, 0.3))
        self.form = "tools" if rng.random() < 0.35 else self._rng("talk").choice(REPLIES)
        pace = REAL_PACE if real else 1.0
        self.chaos = Chaos(self._rng("candidate"), profile, self.recogniser, pace=pace)
        self.notebook = SlowNotebook(self._rng("disk"))
        self.complaints: list[str] = []

    def _rng(self, part: str) -> random.Random:
        return random.Random(f"{self.seed} {part}")  # noqa: S311 - reproducible on purpose

    def loop(self) -> ShuffledLoop:
        return ShuffledLoop(self._rng("loop"), self.late_s)

    async def hold(self) -> InterviewState:
        rng = self._rng("interviewer")
        model = FaultyModel(rng, self.trouble) if self.form == "tools" else None
        async with asyncio.timeout(REAL_LONGEST_S if self.real else LONGEST_S):
            return await hold(
                self.header,
                self.chaos.attend,
                interviewer=(
                    StreamingFaultyInterviewer if self.form == "stream" else FaultyInterviewer
                )(rng, self.trouble),
                journal=self.notebook,
                voice=_fast_voice if self.real else scripted_voice,
                room=Room,
                model=model,
                observe=self.chaos.observe,
            )

    def evidence(self, state: InterviewState) -> Evidence:
        """What is known of it, now that it is over."""
        steps = retold(self.notebook.lines)
        room = self.chaos.room
        assert room is not None  # noqa: S101 - the candidate took part
        return Evidence(
            plan=self.plan,
            lines=self.notebook.lines,
            record=record(self.header, state),
            steps=steps,
            said=room.speaker.said,
            edges=room.edges,
            typed=self.chaos.typed,
            end_pressed=self.chaos.end_pressed,
            absences=self.chaos.absences,
            complaints=self.unexcused(),
            zero_s=self.chaos.zero_s,
            form=self.form,
            slack=self._slack(),
            pauses=pauses(steps),
        )

    def unexcused(self) -> list[str]:
        """What was complained of. Where a disk outlived a claim LiveKit's model may be asked by an agent
        that has just gone, and that alone is no fault."""
        frozen = self.notebook.froze
        return [told for told in self.complaints if not (frozen and GONE in told)]

    def _slack(self) -> int:
        frozen = round(FROZEN_S * 1000) if self.notebook.froze else 0
        return frozen + (REAL_SLACK_MS if self.real else 0)

    def judge(self, state: InterviewState) -> Outcome:
        seen = self.evidence(state)
        return Outcome(
            self.seed,
            tuple(broken(seen)),
            reached(seen),
            str(seen.record["end_reason"]),
            state.now / 1000,
            tuple(seen.lines),
            tuple(seen.said),
            str(self),
        )

    def failed(self, error: BaseException) -> Outcome:
        """The interview broke: whatever it was, the seed is the finding."""
        fault = f"F4: {type(error).__name__}: {error}"
        return Outcome(self.seed, (fault,), lines=tuple(self.notebook.lines), told=str(self))

    def __str__(self) -> str:
        return (
            f"{self.plan.id}, {self.profile.name} candidate, {self.form} form, "
            f"trouble {self.trouble}, timers up to {self.late_s:.3g} s late, {self.recogniser}"
        )


def run_seed(seed: int) -> Outcome:
    """One random interview in virtual time."""
    trial = Trial(seed)
    with _listening(trial.complaints):
        try:
            state = clock.run(_leaving_nothing(trial.hold(), trial.complaints), loop=trial.loop())
        except Exception as error:  # noqa: BLE001 - see `failed`
            return trial.failed(error)
    return trial.judge(state)


def run_real(seeds: Sequence[int]) -> list[Outcome]:
    """Short interviews on the machine's clock, all at once in one loop."""
    return asyncio.run(_hold_all([Trial(seed, real=True) for seed in seeds]))


async def _hold_all(trials: Sequence[Trial]) -> list[Outcome]:
    held = await asyncio.gather(*(t.hold() for t in trials), return_exceptions=True)
    return [
        trial.failed(state) if isinstance(state, BaseException) else trial.judge(state)
        for trial, state in zip(trials, held, strict=True)
    ]


async def _leaving_nothing(work: Coroutine[Any, Any, T], complaints: list[str]) -> T:
    """Run it, and complain of tasks that outlive it."""
    before = asyncio.all_tasks()
    result = await work
    await asyncio.sleep(0.1)
    left = [task for task in asyncio.all_tasks() - before if not task.done()]
    complaints.extend(f"outlives the interview: {task.get_name()}" for task in left)
    return result


@contextmanager
def _listening(complaints: list[str]) -> Iterator[None]:
    """Whatever is logged as an error meanwhile is a complaint."""
    handler = _Complaints(complaints)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


class _Complaints(logging.Handler):
    def __init__(self, complaints: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._complaints = complaints

    def emit(self, entry: logging.LogRecord) -> None:
        cause = entry.exc_info[1] if entry.exc_info else None
        if cause is not None and (INJECTED in str(cause) or isinstance(cause, TimeoutError)):
            return  # our own doing: no tool waits for ever for a disk that stands still
        told = f" ({type(cause).__name__}: {cause})" if cause else ""
        self._complaints.append(f"{entry.name} logs {entry.getMessage()}{told}")


def _plan(rng: random.Random, *, real: bool) -> InterviewPlan:
    if real:
        return pressed(plans.load("two-stage", role=ROBIN.role, level=ROBIN.level))
    plan = plans.load(rng.choice(PLANS), role=ROBIN.role, level=ROBIN.level)
    return hurried(plan, rng) if rng.random() < 0.8 else plan


def _fast_voice(speaker: Speaker) -> Voice:
    return scripted_voice(speaker, seconds_per_word=REAL_WORD_S)
