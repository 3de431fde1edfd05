"""The whole interview at one instant: frozen, and enough to go on from.

Times are milliseconds since `started_at`. `clock` says whether they count, and what holds them if not.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal, TypeAlias

from greenroom.interview.bounds import Bounds
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.circumstances import UNKNOWN, Circumstances
from greenroom.interview.clock import NOBODY_CAME, Absence, Clock, Frozen, Pause, Running, Unhurried
from greenroom.interview.commands import Command
from greenroom.interview.events import AnswerMode, Pace
from greenroom.interview.plan import Candidate, InterviewPlan, Millis, StagePlan
from greenroom.interview.reading import Reading
from greenroom.interview.time_limits import OPEN_TURN, UNHURRIED_TURN
from greenroom.interview.transcript import Proposer, StageLog, Transcript
from greenroom.interview.utterance_state import Draft, Owed, Prompt, Utterance, Wording, Yielded

RULES = 2
"""The rules that new interviews go by. 1: a turn is an answer or a command. 2: a turn is read first."""
LOW_TIME = 4
"""Little time is left in the last 1/4 of a stage (F6)."""


Choice: TypeAlias = Literal["pause", "end", "other_words"]
"""What a reply may offer, and a "yes" takes."""


class Phase(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    CLOSING = "closing"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A transition under way: the stage is not entered yet, and no other can be claimed."""

    epoch: int
    cause: Cause
    proposed_by: Proposer
    since: Millis


@dataclass(frozen=True, slots=True)
class Turn:
    """Answers since the interviewer was last heard; assessed as one."""

    id: str
    texts: tuple[str, ...]
    """The words that answer. An aside among them is replaced by blanks, so that positions do not change."""
    reading: Reading | None = None
    """The reading of the text. None where there are several texts, or no reader read it."""
    consulted: Millis | None = None
    """Since when the interviewer's reply to it is awaited."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The good-bye and why it came."""

    since: Millis
    reason: EndReason
    cause: Cause
    proposed_by: Proposer
    audible_at: Millis | None = None
    heard: bool = False
    """It was heard to its end; the interview waits for words that were not sent yet."""


