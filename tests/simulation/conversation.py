"""An interview with the local reader, held with somebody who says given lines."""

from __future__ import annotations

from functools import partial
from typing import Any

from greenroom.adapters.understanding.composition import reader_in_place
from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview.record import record
from greenroom.simulation import clock
from greenroom.simulation.record_checks import faults
from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header
from greenroom.simulation.script import Line, perform

READY = "Yes."
CASHIER = "I'm a cashier and I'm good at talking to people."
TILLS = "We moved the shop to a new till system last spring."
OWN_PART = "What was your own part in it?"
DRILL = "A story is easy to tell in four steps"


class Held:
    """An interview that was held, as its record tells it."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.record = found
        self.messages: list[dict[str, Any]] = found["messages"]

    @property
    def ours(self) -> list[str]:
        return [one["text"] for one in self.messages if one["speaker"] == "interviewer"]

    @property
    def facts(self) -> dict[str, str]:
        return {
            key: text for stage in self.record["stages"] for key, text in stage["facts"].items()
        }

    def place(self, text: str) -> int:
        return max(at for at, one in enumerate(self.messages) if one["text"] == text)

    def turn(self, text: str) -> dict[str, Any]:
        return self.messages[self.place(text)]

    def to(self, text: str) -> str:
        """What was said to these words (the last time they came)."""
        later = self.messages[self.place(text) + 1 :]
        return str(next(one["text"] for one in later if one["speaker"] == "interviewer"))

    def is_aside(self, text: str, about: str) -> bool:
        turn = self.turn(text)
        told = (turn["kind"], turn["about"], turn.get("depth"), turn.get("summary"))
        return told == ("aside", about, None, None)


def held(plan: str, *says: str) -> Held:
    """The interview of somebody who says these lines, each after a question, and then nothing more."""
    loaded = plans.load(plan, role=ROBIN.role, level=ROBIN.level)
    header = simulated_header(loaded, 1)
    lines = [Line("question", 0.8, say, 0.36 * len(say.split())) for say in says]
    taking_part = hold(
        header,
        partial(perform, lines),
        interviewer=PlanInterviewer(),
        journal=Notebook(),
        reader=reader_in_place(),
    )
    found = record(header, clock.run(taking_part))
    assert faults(found, [stage.id for stage in loaded.stages]) == []
    return Held(found)
