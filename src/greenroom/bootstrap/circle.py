"""`greenroom circle run` and `circle prompt`: one interview between two agents, and what each is told."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from greenroom import settings as configuration
from greenroom.app.circles import missions
from greenroom.app.circles.cassette import Cassette, Recorder
from greenroom.app.circles.missions import Mission
from greenroom.app.circles.running import CircleInterview, Notebook
from greenroom.app.circles.scripts import ScriptedAgent, ScriptedCircleJudge
from greenroom.app.ports import CircleAgent, CircleJudge, UserFault
from greenroom.bootstrap.circle_person import Person
from greenroom.bootstrap.output import printable
from greenroom.circle import inputs, prompts
from greenroom.circle.ends import CircleEnd
from greenroom.circle.goals import schedule
from greenroom.circle.outcome import outcome
from greenroom.circle.state import State

if TYPE_CHECKING:
    from greenroom.adapters.models.asked_model import AskedModel

SCRIPT: Final = "script:"
CASSETTE: Final = "cassette:"
HUMAN: Final = "human"
Whom: TypeAlias = Literal["owner", "visitor", "judge"]


@dataclass(frozen=True, slots=True)
class Sides:
    """What was asked for on the command line: `llm`, `human`, `script:FILE` or `cassette:FILE`."""

    owner: str
    visitor: str
    judge: str
    record: Path | None = None
    """Where replies are kept as a cassette."""


class PrintedLine:
    """Implements `ports.PushChannel`: here the line is told with the result, and nowhere else."""

    async def push(self, line: str, *, key: str) -> None:
        return None


def run(path: Path, sides: Sides, preset: str, max_per_side: int | None, *, as_json: bool) -> int:
    """Hold the interview and print what came of it: 0 whatever was decided, 3 when a provider or this
    machine broke it off. Raises `UserFault` for a mission, a script or a cassette that cannot be used,
    `OperatorFault` when a model is wanted and none is set."""
    mission = missions.read(path, preset, max_per_side)
    state = asyncio.run(_held(mission, sides))
    found = outcome(state)
    _write(json.dumps(found, ensure_ascii=False, indent=2) if as_json else _told(found))
    return 3 if state.ended is CircleEnd.INFRASTRUCTURE_ERROR else 0


async def _held(mission: Mission, sides: Sides) -> State:
    person = Person()
    agents = {role: _spoken(role, getattr(sides, role), person) for role in ("owner", "visitor")}
    judge = _judged(sides.judge)
    with _kept(sides) as keep:
        async with _model(wanted=None in (*agents.values(), judge)) as model:
            owner, visitor = (
                keep(r, agent or _model_agent(model())) for r, agent in agents.items()
            )
            interview = CircleInterview(
                owner=owner,
                visitor=visitor,
                judge=keep("judge", judge or _model_judge(model())),
                channel=PrintedLine(),
                log=Notebook(),
                pause=asyncio.sleep,
                outside=person.outside,
            )
            return await interview.start(secrets.token_hex(8), mission.brief, mission.rules)


def _spoken(role: str, given: str, person: Person) -> CircleAgent | None:
    """Who speaks; None: a model does."""
    if given == "llm":
        return None
    if given == HUMAN:
        return person
    if given.startswith(CASSETTE):
        return _cassette(given)
    if given.startswith(SCRIPT):
        return ScriptedAgent(missions.script(Path(given.removeprefix(SCRIPT))))
    raise UserFault(f"--{role} {given}: give llm, human, script:FILE or cassette:FILE")


def _judged(given: str) -> CircleJudge | None:
    """Who judges; None: a model does."""
    if given == "llm":
        return None
    if given.startswith(CASSETTE):
        return _cassette(given)
    if given.startswith(SCRIPT):
        return ScriptedCircleJudge(missions.script(Path(given.removeprefix(SCRIPT))))
    raise UserFault(f"--judge {given}: give llm, script:FILE or cassette:FILE")


def _cassette(given: str) -> Cassette:
    path = Path(given.removeprefix(CASSETTE))
    return Cassette(missions.script(path), str(path))


@contextmanager
def _kept(sides: Sides) -> Iterator[Callable[[str, Any], Any]]:
    """Around each role, so that its replies are written down as they come."""
    if sides.record is None:
        yield lambda _, who: who
        return
    try:
        file = sides.record.open("x", encoding="utf-8")
    except OSError as error:
        raise UserFault(f"--record {sides.record}: {error.strerror}") from None
    with file:
        yield lambda role, who: Recorder(role, who, lambda line: print(line, file=file, flush=True))


@asynccontextmanager
async def _model(*, wanted: bool) -> AsyncIterator[Callable[[], AskedModel]]:
    """The operator's model, where one of the three is `llm`."""
    if not wanted:
        yield _nobody
        return
    from greenroom.bootstrap.operators_model import operators_model

    chosen = operators_model(configuration.load())
    from greenroom.adapters.models.asked_model import AskedModel

    try:
        yield lambda: AskedModel(chosen.model, chosen.asked, chosen.provider)
    finally:
        await chosen.model.aclose()


def _nobody() -> AskedModel:
    raise AssertionError("no side asked for a model")


def _model_agent(model: AskedModel) -> CircleAgent:
    from greenroom.adapters.models.circle import ModelAgent

    return ModelAgent(model)


def _model_judge(model: AskedModel) -> CircleJudge:
    from greenroom.adapters.models.circle import ModelCircleJudge

    return ModelCircleJudge(model)


@dataclass(frozen=True, slots=True)
class Call:
    """Which call's input is shown."""

    whom: Whom
    turn: int
    transcript: Path | None


def prompt(path: Path, call: Call, preset: str, max_per_side: int | None, *, as_json: bool) -> int:
    """Print the exact input of one call; without `as_json` as a model is asked. Raises `UserFault`."""
    mission = missions.read(path, preset, max_per_side)
    brief, rules = mission.brief, mission.rules
    said = () if call.transcript is None else missions.read_transcript(call.transcript)
    if call.whom == "judge":
        judged = inputs.for_judge(brief, said)
        shown, words = judged.plain(), prompts.for_judge(judged, rules, secrets.token_hex(12))
    else:
        if not 1 <= call.turn <= rules.max_per_side:
            raise UserFault(f"--turn {call.turn}: each side has turns 1 to {rules.max_per_side}")
        given: inputs.OwnerInput | inputs.VisitorInput = (
            inputs.for_owner(brief, rules, said, schedule(call.turn, rules.max_per_side))
            if call.whom == "owner"
            else inputs.for_visitor(brief, rules, said)
        )
        shown, words = given.plain(), prompts.for_agent(given, rules)
    _write(
        json.dumps(shown, ensure_ascii=False, indent=2)
        if as_json
        else f"{printable(words.system)}\n\n{printable(words.user)}"
    )
    return 0


def _told(found: Mapping[str, Any]) -> str:
    return "\n".join(_lines(found))


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    for message in found["transcript"]:
        yield f"{message['speaker']}: {printable(message['message'])}"
    also = f" (also {', '.join(found['also'])})" if found["also"] else ""
    yield f"ended: {found['end_reason']}{also}"
    if found["decision"] is None:
        yield "decision: none, it was not judged"
    else:
        doubt = " (undecided)" if found["undecided"] else ""
        yield f"decision: {found['decision']}{doubt}"
    if found["notification"]:
        yield f"push line: {printable(found['notification'])}"


def _write(text: str) -> None:
    sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()
