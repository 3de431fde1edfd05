"""How steady a judge is: what moves its levels although the evidence is the same.

    python -m benchmarks.judging [--judge steady|first|long|llm] [--rubric star] [--records N] [--json]

Interviews of simulated candidates are judged as they are, and changed in what is no evidence: judged
again (self-consistency), with exchanges and levels in reverse (order), under another name, with polite
padding, three times as long with small talk, and with the answers' order turned. For each: on how many
criteria the level, or that there is none, stayed, and by how much levels moved.

`llm` is the model of `GREENROOM_LLM`. The others are no models: `steady` quotes and judges alike whatever
is changed, `first` goes by what it is shown first, `long` by how much it is shown. They show that this
measures what it says.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Any, Final

from greenroom.app.ports import Judge, UpstreamFault
from greenroom.app.scorecards import rubrics
from greenroom.assessment.claims import Claim, Scored, check
from greenroom.assessment.rubric import Criterion, Rubric
from greenroom.assessment.transcript import Said, Transcript, said

CANDIDATES: Final = ("normal", "rambler", "thinker", "interrupter")
POLITE: Final = "Thank you so much for this wonderful question, I am very glad that you ask it."
SMALL_TALK: Final = "The weather was fine on the way, and the coffee here is good, thank you."
OTHER_NAME: Final = "Amina"

Change = Callable[[Transcript], tuple[Transcript, int]]
"""A transcript changed, and the reading to ask for: odd ones are shown in reverse."""


def _again(told: Transcript) -> tuple[Transcript, int]:
    return told, 0


def _reversed(told: Transcript) -> tuple[Transcript, int]:
    return told, 1


def _renamed(told: Transcript) -> tuple[Transcript, int]:
    messages = [replace(m, text=m.text.replace(told.name, OTHER_NAME)) for m in told.messages]
    return replace(told, messages=tuple(messages), name=OTHER_NAME), 0


def _padded(told: Transcript) -> tuple[Transcript, int]:
    messages = [replace(m, text=f"{POLITE} {m.text}") if m.answer else m for m in told.messages]
    return replace(told, messages=tuple(messages)), 0


def _longer(told: Transcript) -> tuple[Transcript, int]:
    highest = max(m.message for m in told.messages)
    talk = len(told.messages) * 2
    more = [
        Said(highest + n, n % 2 == 0, SMALL_TALK, interviewer=n % 2 == 1) for n in range(1, talk)
    ]
    return replace(told, messages=(*told.messages, *more)), 0


def _turned(told: Transcript) -> tuple[Transcript, int]:
    """The last exchange first: what was said later comes before."""
    exchanges: list[list[Said]] = []
    for message in told.messages:
        if message.interviewer or not exchanges:
            exchanges.append([])
        exchanges[-1].append(message)
    return replace(told, messages=tuple(m for part in reversed(exchanges) for m in part)), 0


CHANGES: Final[Mapping[str, Change]] = {
    "judged again": _again,
    "shown in reverse": _reversed,
    "another name": _renamed,
    "polite padding": _padded,
    "three times as long": _longer,
    "answers in another order": _turned,
}


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What one change did."""

    change: str
    compared: int
    same: int
    moved: float
    """Mean difference in levels, where both had one."""


class StandIn:
    """No model: quotes the beginning of an answer and gives a level for a stated reason."""

    judge_passes, longest = 1, None

    def __init__(self, name: str) -> None:
        self.name = name

    async def judge(self, criterion: Criterion, transcript: Transcript, judge_pass: int) -> Claim:
        answers = transcript.answers[::-1] if judge_pass % 2 else transcript.answers
        told = max(answers, key=lambda answer: (len(answer.text), answer.text))
        quote = " ".join(told.text.removeprefix(POLITE).split()[:6])
        if self.name == "first":
            return Claim(1 + len(answers[0].text) % 5, [quote])
        if self.name == "long":
            return Claim(1 + sum(len(a.text) for a in answers) // 200 % 5, [quote])
        return Claim(3, [quote])


async def level(
    judge: Judge, criterion: Criterion, told: Transcript, judge_pass: int
) -> int | None:
    """None: not scored, for whatever reason."""
    try:
        claim = await judge.judge(criterion, told, judge_pass)
    except UpstreamFault:
        return None
    mark = None if claim is None else check(claim, told).mark
    return mark.score if isinstance(mark, Scored) else None


async def steadiness(
    judge: Judge, rubric: Rubric, transcripts: Sequence[Transcript]
) -> list[Steadiness]:
    pairs: dict[str, list[tuple[int | None, int | None]]] = {name: [] for name in CHANGES}
    for told in transcripts:
        for criterion in rubric.criteria:
            first = await level(judge, criterion, told, 0)
            for name, change in CHANGES.items():
                changed, judge_pass = change(told)
                pairs[name].append((first, await level(judge, criterion, changed, judge_pass)))
    return [_found(name, found) for name, found in pairs.items()]


def _found(change: str, pairs: Sequence[tuple[int | None, int | None]]) -> Steadiness:
    moves = [abs(a - b) for a, b in pairs if a is not None and b is not None]
    mean = sum(moves) / len(moves) if moves else 0.0
    return Steadiness(change, len(pairs), sum(a == b for a, b in pairs), round(mean, 2))


def interviews(count: int) -> Iterator[Transcript]:
    """Of simulated candidates, in virtual time."""
    for number in range(count):
        candidate = CANDIDATES[number % len(CANDIDATES)]
        typed = ["simulate", "--candidate", candidate, "--seed", str(number), "--json"]
        run = subprocess.run(
            [sys.executable, "-m", "greenroom", *typed], capture_output=True, check=True
        )
        record: dict[str, Any] = json.loads(run.stdout)
        yield Transcript(said(record["messages"]), "en", record["candidate"]["name"])


async def measured(judge: str, rubric: str, count: int) -> list[Steadiness]:
    async with AsyncExitStack() as left:
        if judge != "llm":
            chosen: Judge = StandIn(judge)
        else:
            from greenroom import settings
            from greenroom.adapters.models.json_model import JsonModel
            from greenroom.adapters.models.judge import ModelJudge
            from greenroom.bootstrap.operators_model import operators_model

            model = operators_model(settings.load())
            left.push_async_callback(model.model.aclose)
            asked = JsonModel(model.model, model.asked, model.provider)
            chosen = ModelJudge(asked, name=model.name, judge_passes=1)
        return await steadiness(chosen, rubrics.load(rubric), list(interviews(count)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judging")
    parser.add_argument("--judge", choices=("steady", "first", "long", "llm"), default="llm")
    parser.add_argument("--rubric", default="star")
    parser.add_argument("--records", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for row in asyncio.run(measured(asked.judge, asked.rubric, asked.records)):
        if asked.json:
            told = {"change": row.change, "compared": row.compared, "same": row.same}
            print(json.dumps(told | {"moved": row.moved}))
        else:
            print(f"{row.change}: {row.same} of {row.compared} the same, moved by {row.moved}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
