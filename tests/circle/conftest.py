"""One interview between scripted agents, and what tests ask about it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from greenroom.app.circles.running import Notebook, RunningMission
from greenroom.app.circles.scripts import ScriptedAgent, ScriptedCircleJudge
from greenroom.circle.brief import Brief, Circle, mission
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.events import Entry
from greenroom.circle.inputs import Message
from greenroom.circle.rules import Rules
from greenroom.circle.state import State, folded

CIRCLE = Circle(
    objective_text="Founders who build AI tools, a coffee for two",
    time_window="this week, evenings",
    constraints=(("language", "Spanish"), ("experience", "a year")),
    given={"objective_text": "Founders …", "radius_m": 500, "flags": {"quiet": True}},
)


def brief(
    owner: Mapping[str, Any] | None = None, visitor: Mapping[str, Any] | None = None
) -> Brief:
    return Brief(
        owner_profile=owner or {"display_name": "Ana Rojas"},
        visitor_profile=visitor or {"display_name": "Bo Lind"},
        circle=CIRCLE,
        context={"approximate_time": "Thursday 18:00", "approximate_distance": 100},
        mission=mission(CIRCLE),
    )


def turn(message: str, *, stop: bool = False, tag: str | None = None) -> str:
    return json.dumps({"as_user_message": message, "stop_suggested": stop, "intent_tag": tag})


def turns(side: str, count: int = 9, stop_at: int = 0) -> list[str]:
    return [turn(f"{side} says {n}", stop=n == stop_at) for n in range(1, count + 1)]


def answered(text: str) -> tuple[Message, ...]:
    """A transcript of two messages: the visitor's is this."""
    return (Message("owner", "hi?"), Message("visitor", text))


def verdict(
    word: str, *, quotes: Iterable[tuple[str, str]] = (), line: str | None = None, **more: Any
) -> str:
    evidence = [{"id": id_, "quote": quote} for id_, quote in quotes]
    return json.dumps(
        {
            "reasoning": "because",
            "evidence": evidence,
            "criteria": [],
            "injection_suspected": False,
            "verdict": word,
            "notification": line,
            **more,
        }
    )


LINE = "Somebody nearby builds AI tools and would have a coffee this week."
YES = verdict("yes", quotes=[("m1", "owner says 1"), ("m2", "visitor says 1")], line=LINE)
NO = verdict("no")


class Recorder:
    """Two agents, a judge and a channel, by script; keeps every call."""

    def __init__(self, owner: Iterable[str], visitor: Iterable[str], judge: Iterable[str]) -> None:
        self._agents = {"owner": ScriptedAgent(owner), "visitor": ScriptedAgent(visitor)}
        self._judge = ScriptedCircleJudge(judge)
        self.calls: list[CallAgent] = []
        self.asked: list[AskJudge] = []
        self.pushed: dict[str, str] = {}
        self.pushes = 0

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        self.calls.append(call)
        return await self._agents[call.side].reply(call, rules)

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        self.asked.append(ask)
        return await self._judge.judge(ask, rules)

    async def push(self, line: str, *, key: str) -> None:
        self.pushes += 1
        self.pushed[key] = line

    def interview(self, log: Notebook, **more: Any) -> RunningMission:
        return RunningMission(
            owner=self, visitor=self, judge=self, channel=self, log=log, pause=at_once, **more
        )


class Answering(Recorder):
    """Says the same to the same call, whoever asks again."""

    def __init__(self) -> None:
        super().__init__([], [], [])

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        self.calls.append(call)
        return turn(f"{call.side} says {call.turn}")

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        self.asked.append(ask)
        return YES


async def at_once(_seconds: float) -> None:
    """Waits for nothing."""


async def held(
    owner: Iterable[str] | None = None,
    visitor: Iterable[str] | None = None,
    judge: Iterable[str] = (NO,),
    *,
    about: Brief | None = None,
    **rules: Any,
) -> tuple[State, Recorder, list[Entry]]:
    """A whole interview: where it ended, who was asked what, and its log."""
    recorder = Recorder(
        turns("owner") if owner is None else owner,
        turns("visitor") if visitor is None else visitor,
        judge,
    )
    log = Notebook()
    state = await recorder.interview(log).start("i-1", about or brief(), Rules(**rules))
    assert folded(log.entries) == state
    return state, recorder, log.entries
