"""When the engine must be woken, and for what (F8, F9, T7).

Deadlines are derived from the state each time: there is nothing to arm, cancel or leave behind.
What is done then (`timeouts`) changes the state so that the deadline is no longer due.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from greenroom.interview.floor import floor_free_at
from greenroom.interview.giving_way import gives_way_at
from greenroom.interview.plan import Millis
from greenroom.interview.state import Closing, InterviewState, Phase
from greenroom.interview.time_limits import (
    CLAIM_LIMIT,
    CLOSING_LIMIT,
    CONSULT_LIMIT,
    HARD_GRACE,
    LAST_WORDS,
    PAUSE,
    VOICE_LIMIT,
)
from greenroom.interview.waived_limits import (
    UNTOUCHED,
    left_at,
    offer_at,
    untouched_at,
    waives_limit,
)

MILESTONES = (50, 75, 90, 100)


class Timer(Enum):
    """What may fall due. Of several at the same instant the first listed comes first."""

    LAST_WORDS = auto()
    VOICE = auto()
    ABSENCE = auto()
    CLOSING = auto()
    GIVE_WAY = auto()
    CLAIM = auto()
    CONSULT = auto()
    WORDING = auto()
    TURN_OVER = auto()
    MILESTONE = auto()
    HARD_LIMIT = auto()
    RAMBLE = auto()
    GRANT = auto()
    REPROMPT = auto()
    SIMPLIFY = auto()
    INACTIVITY = auto()
    OFFER = auto()
    UNTOUCHED = auto()
    SPEAK = auto()

    @property
    def label(self) -> str:
        """As log and journal name it."""
        return self.name.lower()


def timers(state: InterviewState) -> Iterator[tuple[Millis, Timer]]:
    """Everything that may fall due in this state, and when."""
    if state.phase in (Phase.WAITING, Phase.ENDED):
        return
    if state.last_words_since is not None:
        awaited = state.current is not None or state.turn_began is not None
        yield state.last_words_since + (LAST_WORDS if awaited else 0), Timer.LAST_WORDS
        return
    yield from _limits(state)
    if state.claim is not None:
        yield state.claim.since + CLAIM_LIMIT, Timer.CLAIM
    if state.consult_since is not None:
        yield state.consult_since + CONSULT_LIMIT, Timer.CONSULT
    elif state.wording is not None:
        yield state.wording.since + CONSULT_LIMIT, Timer.WORDING
    if not state.speaking and state.turn_began is not None:
        yield state.words_due, Timer.TURN_OVER
    speak = floor_free_at(state)
    if speak is not None:
        yield speak, Timer.SPEAK
    if state.index >= 0 and not state.frozen:
        yield from _ramble(state)
    if state.phase is Phase.RUNNING and state.index >= 0 and not state.frozen:
        yield from _stage(state)
        yield from _silence(state)


def _limits(state: InterviewState) -> Iterator[tuple[Millis, Timer]]:
    if state.overrun_since is not None and not state.unsent:
        yield state.overrun_since + VOICE_LIMIT, Timer.VOICE
    yield from ((at, Timer.ABSENCE) for at in left_at(state))
    if state.closing is not None:
        yield _closing_over_at(state, state.closing), Timer.CLOSING
    yield from _patience(state)


def _closing_over_at(state: InterviewState, closing: Closing) -> Millis:
    """The latest moment at which the interview ends after its good-bye. Unsent typed words delay it."""
    if closing.audible_at is not None:
        over = closing.audible_at + CLOSING_LIMIT - LAST_WORDS
    else:
        over = closing.since + VOICE_LIMIT
    return max(over, state.touched + UNTOUCHED) if state.unsent else over


def _patience(state: InterviewState) -> Iterator[tuple[Millis, Timer]]:
    for at, timer in (
        (gives_way_at(state), Timer.GIVE_WAY),
        (offer_at(state), Timer.OFFER),
        (untouched_at(state), Timer.UNTOUCHED),
    ):
        if at is not None:
            yield at, timer


def _stage(state: InterviewState) -> Iterator[tuple[Millis, Timer]]:
    stage = state.stage
    for percent in MILESTONES:
        if percent > state.milestone:
            yield state.stage_base + stage.hard_limit * percent // 100, Timer.MILESTONE
            break
    hard = None if waives_limit(state) else _hard_limit_at(state)
    if hard is not None:
        yield hard, Timer.HARD_LIMIT


def _ramble(state: InterviewState) -> Iterator[tuple[Millis, Timer]]:
    """A candidate who speaks for very long is interrupted at a pause. The time counts from the beginning of the
    turn, or from the moment since which the good-bye waits."""
    silent = not state.speaking and not state.rambled and not state.patient
    if state.turn_began is not None and silent:
        began = state.turn_began if state.closing is None else state.closing.since
        long = began + state.stage.ramble_limit
        pause = state.quiet_since + PAUSE
        if long <= pause < state.words_due:
            yield pause, Timer.RAMBLE


def _hard_limit_at(state: InterviewState) -> Millis | None:
    """When the stage is left because of its hard limit, as things stand: at once if the floor is
    free, else at the end of the utterance, at most `HARD_GRACE` later."""
    if state.claim is not None:
        return None
    limit = state.stage_base + state.stage.hard_limit
    if state.bridging:
        return None if state.overrun_since is not None else _later(state, limit + HARD_GRACE)
    busy = state.current or state.draft or state.turn_open or state.consult_since is not None
    return _later(state, limit + HARD_GRACE if busy else limit)


def _later(state: InterviewState, at: Millis) -> Millis:
    return max(at, state.claim_after)


def _silence(state: InterviewState) -> Iterator[tuple[Millis, Timer]]:
    if state.grant_until is not None:
        yield state.grant_until, Timer.GRANT
    since, prompt = state.silence_since, state.prompt
    if since is None or prompt is None or state.claim is not None:
        return
    start = since - state.silence
    stage = state.stage
    # a candidate who has just spoken is not silent: the words are still to come
    settled = 0 if state.turn_began is None else state.words_due
    if not prompt.reprompted:
        yield max(start + stage.reprompt_after, settled), Timer.REPROMPT
    if not prompt.simplified:
        yield max(start + stage.simplify_after, settled), Timer.SIMPLIFY
    yield max(_later(state, start + stage.inactivity_limit), settled), Timer.INACTIVITY


def next_deadline(state: InterviewState) -> Millis | None:
    """When the shell must deliver `DeadlineReached`; never in the past; None: only events count."""
    due = min((at for at, _ in timers(state)), default=None)
    return None if due is None else max(due, state.now)


def due_at(state: InterviewState, now: Millis) -> Timer | None:
    """Which timer a `DeadlineReached` at this time fires."""
    due = [(at, timer.value, timer) for at, timer in timers(state) if at <= now]
    return min(due)[2] if due else None
