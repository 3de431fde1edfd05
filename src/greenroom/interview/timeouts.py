"""What is done when a deadline has come (F8, F9, T7)."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.candidate_commands import hush, pause
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import Command, EnterStage, Kind, ReachMilestone, TakeTurn
from greenroom.interview.deadlines import MILESTONES, Timer, due_at
from greenroom.interview.entries import with_incident
from greenroom.interview.giving_way import give_way
from greenroom.interview.offers import after_silence, gone_on
from greenroom.interview.proposal_review import unanswered
from greenroom.interview.reading import About
from greenroom.interview.speaking import reprompt, simpler
from greenroom.interview.state import InterviewState, Step
from greenroom.interview.transitions import advance, finish
from greenroom.interview.waived_limits import offer_other_words, pause_untouched
from greenroom.interview.wording import completed


def fall_due(state: InterviewState) -> Step:
    """Act on the earliest deadline that is due, if any."""
    timer = due_at(state, state.now)
    return (state, ()) if timer is None else _act(state, timer)


def _act(state: InterviewState, timer: Timer) -> Step:  # noqa: C901 (one flat table of timers)
    match timer:
        case Timer.LAST_WORDS:
            return _end_on_limit(state)
        case Timer.VOICE:
            return last_words(state)
        case Timer.ABSENCE:
            return _left(state)
        case Timer.CLOSING:
            return last_words(state)
        case Timer.GIVE_WAY:
            return give_way(state)
        case Timer.CLAIM:
            return dropped(state)
        case Timer.CONSULT:
            return unanswered(with_incident(state, "interviewer", "timeout"))
        case Timer.WORDING:
            return completed(with_incident(state, "interviewer", "timeout"))
        case Timer.TURN_OVER:
            return replace(state, turn_began=None), ()
        case Timer.MILESTONE:
            percent = next(p for p in MILESTONES if p > state.milestone)
            return replace(state, milestone=percent), (ReachMilestone(state.stage.id, percent),)
        case Timer.HARD_LIMIT:
            return _hard_limit(state)
        case Timer.RAMBLE:
            return replace(state, rambled=True), (TakeTurn("ramble"),)
        case Timer.GRANT:
            return replace(state, grant_until=None), ()
        case Timer.REPROMPT:
            return _remind(state)
        case Timer.SIMPLIFY:
            return _simplify(state)
        case Timer.INACTIVITY:
            return advance(state, Cause.INACTIVITY)
        case Timer.OFFER:
            return offer_other_words(state), ()
        case Timer.UNTOUCHED:
            return pause_untouched(state)
        case Timer.SPEAK:
            return state, ()  # every step ends by speaking if the floor is free


def _left(state: InterviewState) -> Step:
    """The candidate does not come back. If the good-bye was heard, the interview counts as completed."""
    closing = state.closing
    if closing is not None and closing.heard:
        return finish(state, closing.reason, closing.cause, closing.proposed_by)
    return finish(state, EndReason.CANDIDATE_LEFT, Cause.CANDIDATE_LEFT, "candidate")


def last_words(state: InterviewState) -> Step:
    """A limit ends the interview. What the candidate has said by then is still recorded. The interviewer's
    voice is stopped, so that the record holds what was heard of it."""
    state, hushed = hush(state)
    taken: tuple[Command, ...] = ()
    if state.turn_open:
        taken = (TakeTurn("last_words"),)
        state = replace(state, turn_began=state.turn_began or state.now)
    if hushed or taken:
        return replace(state, last_words_since=state.now), (*hushed, *taken)
    return _end_on_limit(state)


def _end_on_limit(state: InterviewState) -> Step:
    """A limit has ended the interview, and nothing more has to be waited for."""
    closing = state.closing
    if closing is None:
        return finish(state, EndReason.TIME, Cause.DEADLINE)
    if closing.audible_at is None:
        return finish(state, EndReason.TIME, closing.cause, closing.proposed_by)
    return finish(state, closing.reason, closing.cause, closing.proposed_by)


def dropped(state: InterviewState) -> Step:
    """The claimed handoff did not happen: nobody has moved. The first stage is claimed again,
    because nothing else could."""
    claim = state.claim
    if claim is None:
        return state, ()
    state = with_incident(state, "handoff", "dropped")
    if state.index < 0:
        again = EnterStage(0, state.plan.stages[0].id, None)
        return replace(state, claim=replace(claim, since=state.now)), (again,)
    return replace(state, claim=None, claim_after=state.now + 1_000), ()


def _hard_limit(state: InterviewState) -> Step:
    overrun = state.now if state.speaking else None
    state, hushed = hush(replace(state, overrun_since=overrun))
    if state.bridging and overrun is not None:
        return state, hushed  # nothing of this stage was heard yet, so it is not left
    state, commands = advance(state, Cause.DEADLINE)
    return state, (*hushed, *commands)


def _remind(state: InterviewState) -> Step:
    prompt = state.prompt
    assert prompt is not None
    state = replace(state, prompt=replace(prompt, reprompted=True))
    if _is_in_distress(state):
        return replace(state, draft=after_silence(state, prompt)), ()
    if state.on_offer:  # who says nothing to an offer goes on
        return gone_on(replace(state, on_offer=())), ()
    if state.kept_question is not None:
        again = replace(state.kept_question, kind=Kind.REPROMPT, follow_up=False)
        return replace(state, draft=again, kept_question=None), ()
    return replace(state, draft=reprompt(state)), ()


def _is_in_distress(state: InterviewState) -> bool:
    """A candidate in distress was offered a pause or the end of the interview, and did not reply."""
    asides = state.prompt.asides if state.prompt else ()
    return bool(state.on_offer) and asides[-1:] != () and asides[-1].startswith(About.DISTRESS)


def _simplify(state: InterviewState) -> Step:
    prompt = state.prompt
    assert prompt is not None
    if _is_in_distress(state):  # nothing more is asked of them, and nothing is lost
        return pause(replace(state, prompt=replace(prompt, simplified=True), on_offer=()))
    state = replace(state, prompt=replace(prompt, simplified=True))
    if state.little_time:
        return advance(state, Cause.INACTIVITY)
    easier = prompt.question.simpler
    if easier and any(easier in text for _, text in state.transcript.asked[-1:]):
        easier = None if state.rules > 1 else easier  # it was asked in these words
    return (replace(state, draft=simpler(state, easier)) if easier else state), ()
