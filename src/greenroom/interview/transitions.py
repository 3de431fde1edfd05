"""From stage to stage and to the end: claims and commits of F4, the ends of F13.

A transition is claimed, carried out by the session as a LiveKit handoff, and committed by
`StageEntered`. Nothing else changes the stage; whoever comes second finds it claimed or changed.
"""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.clock import Frozen
from greenroom.interview.commands import EndInterview, EnterStage
from greenroom.interview.entries import with_incident
from greenroom.interview.retelling import heard
from greenroom.interview.speaking import good_bye, leaving, opening, studied
from greenroom.interview.state import Claimed, Closing, InterviewState, Phase, Step
from greenroom.interview.transcript import Proposer, StageLog, Transition

END = "END"
"""`to` of the last transition."""


def _best_effort(state: InterviewState) -> str | None:
    """What was heard in this stage, as the interviewer says it; None if nothing was."""
    answers = [m for m in state.transcript.messages if m.stage == state.log.id]
    if state.rules > 1:
        return heard(answers, state.plan.language)
    summaries = [m.summary for m in answers if m.summary]
    return summaries[-1] if summaries else None


def advance(state: InterviewState, cause: Cause, proposed_by: Proposer = "engine") -> Step:
    """Claim the way on: the next stage, or the good-bye after the last. Nothing if one is claimed."""
    if state.phase is not Phase.RUNNING or state.claim is not None or state.index < 0:
        return state, ()
    state = replace(
        state,
        draft=None,
        turn=None,
        yielded=None,
        wording=None,
        grant_until=None,
    )
    if state.is_last:
        return close(state, cause, EndReason.COMPLETED, proposed_by), ()
    epoch = state.index + 1
    claim = Claimed(epoch, cause, proposed_by, state.now)
    return replace(state, claim=claim), (EnterStage(epoch, state.plan.stages[epoch].id, cause),)


def commit(state: InterviewState, epoch: int) -> InterviewState:
    """The handoff happened: the stage begins."""
    left = state.claim if state.index >= 0 else None
    summary = _best_effort(state) if left else None
    if left is not None:
        state = _leave(state, left.cause, left.proposed_by, state.plan.stages[epoch].id)
    stages = (*state.transcript.stages, StageLog(state.plan.stages[epoch].id, state.now))
    clock = state.clock
    state = replace(
        state,
        index=epoch,
        claim=None,
        on_offer=(),
        transcript=replace(state.transcript, stages=stages),
        stage_base=state.now,
        clock=replace(clock, since=state.now) if isinstance(clock, Frozen) else clock,
        milestone=0,
        prompt=None,
        bridging=True,
        turn=None,
        wording=None,
        silence=0,
        silence_since=None,
        grant_until=None,
        waited=0,
    )
    if state.stage.kind == "closing":
        lead = leaving(state, left.cause, summary) if left else ""
        return close(state, Cause.FINISHED, EndReason.COMPLETED, "engine", lead=lead)
    return replace(state, draft=opening(state, left, summary))


def _leave(state: InterviewState, cause: Cause, by: Proposer, to: str) -> InterviewState:
    texts = state.transcript
    left = replace(state.log, left_ms=state.now, cause=cause)
    moved = Transition(left.id, to, state.now, by, cause)
    texts = replace(
        texts, stages=(*texts.stages[:-1], left), transitions=(*texts.transitions, moved)
    )
    return replace(state, transcript=texts)


def close(
    state: InterviewState, cause: Cause, reason: EndReason, by: Proposer, lead: str | None = None
) -> InterviewState:
    """Say good-bye; the interview ends when it was heard."""
    if lead is None:
        lead = studied(state) if cause.answered else ""
        lead = leaving(state, cause, _best_effort(state)) if cause.forced else lead
    early = reason is EndReason.CANDIDATE_ENDED
    return replace(
        state,
        closing=Closing(state.now, reason, cause, by),
        draft=good_bye(state, early=early, lead=lead),
        turn=None,
        wording=None,
        grant_until=None,
    )


def finish(state: InterviewState, reason: EndReason, cause: Cause, by: Proposer = "engine") -> Step:
    """The interview is over, now."""
    if state.ended:
        return state, ()
    if state.transcript.stages:
        state = _leave(state, cause, by, END)
    if state.unsent:
        state = with_incident(state, "patience", "unsent")
    state = replace(
        state,
        end_reason=reason,
        draft=None,
        wording=None,
        claim=None,
        silence_since=None,
    )
    return state, (EndInterview(reason),)
