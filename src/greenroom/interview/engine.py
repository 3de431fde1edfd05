"""The interview engine: `step(state, event) -> (state, commands)`. Pure, total, deterministic.

Theory of operation. The plan is a list of stages; `state.index` says which one is committed. To move,
the engine *claims* (`EnterStage`), the session carries the handoff out, and `StageEntered` commits;
a handoff that LiveKit dropped is rolled back. What the interviewer wants to say waits as one
`Draft` until the floor is free, becomes an utterance (`Say`), and is believed only as far as it was
heard (`UtteranceFinished`). A finished turn of the candidate is classified from its words
(`classification`) and handled (`turn_handlers`), an answer is put to the interviewer (`Consult`), and its proposals are
judged (`proposal_review`) against the plan's rules (`stage_rules`). Time is only ever asked for as `next_deadline`; the shell delivers
`DeadlineReached` then (`deadlines`, `timeouts`). Late, repeated or impossible input is a step without commands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from greenroom.interview.bounds import Bounds
from greenroom.interview.candidate_commands import active, carry_out
from greenroom.interview.candidate_messages import with_words
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.circumstances import UNKNOWN, Circumstances
from greenroom.interview.clock_holds import awake
from greenroom.interview.deadlines import due_at, next_deadline
from greenroom.interview.entries import with_incident, with_message
from greenroom.interview.events import (
    Aborted,
    AckIgnored,
    ActivityNoticed,
    AnswerGiven,
    AnswerModeSet,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    DeadlineReached,
    Event,
    HandoffDropped,
    IncidentNoticed,
    PaceSet,
    Replied,
    ReplyEnded,
    SentenceOffered,
    SessionResumed,
    SpeechStarted,
    SpeechStopped,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.floor import speak_if_free, with_reply
from greenroom.interview.full_record import counted, ended_if_full
from greenroom.interview.message_ids import message_id, remembered
from greenroom.interview.plan import Candidate, InterviewPlan, Millis
from greenroom.interview.presence import joined, left
from greenroom.interview.proposal_review import replied
from greenroom.interview.resumption import resumed
from greenroom.interview.state import RULES, InterviewState, Phase, Step
from greenroom.interview.timeouts import dropped, fall_due, last_words
from greenroom.interview.transcript import Message
from greenroom.interview.transitions import commit, finish
from greenroom.interview.turn_handlers import handle_turn
from greenroom.interview.utterances import audible, closed, finished
from greenroom.interview.waived_limits import with_clock
from greenroom.interview.wording import judge_sentence, reply_ended

__all__ = ["begin", "next_deadline", "step", "timer_at"]


def begin(
    plan: InterviewPlan,
    candidate: Candidate,
    bounds: Bounds | None = None,
    *,
    unhurried: bool = False,
    circumstances: Circumstances = UNKNOWN,
    rules: int = RULES,
) -> InterviewState:
    """The state before anybody has come. `unhurried`: the candidate asked for no time limits. `rules`:
    those of a journal that began under older ones."""
    return InterviewState(
        plan,
        candidate,
        bounds=bounds,
        unhurried=unhurried,
        circumstances=circumstances,
        rules=rules,
    )


def step(state: InterviewState, event: Event) -> Step:
    """The state after the event, and the commands to carry out."""
    mid = message_id(event)
    if state.ended or mid in state.taken:
        return state, ()
    state, commands = _followed(remembered(state, mid), event)
    return counted(state, event, commands), commands


def timer_at(state: InterviewState, now: Millis) -> str | None:
    """The name of the timer that a `DeadlineReached` at this time fires."""
    timer = due_at(state, max(state.now, now))
    return None if timer is None else timer.label


def _followed(state: InterviewState, event: Event) -> Step:
    before = state.now
    waited = state.closing is not None and state.closing.heard
    state = replace(state, now=max(state.now, event.at))
    state, commands = (
        resumed(state, before) if isinstance(event, SessionResumed) else _take(state, event)
    )
    state, full = ended_if_full(state)
    commands = (*commands, *full)
    if _good_bye_is_over(state) and not isinstance(event, SessionResumed):
        # words spoken while the interview waits for unsent typed words are kept
        state, over = last_words(state) if waited and state.turn_open else closed(state)
        return state, (*commands, *over)
    if state.ended:
        return state, commands
    state, words = speak_if_free(with_reply(state))
    return _settle(state), (*commands, *words)


def _take(state: InterviewState, event: Event) -> Step:  # noqa: C901 (the one dispatch over events)
    match event:
        case CandidateJoined():
            return joined(state)
        case CandidateLeft(heard=heard_until):
            return left(state, heard_until), ()
        case SpeechStarted(began=began):
            return _voice(state, began), ()
        case SpeechStopped(ended=ended):
            quiet = min(max(ended, state.quiet_since), state.now)
            return replace(state, voice_since=None, quiet_since=quiet), ()
        case AnswerGiven():
            over = state.last_words_since is not None
            return (with_words(state, event), ()) if over else handle_turn(state, event)
        case AckIgnored():
            return _ack(state, event), ()
        case UtteranceStarted(utterance_id=utterance_id, began=began):
            return audible(state, utterance_id, began), ()
        case UtteranceFinished():
            return finished(state, event)
        case StageEntered(epoch=epoch):
            claim = state.claim
            ok = claim is not None and claim.epoch == epoch
            return (commit(state, epoch) if ok else state), ()
        case HandoffDropped(epoch=epoch):
            ok = state.claim is not None and state.claim.epoch == epoch
            return dropped(state) if ok else (state, ())
        case Replied():
            return replied(state, event)
        case SentenceOffered():
            return judge_sentence(state, event)
        case ReplyEnded():
            return reply_ended(state, event)
        case CommandGiven(command=command):
            return carry_out(state, command)
        case ActivityNoticed():
            return _noticed(state, event), ()
        case AnswerModeSet(mode=mode):
            return active(replace(state, mode=mode)), ()
        case PaceSet(pace=pace):
            return active(replace(state, pace=pace)), ()
        case DeadlineReached():
            return fall_due(state)
        case IncidentNoticed(kind=kind, cause=cause):
            return with_incident(state, kind, cause), ()
        case Aborted(cause=cause):
            return finish(with_incident(state, "session", cause), EndReason.FAILED, Cause.FAILED)
        case SessionResumed():
            return state, ()
        case _:
            assert_never(event)


def _settle(state: InterviewState) -> InterviewState:
    """Let the silence clock run exactly while nobody speaks and an answer is awaited (F8), and the
    stage's clock unless patience holds it."""
    state = with_clock(state)
    awaited = (
        state.phase is Phase.RUNNING
        and not state.frozen
        and not state.speaking
        and state.current is None
        and state.draft is None
        and state.claim is None
        and state.consult_since is None
        and state.prompt is not None
        and state.grant_until is None
    )
    since = state.silence_since
    if awaited and since is None:
        return replace(state, silence_since=state.now)
    if not awaited and since is not None:
        return replace(state, silence=state.silence + state.now - since, silence_since=None)
    return state


