"""The record of a tried plan arranged for its author: what was said, and why the plan moved.

Pure. It speaks of the plan's keys, as `docs/reference/plans.md` does: whoever reads this wrote them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from greenroom.app.plans.trials import Trial
from greenroom.app.reports.wording import FOUND
from greenroom.interview.causes import Cause, EndReason

LEFT: Final = {
    Cause.FACTS_COMPLETE: "all required facts were known",
    Cause.CANDIDATE_DONE: "the candidate had nothing to add",
    Cause.DEPTH_MET: "the target depth was reached, the story told, or the last probe answered",
    Cause.TURN_LIMIT: "`maximum_turns` answers were given",
    Cause.QUESTION_LIMIT: "its questions or follow-ups were used up",
    Cause.TIME_LOW: "little of `hard_limit` was left, or `soft_limit` had passed",
    Cause.PROPOSED: "the interviewer proposed it, and the minimums were met",
    Cause.DEADLINE: "`hard_limit` was reached",
    Cause.INACTIVITY: "nobody spoke for `inactivity_limit`",
    Cause.CANDIDATE_SKIPPED: "the candidate skipped it",
    Cause.CANDIDATE_ENDED: "the candidate ended the interview",
    Cause.CANDIDATE_LEFT: "the candidate was gone",
    Cause.FINISHED: "it ran to its end",
    Cause.FAILED: "something broke on our side",
}
ENDED: Final = {
    EndReason.COMPLETED: "It came to its end, with the good-bye.",
    EndReason.CANDIDATE_ENDED: "The candidate ended it.",
    EndReason.CANDIDATE_LEFT: "The candidate was gone.",
    EndReason.TIME: "The candidate spoke on past the last limit, so that no good-bye could begin.",
    EndReason.FAILED: "Something broke on our side.",
}
SAID: Final = {
    "greeting": "Greeting",
    "question": "Question",
    "probe": "Follow-up",
    "bridge": "Into this stage",
    "reprompt": "Reminder",
    "simpler": "Easier form",
    "repeat": "Once more",
    "notice": "Notice",
    "reply": "Reply",
    "closing": "Good-bye",
    "ack": "While the interviewer spoke; ignored",
    "command": "A request",
    "thinking": "Time to think",
    "aside": "Not an answer",
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
                LEFT[Cause(stage["cause"])] if stage["cause"] else "the interview ended",
                tuple(_line(m) for m in record["messages"] if m["stage"] == stage["id"]),
            )
        )
    held = {stage["id"] for stage in record["stages"]}
    missing = tuple(stage.title for id_, stage in known.items() if id_ not in held)
    return Tried(record["ended_ms"], ENDED[EndReason(record["end_reason"])], tuple(stages), missing)


def _line(message: Mapping[str, Any]) -> Line:
    interviewer = message["speaker"] == "interviewer"
    what = SAID.get(message["kind"], "")
    if message["kind"] == "answer":
        what = _assessed(message)
    if message["kind"] == "aside":
        what = f"{what}, about: {message['about'].replace('_', ' ')}"
    if message["interrupted"]:
        what = f"{what}; cut off" if what else "Cut off"
    return Line(message["started_ms"], interviewer, what, message["text"])


def _assessed(message: Mapping[str, Any]) -> str:
    if message.get("depth") is None:
        return "Answer, not assessed"
    points = [point.replace("_", " ") for point in message.get("points") or ()]
    heard = f" Heard: {', '.join(points)}." if points else ""
    return f"Answer. {FOUND[message['depth']]}{heard}"
