"""One scenario held once: the whole result, as one JSON value that follows from its seed alone."""

from __future__ import annotations

import random
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from greenroom.app.circles.running import Notebook as CircleNotebook
from greenroom.app.circles.running import RunningMission
from greenroom.app.circles.scripts import ScriptedAgent, ScriptedCircleJudge
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import Amount, Interviewer, Judge, Reader, UpstreamFault
from greenroom.app.scorecards.scoring import score
from greenroom.app.scorecards.scripted_judge import ScriptedJudge
from greenroom.assessment.reasons import Reason
from greenroom.assessment.transcript import Transcript, said
from greenroom.circle.ends import CircleEnd
from greenroom.circle.outcome import outcome
from greenroom.interview import journal
from greenroom.interview.journal import Header
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.record import record as record_of
from greenroom.interview.state import InterviewState
from greenroom.simulation import clock, expectations, record_checks
from greenroom.simulation.candidates import persona
from greenroom.simulation.expectations import Check
from greenroom.simulation.fact_candidate import FactCandidate
from greenroom.simulation.fact_sheet import Record, coverage, told
from greenroom.simulation.llm_candidate import LlmCandidate
from greenroom.simulation.real_time_call import AskedForJson
from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header
from greenroom.simulation.scenarios.loading import Scenario
from greenroom.simulation.script import perform
from greenroom.simulation.transport import SimulatedTransport
from greenroom.simulation.validity import lapses, verdict

T = TypeVar("T")

PLAYED_AGAIN: Final = 2
"""Times that a candidate who fell out of its part plays it again, with another seed."""
ANOTHER_SEED: Final = 1_000_003
"""Between those seeds: far from those of other runs."""


def nothing_spent() -> Amount:
    return Amount()


def _ignored(_: str) -> None:
    return None


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Cast:
    """Who takes part besides the scenario itself. The default needs no model."""

    interviewer: Callable[[], Interviewer] = PlanInterviewer
    candidate: AskedForJson | None = None
    judge: Judge | None = None
    reader: Reader | None = None
    """Reads what candidates say; it answers in place. None: the engine goes by words alone."""
    spent: Callable[[], Amount] = nothing_spent
    """What models have used since the process began."""
    begin: Callable[[str], None] = _ignored
    """Told before each run: what models are asked from now on belongs to it."""
    missed: Callable[[], str | None] = _nothing
    """What a replayed cassette did not hold, in this run."""


NOBODY: Final = Cast()


class Broken(Exception):
    """The interview could not be held; the message says why, in a sentence."""


@dataclass(slots=True)
class _Held:
    """One interview and what was seen of it."""

    record: Record
    checks: list[Check] = field(default_factory=list)
    coverage: dict[str, Any] | None = None
    validity: dict[str, Any] | None = None
    scorecard: dict[str, Any] | None = None


def hold_case(scenario: Scenario, run: int, seed: int, cast: Cast = NOBODY) -> dict[str, Any]:
    """The result line. Never raises for what an interview may do: a run that breaks is a result, too."""
    before = cast.spent()
    error, held, again = None, None, 0
    try:
        held = _held(scenario, run, seed, cast)
        while _by_model(scenario) and _out_of_part(held) and again < PLAYED_AGAIN:
            again += 1
            held = _held(scenario, run, seed + again * ANOTHER_SEED, cast)
    except Broken as fault:
        held, error = None, cast.missed() or str(fault)
    except Exception as fault:  # noqa: BLE001 - one case that breaks costs the others nothing
        held, error = None, _fault(fault)
    status = "broken" if held is None else _status(held)
    after = cast.spent()
    return {
        "scenario": scenario.id,
        "run": run,
        "passed": {"passed": True, "failed": False}.get(status),
        "status": status,
        "seed": seed,
        "error": error,
        "checks": [] if held is None else [check.plain() for check in held.checks],
        "coverage": held and held.coverage,
        "validity": held and held.validity,
        "played_again": again,
        "scorecard": held and held.scorecard,
        "tokens": {
            "in": after.tokens_in - before.tokens_in,
            "out": after.tokens_out - before.tokens_out,
        },
        "record": held and held.record,
    }


