"""An invented person of `interviews/`: what they say to each question, whichever comes when.

JSON lines: `{"to": [question, …], "say": text or pieces}`. `to` names the questions that the words answer: the id of a
question of the plan, the key of a fact, the kind of a remark that asks nothing of the plan ("reply"), or
"anything". A line is said once, at the first of its questions that comes; the next line to the same question is for
when it comes again. Who has no line left says the last one to "anything", as often as it takes; without one, nothing.
Pieces are texts, silences in seconds, and `{"said": text, "heard": text, "sure": 0 to 1}` for what is understood badly.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from greenroom.interview.plan import InterviewPlan
from greenroom.simulation.candidate_voice import Hearing, until
from greenroom.simulation.transport import Cue, SimulatedTransport

Piece: TypeAlias = "str | float | dict[str, Any]"
ANYTHING = "anything"
THINKING_S = 0.8
"""From the end of a question to the first word."""


@dataclass(frozen=True)
class Line:
    """Words, and the questions that they answer."""

    to: tuple[str, ...]
    say: tuple[Piece, ...]


def read(path: Path) -> tuple[Line, ...]:
    """Everything that this person can say."""
    return tuple(_line(json.loads(text)) for text in path.read_text("utf-8").splitlines() if text)


def _line(table: dict[str, Any]) -> Line:
    say = table["say"]
    return Line(tuple(table["to"]), tuple(say) if isinstance(say, list) else (say,))


def wordings(plan: InterviewPlan) -> dict[str, tuple[str, ...]]:
    """Every way in which each question of the plan may be asked, by its id or its fact's key."""
    return {name: told for name, found in _wordings(plan) if (told := tuple(filter(None, found)))}


def _wordings(plan: InterviewPlan) -> Iterator[tuple[str, tuple[str | None, ...]]]:
    for stage in plan.stages:
        for one in (stage.opening, *stage.probes, *stage.bank):
            yield one.id, (one.text, one.simpler, one.rephrase)
        for fact in stage.facts:
            if fact.question:
                yield fact.key, (fact.question, fact.simpler, fact.rephrase)


class Person:
    """Takes part in one interview."""

    def __init__(self, lines: tuple[Line, ...], plan: InterviewPlan) -> None:
        self._left = list(lines)
        self._wordings = wordings(plan)
        self._question = ANYTHING
        self.answered: list[tuple[str, Line]] = []
        """What was said to which question, in order."""

    async def attend(self, room: SimulatedTransport) -> None:
        """Answer each question; be silent where there is nothing to say."""
        position = 0
        while True:
            position, edge = await room.edge(position, (Cue.QUESTION,))
            position += 1
            if edge.interrupted:
                continue
            await until(edge.at_s + THINKING_S)
            if (line := self.line(edge.said.kind, edge.said.text)) is not None:
                position = len(room.edges)
                await _say(room, line)

    def line(self, kind: str, text: str) -> Line | None:
        """What to say to this remark of the interviewer's; the question of the plan before it goes on."""
        asked = [
            (text.casefold().rfind(wording.casefold()), name)
            for name, found in self._wordings.items()
            for wording in found
            if wording.casefold() in text.casefold()
        ]
        if asked:
            self._question = max(asked)[1]
            names = (self._question,)
        else:
            names = (kind, self._question)
        for name in (*names, ANYTHING):
            found = [one for one in self._left if name in one.to and self._fits(kind, one)]
            if found:
                if name != ANYTHING or len(found) > 1:
                    self._left.remove(found[0])
                self.answered.append((name, found[0]))
                return found[0]
        return None

    def _fits(self, kind: str, line: Line) -> bool:
        """A line that stands beside a kind of remark and questions is for that remark after those questions."""
        return kind not in line.to or line.to == (kind,) or self._question in line.to


async def _say(room: SimulatedTransport, line: Line) -> None:
    for piece in line.say:
        match piece:
            case str(text):
                await room.speaker.say(text)
            case dict():
                hearing = Hearing(piece.get("heard"), confidence=piece.get("sure", 0.95))
                await room.speaker.say(piece["said"], hearing=hearing)
            case silence:
                await until(room.now_s() + silence)
