"""The candidate comes, goes and comes back, and a new process takes over (F15)."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from greenroom.interview.candidate_commands import asked
from greenroom.interview.causes import Cause
from greenroom.interview.clock import RUNNING, Absence
from greenroom.interview.clock_holds import back, freeze
from greenroom.interview.commands import Consult, EnterStage
from greenroom.interview.entries import with_incident
from greenroom.interview.events import UtteranceFinished
from greenroom.interview.phrases import phrases
from greenroom.interview.speaking import EXPECTING, repeat
from greenroom.interview.state import Claimed, InterviewState, Phase, Step
from greenroom.interview.utterances import cut_short
from greenroom.interview.wording import completed

MISSED_MS = 3_000
"""After a longer absence the pending question is said again."""


def joined(state: InterviewState) -> Step:
    """The candidate is there: the first time, or again."""
    if state.phase is Phase.WAITING:
        first = Claimed(0, Cause.FINISHED, "engine", state.now)
        state = replace(
            state,
            touched=state.now,
            clock=RUNNING,
            claim=first,
        )
        return state, (EnterStage(0, state.plan.stages[0].id, None),)
    away = 0 if state.absent_since is None else state.now - state.absent_since
    state = back(replace(state, touched=state.now))
    missed = state.unheard or away >= MISSED_MS
    state = replace(state, unheard=False)
    waits = state.draft or state.current or state.consult_since is not None or state.bridging
    if missed and not waits and state.phase is Phase.RUNNING and state.pause is None:
        if state.kept_question is not None:
            # said again whole, so it need not be put in other words
            state = replace(asked(state, state.kept_question), prompt=state.prompt)
        state = replace(state, draft=repeat(state, phrases(state.plan.language).welcome_back))
    return state, ()


def left(state: InterviewState, heard_until: int | None) -> InterviewState:
    """The candidate is gone. `heard_until`: up to when they heard us, where that is known."""
    if not state.present:
        return state
    if heard_until is not None and _asked_since(state, heard_until):
        state = replace(state, unheard=True)
    quiet = state.now if state.speaking else state.quiet_since
    state = freeze(state, Absence(state.now, state.pause))
    return replace(state, voice_since=None, quiet_since=quiet)


def _asked_since(state: InterviewState, moment: int) -> bool:
    """A later utterance expects an answer."""
    ours = (m for m in reversed(state.transcript.messages) if m.speaker == "interviewer")
    return any(m.kind in EXPECTING for m in takewhile(lambda m: m.ended_ms > moment, ours))


def resumed(state: InterviewState, before: int) -> Step:
    """A new process: what was in flight is gone, the claim and the question to the interviewer are
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
