"""The whole interview at one instant: frozen, and enough to go on from.

Times are milliseconds since `started_at`. A *clock* stands still while the candidate is absent or
has paused; `frozen_since` says since when.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import Command, Kind
from greenroom.interview.plan import Candidate, InterviewPlan, Millis, Question, StagePlan
from greenroom.interview.transcript import Proposer, StageLog, Transcript

PAUSE: Millis = 300
"""Quiet that counts as a pause in somebody's speech: nothing of ours starts before it (F8)."""
HARD_GRACE: Millis = 30_000
"""A hard limit waits this long for the end of an utterance (F8)."""
VOICE_LIMIT: Millis = 180_000
"""Unbroken voice past the grace ends the interview without a word (F8)."""
CLOSING_LIMIT: Millis = 60_000
"""After its first audible word the good-bye ends the session at the latest (F13)."""
CONSULT_LIMIT: Millis = 8_000
"""After this the plan's own next question replaces an interviewer that does not answer."""
CLAIM_LIMIT: Millis = 15_000
"""A handoff that has not happened by then is rolled back."""
ABSENCE_LIMIT: Millis = 300_000
"""A candidate who is gone or has paused for longer has left."""
LAST_WORDS: Millis = 2_000
"""What is on its way when a limit ends the interview is known within this time: the candidate's
words, and what was heard of an utterance that is stopped. The end does not wait for longer."""
OPEN_TURN: Millis = 4_000
"""After the candidate's voice stopped, words may still come for this long (endpointing and STT)."""
LOW_TIME = 4
"""Little time is left in the last 1/4 of a stage (F6)."""


class Phase(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    CLOSING = "closing"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Draft:
    """Something to be said as soon as the floor is free."""

    kind: Kind
    lead: str
    """Words before the question: thanks, bridge. May be the whole text."""
    question: Question | None = None
    body: str = ""
    """The question as it will be spoken; "" when there is none."""
    follow_up: bool = False
    open: bool = False
    """True: a model is still wording the question. Until it has, it is the plan's own, and not said."""

    @property
    def text(self) -> str:
        """What may be said of it by now."""
        return self.lead if self.open else f"{self.lead} {self.body}".strip()


@dataclass(frozen=True, slots=True)
class Utterance:
    """A draft that was handed to the voice."""

    id: str
    draft: Draft
    stage: str
    said_at: Millis
    audible_at: Millis | None = None
    stopped: bool = False
    """True: we asked for its end ourselves, so that is no barge-in."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question that is pending. Repeating, rephrasing, simplifying and thinking keep it (F9)."""

    question: Question
    reprompted: bool = False
    simplified: bool = False
    grants: int = 0
    last: bool = False
    """Its answer leaves the stage."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A transition on its way: not yet entered, and nobody else may claim another."""

    epoch: int
    cause: Cause
    proposed_by: Proposer
    since: Millis


@dataclass(frozen=True, slots=True)
class Turn:
    """Answers since the interviewer was last heard; assessed as one."""

    id: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """A question that a model was allowed to ask, and whose words are still coming."""

    turn_id: str
    since: Millis
    """When something of it came last."""
    question: Question | None
    """Of the plan; None: the model's own."""
    instead: Question
    """The plan's question that is asked if the words fail."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The good-bye and why it came."""

    since: Millis
    reason: EndReason
    cause: Cause
    proposed_by: Proposer
    audible_at: Millis | None = None


@dataclass(frozen=True, slots=True)
class InterviewState:
    plan: InterviewPlan
    candidate: Candidate
    now: Millis = 0
    phase: Phase = Phase.WAITING
    index: int = -1
    """The committed stage; also the epoch."""
    claim: Claimed | None = None
    claim_after: Millis = 0
    """No new claim before this: a dropped handoff is not retried in the same instant."""
    closing: Closing | None = None
    end_reason: EndReason | None = None

    present: bool = False
    absent_since: Millis | None = None
    paused_since: Millis | None = None
    pause_untold: bool = False
    """It has yet to be said aloud that we are paused; whatever else waits to be said, waits longer."""
    frozen_since: Millis | None = 0
    stage_base: Millis = 0
    """When the stage's clock would have started had it never stood still."""
    milestone: int = 0

    voice_since: Millis | None = None
    """The candidate's voice is there now, since then."""
    quiet_since: Millis = 0
    turn_began: Millis | None = None
    rambled: bool = False
    overrun_since: Millis | None = None
    """The hard limit's grace ran out under an unbroken voice at this time."""

    last_words_since: Millis | None = None
    """The interview is over but for the candidate's words so far, which were asked for (`TakeTurn`),
    and for what was heard of an utterance of ours that is being stopped."""

    draft: Draft | None = None
    current: Utterance | None = None
    prompt: Prompt | None = None
    cut: Draft | None = None
    """A question that was cut off before it was understood, in other words: asked at the next turn."""
    unheard: bool = False
    """The last prompt was cut off by a lost connection: said again when the candidate is back."""
    bridging: bool = False
    """The stage's first words have not been heard yet."""
    utterances: int = 0

    turn: Turn | None = None
    consult_since: Millis | None = None
    wording: Wording | None = None
    turns: int = 0

    silence: Millis = 0
    silence_since: Millis | None = None
    grant_until: Millis | None = None

    transcript: Transcript = field(default_factory=Transcript)

    @property
    def stage(self) -> StagePlan:
        return self.plan.stages[self.index]

    @property
    def log(self) -> StageLog:
        return self.transcript.stages[-1]

    @property
    def ended(self) -> bool:
        return self.phase is Phase.ENDED

    @property
    def is_last(self) -> bool:
        return self.index + 1 == len(self.plan.stages)

    @property
    def speaking(self) -> bool:
        """The candidate's voice is there."""
        return self.voice_since is not None

    @property
    def frozen(self) -> bool:
        return self.frozen_since is not None

    @property
    def turn_open(self) -> bool:
        """The candidate speaks, or has just spoken and the words are not here yet."""
        if self.speaking:
            return True
        return self.turn_began is not None and self.now < self.quiet_since + OPEN_TURN

    @property
    def elapsed(self) -> Millis:
        """Of the stage's clock."""
        until = self.now if self.frozen_since is None else self.frozen_since
        return until - self.stage_base

    @property
    def time_left(self) -> Millis:
        return max(0, self.stage.hard_limit - self.elapsed)

    @property
    def little_time(self) -> bool:
        return self.time_left * LOW_TIME <= self.stage.hard_limit


Step: TypeAlias = tuple[InterviewState, tuple[Command, ...]]


def with_log(state: InterviewState, log: StageLog) -> InterviewState:
    """The state with its current stage's log replaced."""
    stages = (*state.transcript.stages[:-1], log)
    return replace(state, transcript=replace(state.transcript, stages=stages))