@dataclass(frozen=True, slots=True)
class InterviewState:
    plan: InterviewPlan
    candidate: Candidate
    now: Millis = 0
    index: int = -1
    """The committed stage; also the epoch."""
    claim: Claimed | None = None
    claim_after: Millis = 0
    """No new claim before this: a dropped handoff is not retried in the same instant."""
    closing: Closing | None = None
    end_reason: EndReason | None = None

    clock: Clock = NOBODY_CAME
    stage_base: Millis = 0
    """When the stage's clock would have started had it never stood still."""
    milestone: int = 0

    circumstances: Circumstances = UNKNOWN
    unhurried: bool = False
    """The candidate asked for no time limits."""
    pace: Pace = "normal"
    """How long to wait when the candidate pauses in an answer, as they asked for (rules 2)."""
    mode: AnswerMode = "talk"
    unsent: bool = False
    """The candidate has typed words and not sent them."""
    touched: Millis = 0
    """When the candidate last did something on purpose: an answer, a key, a button, coming in."""
    waited: Millis = 0
    """For how long the clock stood still in this stage, so that nobody was hurried, until it was last frozen."""

    voice_since: Millis | None = None
    """Since when the candidate's voice sounds; None in silence."""
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
    kept_question: Draft | None = None
    """It is asked at the next turn: it was cut off before it was understood (then in other words), or is not
    asked of somebody in distress before they say so."""
    owed: Owed | None = None
    on_offer: tuple[Choice, ...] = ()
    """What was offered, the first for a "yes"; it lapses with the candidate's next turn."""
    unheard: bool = False
    """The last prompt was cut off by a lost connection: said again when the candidate is back."""
    bridging: bool = False
    """The stage's first words have not been heard yet."""
    utterances: int = 0

    turn: Turn | None = None
    given: Turn | None = None
    """The turn that the current utterance replies to. It is open again if the candidate goes on with it."""
    yielded: Yielded | None = None
    """It waits to be said again, in whole."""
    wording: Wording | None = None
    turns: int = 0

    never_worked: int = 0
    """How often the candidate said that they have never had a job (`first_job`)."""

    silence: Millis = 0
    silence_since: Millis | None = None
    grant_until: Millis | None = None

    transcript: Transcript = field(default_factory=Transcript)

    bounds: Bounds | None = None
    written: int = 0
    """Bytes of the journal's lines; counted where there are bounds."""
    said: int = 0
    """Characters of the candidate's; counted where there are bounds."""

    rules: int = 1
    """Which rules decide (`RULES`); an interview keeps those under which it began."""

    taken: tuple[str, ...] = ()
    """The page's ids of the messages that were taken last: each is taken once, whoever resumes."""

    @property
    def stage(self) -> StagePlan:
        return self.plan.stages[self.index]

    @property
    def log(self) -> StageLog:
        return self.transcript.stages[-1]

    @property
    def ended(self) -> bool:
        return self.end_reason is not None

    @property
    def phase(self) -> Phase:
        """It runs from the first claim on."""
        if self.end_reason is not None:
            return Phase.ENDED
        if self.closing is not None:
            return Phase.CLOSING
        begun = self.index >= 0 or self.claim is not None
        return Phase.RUNNING if begun else Phase.WAITING

    @property
    def is_last(self) -> bool:
        return self.index + 1 == len(self.plan.stages)

    @property
    def speaking(self) -> bool:
        """The candidate's voice is there."""
        return self.voice_since is not None

    @property
    def frozen(self) -> bool:
        return isinstance(self.clock, Frozen)

    @property
    def present(self) -> bool:
        """The candidate is there."""
        return isinstance(self.clock, Running) or not isinstance(self.clock.why, Absence)

    @property
    def absent_since(self) -> Millis | None:
        """None if the candidate is present, or never came."""
        match self.clock:
            case Frozen(why=Absence(since=since)):
                return since
            case _:
                return None

    @property
    def pause(self) -> Pause | None:
        """The pause that the candidate takes, present or absent."""
        match self.clock:
            case Frozen(why=Pause() as pause) | Frozen(why=Absence(pause=pause)):
                return pause
            case _:
                return None

    @property
    def held_since(self) -> Millis | None:
        """Since when the clock stands still, so that nobody is hurried."""
        match self.clock:
            case Frozen(since=since, why=Unhurried()):
                return since
            case _:
                return None

    @property
    def consult_since(self) -> Millis | None:
        """The interviewer's reply to the open turn is waited for, since then."""
        return None if self.turn is None else self.turn.consulted

    @property
    def turn_open(self) -> bool:
        """The candidate speaks, or has just spoken and the words have not come yet."""
        if self.speaking:
            return True
        return self.turn_began is not None and self.now < self.words_due

    @property
    def words_due(self) -> Millis:
        """Until when words of the candidate's last voice may come."""
        longer = UNHURRIED_TURN if self.pace == "unhurried" else 0
        return self.quiet_since + OPEN_TURN + longer

    @property
    def patient(self) -> bool:
        """Nobody is hurried: no reminder, no move and no limit is forced (`waived_limits.py`)."""
        return self.unsent or self.unhurried or self.mode == "type"

    @property
    def spent(self) -> Millis:
        """Time in this stage, that in which its clock stood still included."""
        return self.elapsed + self.waited_so_far

    @property
    def waited_so_far(self) -> Millis:
        held = self.held_since
        return self.waited if held is None else self.waited + self.now - held

    @property
    def counted_until(self) -> Millis:
        """The last instant that the stage's clock has counted."""
        return self.now if isinstance(self.clock, Running) else self.clock.since

    @property
    def elapsed(self) -> Millis:
        """Of the stage's clock."""
        return self.counted_until - self.stage_base

    @property
    def time_left(self) -> Millis:
        return max(0, self.stage.hard_limit - self.elapsed)

    @property
    def little_time(self) -> bool:
        return self.time_left * LOW_TIME <= self.stage.hard_limit


Step: TypeAlias = tuple[InterviewState, tuple[Command, ...]]


def with_reply_settled(state: InterviewState) -> InterviewState:
    """The state in which no reply to the open turn is waited for."""
    if state.consult_since is None or state.turn is None:
        return state
    return replace(state, turn=replace(state.turn, consulted=None))
