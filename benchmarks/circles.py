"""Interviews between two agents a second: protocol, log, gate and scan, with agents that cost nothing.

python -m benchmarks.circles [--quick]
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator

from benchmarks.table import Row, tell
from greenroom.app.circles.running import Notebook, RunningMission
from greenroom.app.circles.scripts import ScriptedAgent, ScriptedCircleJudge
from greenroom.circle.brief import Brief, Circle, mission
from greenroom.circle.rules import Rules

COMMAND = "python -m benchmarks.circles"
CIRCLE = Circle("A chess partner", "Sunday")
BRIEF = Brief({"display_name": "Ana"}, {"display_name": "Bo"}, CIRCLE, {}, mission(CIRCLE))
NO = json.dumps({"decision": "no"})


class Nowhere:
    """A push channel that goes nowhere."""

    async def push(self, line: str, *, key: str) -> None:
        return None


def said(side: str, number: int) -> list[str]:
    """Four messages of thirty words, the same in no two interviews."""
    words = " ".join(["small talk about a game on Sunday that both would like"] * 3)
    return [json.dumps({"as_user_message": f"{side} {number} {n} {words}"}) for n in range(4)]


def yes(number: int) -> str:
    quotes = [f"{s} {number} 0 small talk about a game on Sunday" for s in "ov"]
    evidence = [{"id": f"m{n + 1}", "quote": quote} for n, quote in enumerate(quotes)]
    line = "Somebody nearby would play on Sunday."
    return json.dumps({"verdict": "yes", "evidence": evidence, "notification": line})


Scripts = tuple[list[str], list[str], list[str]]


async def held(scripts: list[Scripts]) -> None:
    for number, (owner, visitor, judge) in enumerate(scripts):
        sides = ScriptedAgent(owner), ScriptedAgent(visitor), ScriptedCircleJudge(judge)
        interview = RunningMission(*sides, Nowhere(), Notebook(), asyncio.sleep)
        await interview.start(str(number), BRIEF, Rules())


async def read(scripts: list[Scripts]) -> None:
    """What it costs at least: the replies read as JSON."""
    for owner, visitor, judge in scripts:
        for line in (*owner, *visitor, *judge):
            json.loads(line)


def rows(*, quick: bool) -> Iterator[Row]:
    count = 500 if quick else 4_000
    for verdict, judge in (("no", lambda n: NO), ("yes, each message scanned", yes)):
        scripts = [(said("o", n), said("v", n), [judge(n)]) for n in range(count)]
        mine, least = _per_s(held, scripts), _per_s(read, scripts)
        yield Row(
            f"interviews between two agents a second of one core, eight messages, verdict {verdict}",
            "≥ 2,000",
            f"{mine:,.0f}",
            f"their replies read as JSON alone {least:,.0f}",
            COMMAND,
        )


def _per_s(run: Callable[[list[Scripts]], object], scripts: list[Scripts]) -> float:
    began = time.process_time()
    asyncio.run(run(scripts))  # type: ignore[arg-type]
    return len(scripts) / (time.process_time() - began)


if __name__ == "__main__":
    tell(rows)
