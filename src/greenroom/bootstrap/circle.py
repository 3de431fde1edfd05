"""`greenroom circle run` and `circle prompt`: one interview between two agents, and what each is told."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from greenroom.app.circles import missions
from greenroom.app.circles.missions import Mission
from greenroom.app.circles.running import Notebook, RunningMission
from greenroom.app.circles.scripts import ScriptedAgent
from greenroom.app.ports import CircleAgent, UserFault
from greenroom.bootstrap import circle_roles as roles
from greenroom.bootstrap.circle_person import Person
from greenroom.bootstrap.output import printable
from greenroom.circle import inputs, prompts
from greenroom.circle.ends import CircleEnd
from greenroom.circle.goals import schedule
from greenroom.circle.outcome import outcome
from greenroom.circle.state import State

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
    judge = roles.told_judge(sides.judge)
    with roles.kept(sides.record) as keep:
        async with roles.model(wanted=None in (*agents.values(), judge)) as model:
            owner, visitor = (
                keep(r, agent or roles.model_agent(model)) for r, agent in agents.items()
            )
            interview = RunningMission(
                owner=owner,
                visitor=visitor,
                judge=keep("judge", judge or roles.model_judge(model)),
                channel=PrintedLine(),
                log=Notebook(),
                pause=asyncio.sleep,
                outside=person.outside,
            )
            return await interview.start(secrets.token_hex(8), mission.brief, mission.rules)


def _spoken(role: str, given: str, person: Person) -> CircleAgent | None:
    """Who speaks; None: a model does."""
    if given == roles.LLM:
        return None
    if given == HUMAN:
        return person
    if given.startswith(roles.CASSETTE):
        return roles.cassette(given)
    if given.startswith(roles.SCRIPT):
        return ScriptedAgent(missions.script(Path(given.removeprefix(roles.SCRIPT))))
    raise UserFault(f"--{role} {given}: give llm, human, script:FILE or cassette:FILE")


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
