"""Everything that is known of a finished interview: its record, each step of it, what was audible."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from greenroom.interview import journal
from greenroom.interview.commands import Command
from greenroom.interview.engine import step
from greenroom.interview.events import (
    AnswerGiven,
    CommandGiven,
    Event,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
)
from greenroom.interview.plan import InterviewPlan, Millis
from greenroom.interview.state import InterviewState
from greenroom.simulation.candidate_voice import Utterance
from greenroom.simulation.transport import Edge

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Turned:
    """One step of the engine."""

    before: InterviewState
    event: Event
    commands: tuple[Command, ...]
    after: InterviewState

    def given(self, kind: type[C]) -> list[C]:
        """The step's commands of this kind."""
        return [command for command in self.commands if isinstance(command, kind)]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One interview after its end. Seconds are those of the loop's clock, at which it began at
    `zero_s`."""

    plan: InterviewPlan
    lines: Sequence[str]
    record: dict[str, Any]
    steps: Sequence[Turned]
    said: Sequence[Utterance]
    edges: Sequence[Edge]
    typed: Sequence[tuple[str, float]] = ()
    absences: Sequence[tuple[float, float]] = ()
    complaints: Sequence[str] = ()
    """What was logged as an error, and tasks that outlived the interview."""
    zero_s: float = 0.0
    form: str = "reply"
    """`tools` or `reply`: how the interviewer proposes."""
    slack: Millis = 0
    """How much later than usual things may be: on the real clock, or after a disk stood still."""
    end_pressed: Sequence[float] = ()
    """When the button was pressed that asks for the end."""
    pauses: Sequence[tuple[Millis, Millis]] = field(default=())
    """When the interview stood still because the candidate wanted it so."""

    @property
    def ended_ms(self) -> Millis:
        return int(self.record["ended_ms"] or 0)

    @property
    def over_ms(self) -> Millis:
        """When it ended, or when the button was pressed that ended it: one is obeyed after the other."""
        obeyed = [t for t in self.steps if t.event == CommandGiven(t.event.at, SpokenCommand.END)]
        if not obeyed or obeyed[-1] is not self.steps[-1]:
            return self.ended_ms
        return self.ms(self.end_pressed[len(obeyed) - 1])

    def ms(self, loop_s: float) -> Millis:
        """A second of the loop's clock as the interview's time."""
        return round((loop_s - self.zero_s) * 1000)

    def of(self, speaker: str) -> list[dict[str, Any]]:
        return [m for m in self.record["messages"] if m["speaker"] == speaker]

    def paused(self, began: Millis, ended: Millis) -> bool:
        return any(since <= ended and began <= until for since, until in self.pauses)

    def voice(self, began: Millis, ended: Millis) -> tuple[Millis, Millis]:
        """These words and the voices that the session heard in their time, from the first to the last:
        that is all that a recogniser without interims can tell of when they were said."""
        first, last, since = began, ended, None
        for event in (turned.event for turned in self.steps):
            if isinstance(event, SpeechStarted):
                since = event.began
            elif isinstance(event, SpeechStopped) and since is not None:
                if since <= ended and began <= event.ended:
                    first, last = min(first, since), max(last, event.ended)
                since = None
        return first, last

    def away(self, began_s: float, ended_s: float) -> bool:
        """Whether the line was down at some time in between."""
        return any(since <= ended_s and began_s <= until for since, until in self.absences)


def retold(lines: Sequence[str]) -> list[Turned]:
    """Each step of a journal, taken again."""
    header = journal.decode_header(lines[0])
    state = journal.opening_state(header)
    steps = []
    for line in lines[1:]:
        event = journal.decode_event(json.loads(line)["event"])
        after, commands = step(state, event)
        steps.append(Turned(state, event, commands, after))
        state = after
    return steps


def pauses(steps: Sequence[Turned]) -> list[tuple[Millis, Millis]]:
    """When the candidate had paused: what is said meanwhile is nobody's answer, from the last word of
    the request on, though it is obeyed when its transcript comes."""
    found: list[tuple[Millis, Millis]] = []
    asked: Millis = 0
    for turned in steps:
        pause = turned.before.pause
        if pause is None and turned.after.pause is not None:
            event = turned.event
            asked = event.ended if isinstance(event, AnswerGiven) else event.at
        if pause is not None and (turned.after.pause is None or turned.after.ended):
            found.append((min(pause.since, asked), turned.after.now))
    return found