def _fault(error: Exception) -> str:
    """A fault of our own, by type and place: what it says may hold words of the interview."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"a fault of Greenroom itself: {type(error).__name__} at "
        f"{Path(place.filename).name}:{place.lineno}"
    )


def _out_of_part(held: _Held) -> bool:
    return held.validity is not None and not held.validity["valid"]


def _status(held: _Held) -> str:
    if _out_of_part(held):
        return "invalid"
    return "failed" if any(check.passed is False for check in held.checks) else "passed"


def _by_model(scenario: Scenario) -> bool:
    return scenario.circle is None and scenario.candidate.character is not None


def _held(scenario: Scenario, run: int, seed: int, cast: Cast) -> _Held:
    if scenario.circle is not None:
        return _circle(scenario)
    cast.begin(f"{scenario.id} run {run} seed {seed}")
    held = _interview(scenario, seed, cast)
    if (missed := cast.missed()) is not None:
        raise Broken(missed)
    return held


def _interview(scenario: Scenario, seed: int, cast: Cast) -> _Held:
    plan = scenario.plan
    assert plan is not None  # noqa: S101 - the scenario was read
    source = scenario.source
    candidate = Candidate(ROBIN.name, source.role, source.level)
    header = simulated_header(plan, seed, candidate, unhurried=source.unhurried)
    notebook = Notebook()
    try:
        state = clock.run(
            hold(
                header,
                _part(scenario, seed, plan, cast),
                interviewer=cast.interviewer(),
                journal=notebook,
                reader=cast.reader,
            ),
            epoch_s=datetime.fromisoformat(header.started_at).timestamp(),
        )
    except clock.IdleForever as fault:
        raise Broken(f"the interview hangs: {fault}") from fault
    except UpstreamFault as fault:
        raise Broken(f"a model failed: {fault}") from fault
    record = record_of(header, state)
    facts = told(scenario.candidate.facts, record)
    held = _Held(record)
    held.checks = [
        expectations.sound(record_checks.faults(record, [stage.id for stage in plan.stages])),
        expectations.replays(_same(notebook.lines, header, state)),
        *expectations.of_interview(scenario.source.expect, record, facts),
    ]
    if facts:
        held.coverage = coverage(facts)
        character = scenario.candidate.character or ""
        held.validity = verdict(lapses(scenario.candidate.facts, character, record))
    if not _out_of_part(held):
        _judge(scenario, plan, held, cast)
    return held


def _part(
    scenario: Scenario, seed: int, plan: InterviewPlan, cast: Cast
) -> Callable[[SimulatedTransport], Awaitable[None]]:
    candidate = scenario.candidate
    if scenario.lines is not None:
        return partial(perform, scenario.lines)
    if candidate.persona is not None:
        return persona(candidate.persona, seed, plan).attend
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
    if candidate.character is None:
        return FactCandidate(rng, plan, candidate.facts, candidate.at_once).attend
    if cast.candidate is None:
        raise Broken("the candidate is played by a model, and none was given")
    return LlmCandidate(rng, plan, candidate.character, candidate.facts, cast.candidate).attend


def _same(lines: Sequence[str], header: Header, state: InterviewState) -> bool:
    """Whether the journal alone leads to the same record."""
    again, rebuilt, _ = journal.read(lines)
    return record_of(again, rebuilt) == record_of(header, state)


def _judge(scenario: Scenario, plan: InterviewPlan, held: _Held, cast: Cast) -> None:
    wanted = scenario.source.expect.rubric
    if wanted is None or scenario.rubric is None:
        return
    judge = cast.judge if wanted.claims is None else ScriptedJudge([wanted.claims])
    name = held.record["candidate"]["name"]
    transcript = Transcript(said(held.record["messages"]), plan.language, name)
    card = clock.run(score(scenario.rubric, transcript, judge)).plain()
    for mark in card["criteria"]:
        expected = mark["id"] in (*wanted.at_least, *wanted.unscored)
        if expected and mark.get("not_scored") == Reason.JUDGE_FAILED:
            raise Broken(f"the judge failed: {mark['id']}: {mark['cause']}")
    held.scorecard = card
    held.checks += expectations.levels(wanted, card["criteria"])


async def _at_once(_: float) -> None:
    """Nobody has to wait for a provider that is a script."""


def _finished(work: Coroutine[Any, Any, T]) -> T:
    """What comes of a coroutine that waits for nothing: an event loop would cost more than it."""
    try:
        work.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    work.close()
    raise AssertionError("an interview of scripts waits for something")


class _Unsent:
    """Implements `ports.PushChannel`: nobody is told of a simulated interview."""

    async def push(self, line: str, *, key: str) -> None:
        return None


def _circle(scenario: Scenario) -> _Held:
    circle, mission = scenario.circle, scenario.mission
    assert circle is not None and mission is not None  # noqa: S101, PT018 - the scenario was read
    interview = RunningMission(
        owner=ScriptedAgent(circle.owner),
        visitor=ScriptedAgent(circle.visitor),
        judge=ScriptedCircleJudge(circle.judge),
        channel=_Unsent(),
        log=CircleNotebook(),
        pause=_at_once,
    )
    state = _finished(interview.start(scenario.id, mission.brief, mission.rules))
    record = outcome(state)
    if state.ended is CircleEnd.INFRASTRUCTURE_ERROR:
        raise Broken("the interview between agents broke off")
    return _Held(record, list(expectations.of_circle(scenario.source.expect, record)))


def seeded(scenario: Scenario, run: int, shift: int) -> int:
    """The seed of a run: the scenario's own for the first, and one more for each further one."""
    return scenario.source.seed + shift + run
