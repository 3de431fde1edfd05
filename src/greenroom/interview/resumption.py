"""A new process takes an interview over (F15)."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.clock import Absence
from greenroom.interview.clock_holds import freeze
from greenroom.interview.commands import Consult, EnterStage
from greenroom.interview.entries import with_incident
from greenroom.interview.events import UtteranceFinished
from greenroom.interview.state import InterviewState, Step
from greenroom.interview.utterances import cut_short
from greenroom.interview.wording import completed


def resumed(state: InterviewState, before: int) -> Step:
    """What was in flight in the old process is gone: the claim and the question to the interviewer are
    put again, and the clocks have stood still since the journal's last event. The candidate has
    talked to nobody for a while and cannot know what was kept, so the pending question is said again."""
    state = with_incident(state, "process", "restarted")
    state = replace(state, unheard=True, voice_since=None, turn_began=None, quiet_since=state.now)
    current = state.current
    if current is not None:
        if current.audible_at is not None:
            cut = UtteranceFinished(before, current.id, "", interrupted=True)
            state = cut_short(state, cut, current)
        else:
            state = replace(state, current=None, draft=state.draft or current.draft)
    if state.consult_since is None:
        state, _ = completed(state)  # who was wording it is gone
    state = replace(state, wording=None)
    # a good-bye that was cut off is said again when the candidate comes back
    if state.closing is not None:
        audible = state.closing.audible_at if state.closing.heard else None
        closing = replace(state.closing, since=state.now, audible_at=audible)
        state = replace(state, closing=closing)
    pause = None if state.pause is None else replace(state.pause, untold=True)
    state = freeze(state, Absence(state.now, pause), before)
    if state.claim is not None:
        claim = replace(state.claim, since=state.now)
        cause = claim.cause if state.index >= 0 else None
        stage = state.plan.stages[claim.epoch].id
        return replace(state, claim=claim), (EnterStage(claim.epoch, stage, cause),)
    if state.turn is not None and state.turn.consulted is not None:
        turn = replace(state.turn, consulted=state.now)
        return replace(state, turn=turn), (Consult(turn.id),)
    return state, ()
