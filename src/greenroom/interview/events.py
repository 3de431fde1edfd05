"""What happened, in the past tense. The only way into the engine.

`at` is when the event reached the engine, in milliseconds since the interview's `started_at`;
`began` and `ended` are when the thing itself happened, and may be earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from greenroom.interview.background import Quote
from greenroom.interview.plan import Millis
from greenroom.interview.proposals import Note, Proposal
from greenroom.interview.reading import Reading

Pace: TypeAlias = Literal["quick", "normal", "unhurried"]
"""How long the candidate wants to be waited for in a pause."""
AnswerMode: TypeAlias = Literal["talk", "hold", "type"]
"""How the candidate answers: just talking, holding a button to talk, or typing."""


class SpokenCommand(StrEnum):
    """What a candidate may ask for at any time, by voice or by button (F14)."""

    REPEAT = "repeat"
    REPHRASE = "rephrase"
    HINT = "hint"
    SKIP = "skip"
    THINK = "think"
    PAUSE = "pause"
    RESUME = "resume"
    GO_ON = "go_on"
    END = "end"
    INTERRUPT = "interrupt"


@dataclass(frozen=True, slots=True)
class CandidateJoined:
    """The candidate's transport is up and can hear us: the first time, and after every absence."""

    at: Millis


@dataclass(frozen=True, slots=True)
class CandidateLeft:
    """The transport is gone. The clocks stop until `CandidateJoined`."""

    at: Millis
    heard: Millis | None = None
    """Nothing that was said after this reached them. None: what was played was heard."""


@dataclass(frozen=True, slots=True)
class SpeechStarted:
    """The candidate's voice is there (voice activity, words unknown)."""

    at: Millis
    began: Millis


@dataclass(frozen=True, slots=True)
class SpeechStopped:
    at: Millis
    ended: Millis


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """A finished turn of the candidate. What kind it is, the engine decides."""

    at: Millis
    text: str
    began: Millis
    ended: Millis
    typed: bool = False
    confidence: float | None = None
    """The mean of what the recogniser gave for the pieces of `text`; None or 0: it gave none."""
    question: str | None = None
    """Of a typed answer: the words of the question under which it was begun, where the page told them."""
    mid: str | None = None
    """The page's id of the message that brought it; one that was taken before changes nothing."""
    reading: Reading | None = None
    """What a reader found in `text`, stripped; None: nobody read it, or not in time."""
    quote: Quote | None = None
    """What in the candidate's papers answers `text`, should it be a question about the job."""
    cut: bool | None = None
    """Nobody was there any more when it was over: its last word may be half of another one."""
    least_sure: float | None = None
    """The confidence of the piece that the recogniser was least sure of; None: there is one piece, or none was given."""


@dataclass(frozen=True, slots=True)
class AckIgnored:
    """A backchannel over the interviewer's voice: recorded, not answered (T1)."""

    at: Millis
    text: str
    began: Millis
    ended: Millis
    cause: str


@dataclass(frozen=True, slots=True)
class UtteranceStarted:
    """The utterance became audible."""

    at: Millis
    utterance_id: str
    began: Millis | None = None
    """When it did, if that was before `at`: a slow journal may delay every event."""


@dataclass(frozen=True, slots=True)
class UtteranceFinished:
    """It ended. `heard` is what really came out of the loudspeaker; "" if it never became audible."""

    at: Millis
    utterance_id: str
    heard: str
    interrupted: bool
    ended: Millis | None = None
    """When it fell silent; None when that is not known, or it never was audible. It may be long before
    `at`: a speech is paused for a while and then cut, or what came before this took long to write."""


@dataclass(frozen=True, slots=True)
class StageEntered:
    """The handoff claimed under this epoch was carried out: the commit."""

    at: Millis
    epoch: int


@dataclass(frozen=True, slots=True)
class HandoffDropped:
    """The handoff claimed under this epoch did not happen: roll back."""

    at: Millis
    epoch: int


@dataclass(frozen=True, slots=True)
class Replied:
    """The interviewer's proposals about the turn that `Consult` asked about. Empty: it failed."""

    at: Millis
    turn_id: str
    proposals: tuple[Proposal, ...]
    partial: bool = False
    """True: one tool call of several; more about the same turn may follow."""
    more: bool = False
    """True: the words of the question are still coming (`SentenceOffered`, then `ReplyEnded`)."""


@dataclass(frozen=True, slots=True)
class SentenceOffered:
    """The next whole sentence that a streaming interviewer wants to say about this turn."""

    at: Millis
    turn_id: str
    text: str
    repeats: float | None = None
    """How sure a reader is that it asks what was asked before; None: nobody compared it."""


@dataclass(frozen=True, slots=True)
class ReplyEnded:
    """A streamed reply is over, whole or not. What was only to be written down comes with it."""

    at: Millis
    turn_id: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """A button (or typed command). Spoken commands arrive as `AnswerGiven`."""

    at: Millis
    command: SpokenCommand
    mid: str | None = None


@dataclass(frozen=True, slots=True)
class ActivityNoticed:
    """The candidate is doing something other than speaking: typing, holding push-to-talk."""

    at: Millis
    draft: bool | None = None
    """Whether the page's box holds words that were not sent; None: not told."""
    mid: str | None = None


@dataclass(frozen=True, slots=True)
class AnswerModeSet:
    """The candidate chose how to answer."""

    at: Millis
    mode: AnswerMode


@dataclass(frozen=True, slots=True)
class PaceSet:
    """The candidate chose how long to be waited for in a pause."""

    at: Millis
    pace: Pace


@dataclass(frozen=True, slots=True)
class DeadlineReached:
    """`next_deadline` has come."""

    at: Millis
    timer: str | None = None
    """Which timer it fires, for who reads the journal; None: not told. The state alone decides it."""


@dataclass(frozen=True, slots=True)
class IncidentNoticed:
    """Something outside went wrong and was bridged; for the record."""

    at: Millis
    kind: str
    cause: str


@dataclass(frozen=True, slots=True)
class SessionResumed:
    """A new process took the interview over from its journal: whatever was in flight is gone, and
    nobody is connected."""

    at: Millis


@dataclass(frozen=True, slots=True)
class Aborted:
    """The session cannot go on (end_reason `failed`)."""

    at: Millis
    cause: str


Event: TypeAlias = (
    CandidateJoined
    | CandidateLeft
    | SpeechStarted
    | SpeechStopped
    | AnswerGiven
    | AckIgnored
    | UtteranceStarted
    | UtteranceFinished
    | StageEntered
    | HandoffDropped
    | Replied
    | SentenceOffered
    | ReplyEnded
    | CommandGiven
    | ActivityNoticed
    | AnswerModeSet
    | PaceSet
    | DeadlineReached
    | IncidentNoticed
    | SessionResumed
    | Aborted
)
