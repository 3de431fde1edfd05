"""`greenroom circle run` and `circle prompt`: one interview between two agents, and what each is told."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from greenroom import settings as configuration
from greenroom.app import missions
from greenroom.app.circle_scripts import ScriptedAgent, ScriptedCircleJudge
from greenroom.app.circles import CircleInterview, Notebook
from greenroom.app.missions import Mission
from greenroom.app.ports import CircleAgent, CircleJudge, UserFault
from greenroom.circle import inputs, prompts
from greenroom.circle.ends import CircleEnd
from greenroom.circle.goals import schedule
from greenroom.circle.outcome import outcome
from greenroom.circle.state import State

if TYPE_CHECKING:
    from greenroom.adapters.models.asked_model import AskedModel

SCRIPT: Final = "script:"
Whom: TypeAlias = Literal["owner", "visitor", "judge"]


@dataclass(frozen=True, slots=True)
class Sides:
    """What was asked for on the command line: `llm`, or `script:FILE`."""

    owner: str
    visitor: str
    judge: str


class PrintedLine:
    """Implements `ports.PushChannel`: here the line is told with the result, and nowhere else."""

    async def push(self, line: str, *, key: str) -> None:
        return None


def run(path: Path, sides: Sides, preset: str, max_per_side: int | None, *, as_json: bool) -> int:
    """Hold the interview and print what came of it: 0 whatever was decided, 3 when a provider or this
    machine broke it off. Raises `UserFault` for a mission or a script that cannot be used,
    `OperatorFault` when a model is wanted and none is set."""
    mission = missions.read(path, preset, max_per_side)
    state = asyncio.run(_held(mission, sides))
    found = outcome(state)
    _write(json.dumps(found, ensure_ascii=False, indent=2) if as_json else _told(found))
    return 3 if state.ended is CircleEnd.INFRASTRUCTURE_ERROR else 0


async def _held(mission: Mission, sides: Sides) -> State:
    scripts = {name: _script(name, getattr(sides, name)) for name in ("owner", "visitor", "judge")}
    async with _model(wanted=None in scripts.values()) as model:
        interview = CircleInterview(
            owner=_agent(scripts["owner"], model),
            visitor=_agent(scripts["visitor"], model),
            judge=_judge(scripts["judge"], model),
            channel=PrintedLine(),
            log=Notebook(),
            pause=asyncio.sleep,
        )
        return await interview.start(secrets.token_hex(8), mission.brief, mission.rules)


def _script(role: str, given: str) -> list[str] | None:
    """The lines; None: a model speaks."""
    if given == "llm":
        return None
    if not given.startswith(SCRIPT):
        raise UserFault(f"--{role} {given}: give llm, or script:FILE")
    return missions.script(Path(given.removeprefix(SCRIPT)))


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


def _agent(script: list[str] | None, model: Callable[[], AskedModel]) -> CircleAgent:
    if script is not None:
        return ScriptedAgent(script)
    from greenroom.adapters.models.circle import ModelAgent

    return ModelAgent(model())


def _judge(script: list[str] | None, model: Callable[[], AskedModel]) -> CircleJudge:
    if script is not None:
        return ScriptedCircleJudge(script)
    from greenroom.adapters.models.circle import ModelCircleJudge

    return ModelCircleJudge(model())


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
        else f"{_printable(words.system)}\n\n{_printable(words.user)}"
    )
    return 0


def _told(found: Mapping[str, Any]) -> str:
    return "\n".join(_lines(found))


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    for message in found["transcript"]:
        yield f"{message['speaker']}: {_printable(message['message'])}"
    also = f" (also {', '.join(found['also'])})" if found["also"] else ""
    yield f"ended: {found['end_reason']}{also}"
    if found["decision"] is None:
        yield "decision: none, it was not judged"
    else:
        doubt = " (undecided)" if found["undecided"] else ""
        yield f"decision: {found['decision']}{doubt}"
    if found["notification"]:
        yield f"push line: {_printable(found['notification'])}"


def _printable(text: str) -> str:
    """What others wrote is shown in a terminal, never obeyed by it."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def _write(text: str) -> None:
    sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()
