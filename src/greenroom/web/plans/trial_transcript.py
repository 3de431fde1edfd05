"""The record of a tried plan arranged for its author: what was said, and why the plan moved.

Pure. It speaks of the plan's keys, as `docs/reference/plans.md` does: whoever reads this wrote them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from greenroom.app.plans.trials import Trial
from greenroom.app.reports.coached import NAMES
from greenroom.app.reports.wording import FOUND, TRIAL_ENDED, TRIAL_LEFT
from greenroom.assessment.sentence import Sentence, joined
from greenroom.interview.causes import Cause, EndReason
from greenroom.web.languages import N_

SAID: Final = {
    "greeting": N_("Greeting"),
    "question": N_("Question"),
    "probe": N_("Follow-up"),
    "bridge": N_("Into this stage"),
    "reprompt": N_("Reminder"),
    "simpler": N_("Easier form"),
    "repeat": N_("Once more"),
    "notice": N_("Notice"),
    "reply": N_("Reply"),
    "closing": N_("Good-bye"),
    "ack": N_("While the interviewer spoke; ignored"),
    "command": N_("A request"),
    "thinking": N_("Time to think"),
    "aside": N_("Not an answer"),
}


@dataclass(frozen=True, slots=True)
class Line:
    at_ms: int
    interviewer: bool
    what: str
    """What kind of words these are, and what the rules made of them."""
    text: str


@dataclass(frozen=True, slots=True)
class Stage:
    title: str
    entered_ms: int
    took_ms: int
    most: int | None
    """Its hard limit, in minutes; a candidate who is speaking gets up to 30 s more."""
    forced: bool
    why: str
    """Why it was left, with the keys of the plan in backticks."""
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    took_ms: int
    end: str
    stages: tuple[Stage, ...]
    left_out: tuple[str, ...]
    """Stages that were not held for this candidate."""


def tried(trial: Trial, record: Mapping[str, Any]) -> Tried:
    """A trial that is done, with its record."""
    known = {stage.id: stage for stage in trial.summary.stages}
    stages = []
    for stage in record["stages"]:
        own = known.get(stage["id"])
        left = record["ended_ms"] if stage["left_ms"] is None else stage["left_ms"]
        stages.append(
            Stage(
                stage["id"] if own is None else own.title,
                stage["entered_ms"],
                left - stage["entered_ms"],
                None if own is None else own.minutes,
                stage["forced"],
                TRIAL_LEFT[Cause(stage["cause"])] if stage["cause"] else N_("the interview ended"),
                tuple(_line(m) for m in record["messages"] if m["stage"] == stage["id"]),
            )
        )
    held = {stage["id"] for stage in record["stages"]}
    missing = tuple(stage.title for id_, stage in known.items() if id_ not in held)
    return Tried(
        record["ended_ms"], TRIAL_ENDED[EndReason(record["end_reason"])], tuple(stages), missing
    )


def _line(message: Mapping[str, Any]) -> Line:
    interviewer = message["speaker"] == "interviewer"
    kind = message["kind"]
    what: str = Sentence(SAID[kind]) if kind in SAID else ""
    if kind == "answer":
        what = _assessed(message)
    if kind == "aside":
        about = message["about"].replace("_", " ")
        what = Sentence("Not an answer, about: {about}", about=about)
    if message["interrupted"]:
        what = Sentence("{what}; cut off", what=what) if what else Sentence("Cut off")
    return Line(message["started_ms"], interviewer, what, message["text"])


def _assessed(message: Mapping[str, Any]) -> str:
    if message.get("depth") is None:
        return Sentence("Answer, not assessed")
    points = [joined(NAMES.get(one, one.replace("_", " "))) for one in message.get("points") or ()]
    heard = Sentence("Heard: {points}.", points=joined(*points, by=", ")) if points else ""
    return joined(Sentence("Answer."), FOUND[message["depth"]], heard)
