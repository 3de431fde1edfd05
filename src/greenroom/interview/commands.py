"""What must be done, in the imperative. The only way out of the engine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from greenroom.interview.causes import Cause, EndReason, Refusal
from greenroom.interview.plan import QuestionKind


class Kind(StrEnum):
    """What an interviewer's utterance is (the record's `kind`)."""

    GREETING = "greeting"
    QUESTION = "question"
    PROBE = "probe"
    REPROMPT = "reprompt"
    SIMPLER = "simpler"
    REPEAT = "repeat"
    BRIDGE = "bridge"
    NOTICE = "notice"
    REPLY = "reply"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class Say:
    """Speak this, once. Answered by `UtteranceStarted` (if audible) and `UtteranceFinished` (always)."""

    utterance_id: str
    kind: Kind
    text: str
    stage: str
    question_id: str | None
    question_kind: QuestionKind | None
    """None: no answer is expected (a notice, a closing)."""
    more: bool = False
    """True: this is how it begins, the rest comes by `SayOn`."""


@dataclass(frozen=True, slots=True)
class SayOn:
    """Go on with an utterance whose words come piece by piece. Nothing to do if it is over."""

    utterance_id: str
    text: str
    last: bool
    """No more follows. Until then the utterance waits for its words."""


@dataclass(frozen=True, slots=True)
class StopSpeaking:
    """Cut this utterance off now; the candidate asked for it. Answered by `UtteranceFinished`."""

    utterance_id: str


@dataclass(frozen=True, slots=True)
class EnterStage:
    """Hand off to the next stage agent: a claim. Answered by `StageEntered` or `HandoffDropped`."""

    epoch: int
    stage: str
    cause: Cause | None
    """None for the first stage."""


@dataclass(frozen=True, slots=True)
class Consult:
    """Ask the interviewer about this answer. Answered by `Replied`; the engine does not wait for ever."""

    turn_id: str


FLOOR_TAKEN: Final = "floor_taken"
"""The cause of a turn that is taken because something is said now, with words of it still on their way."""


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """End the candidate's turn with the words there are (T7, push-to-talk released, hard limit)."""

    cause: str


@dataclass(frozen=True, slots=True)
class RefuseProposal:
    """A proposal was not followed; the text goes back to a model that waits for it."""

    turn_id: str
    proposal: str
    """`ask_question`, `transition_stage`, `assess_response` or `record_response`."""
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class ReachMilestone:
    """50, 75, 90 or 100 percent of the stage's hard limit has passed."""

    stage: str
    percent: int


@dataclass(frozen=True, slots=True)
class EndInterview:
    """Close the session. Nothing follows."""

    reason: EndReason


Command: TypeAlias = (
    Say
    | SayOn
    | StopSpeaking
    | EnterStage
    | Consult
    | TakeTurn
    | RefuseProposal
    | ReachMilestone
    | EndInterview
)