def _good_bye_is_over(state: InterviewState) -> bool:
    """The good-bye was heard to its end, or it was begun and the candidate has left. In both cases no words of
    the candidate are waited for any more."""
    closing = state.closing
    if closing is None or closing.audible_at is None or state.ended or state.unsent:
        return False
    if state.last_words_since is not None:
        return False
    return closing.heard or (not state.present and state.current is None)


def _noticed(state: InterviewState, event: ActivityNoticed) -> InterviewState:
    """A key was pressed. The page says whether its box holds unsent words."""
    if state.pause is not None and state.pause.ours:
        state = awake(state)
    return active(state if event.draft is None else replace(state, unsent=event.draft))


def _voice(state: InterviewState, began: int) -> InterviewState:
    if state.speaking:
        return state
    began = min(began, state.now)
    turn = began if state.turn_began is None else state.turn_began
    return replace(state, voice_since=began, turn_began=turn)


def _ack(state: InterviewState, event: AckIgnored) -> InterviewState:
    """It is recorded and not answered, and its voice opens no turn. (Words that are still due at the end of the
    interview do come.)"""
    if state.index < 0:
        return state
    text, stage = event.text.strip(), state.log.id
    message = Message("candidate", stage, "ack", text, event.began, event.ended, cause=event.cause)
    awaited = state.speaking or state.last_words_since is not None
    turn = state.turn_began if awaited else None
    return replace(with_message(state, message), turn_began=turn)
