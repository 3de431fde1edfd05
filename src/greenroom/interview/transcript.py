"""What was said and decided so far: the parts of the interview record that the state carries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from greenroom.interview.causes import Cause
from greenroom.interview.plan import Millis
from greenroom.interview.reading import Phrase, Told

Speaker: TypeAlias = Literal["interviewer", "candidate"]
Proposer: TypeAlias = Literal["engine", "model", "candidate"]


@dataclass(frozen=True, slots=True)
class Message:
    """One utterance of either side. `text` is what was really heard."""

    speaker: Speaker
    stage: str
    kind: str
    text: str
    started_ms: Millis
    ended_ms: Millis
    interrupted: bool = False
    question_id: str | None = None
    question: str | None = None
    """The whole question, as the plan or the model has it, however much of it was heard."""
    turn_id: str | None = None
    """Of an answer: the turn it was assessed in."""
    depth: int | None = None
    points: tuple[str, ...] = ()
    summary: str | None = None
    cause: str | None = None
    """Of a backchannel: why it was ignored."""
    about: str | None = None
    """Of an aside: one of `reading.About`."""
    told: tuple[Told, ...] = ()
    """Of an answer: the parts of a story in it, by characters of `text`."""
    phrases: tuple[Phrase, ...] = ()
    """Of an answer: what a follow-up can take up."""
    doubted: bool = False
    """The recogniser was unsure of these words: nothing of them is said back."""


@dataclass(frozen=True, slots=True)
class StageLog:
    """What one entered stage came to."""

    id: str
    entered_ms: Millis
    left_ms: Millis | None = None
    cause: Cause | None = None
    questions: int = 0
    """Completed question, probe and bridge utterances (greeting in a greeting stage, closing in a
    closing stage)."""
    asked: int = 0
    """Questions that became pending, those that were cut off included."""
    follow_ups: int = 0
    turns: int = 0
    """Answers of the candidate."""
    skipped: int = 0
    """Questions that the candidate skipped."""
    unanswered: int = 0
    """Questions in a row that were left without an answer."""
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Transition:
    """A stage change that happened, or a proposed one that was refused (`to` was not entered)."""

    from_: str
    to: str
    at_ms: Millis
    proposed_by: Proposer
    cause: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Incident:
    """Something went wrong and was bridged."""

    at_ms: Millis
    kind: str
    cause: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything that only grows."""

    messages: tuple[Message, ...] = ()
    stages: tuple[StageLog, ...] = ()
    transitions: tuple[Transition, ...] = ()
    incidents: tuple[Incident, ...] = ()
    barge_ins: int = 0
    asked: tuple[tuple[str, str], ...] = field(default=())
    """(question id, bare question text) of everything that was asked, oldest first."""
