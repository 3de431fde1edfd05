"""The candidate comes, goes and comes back (F15)."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from greenroom.interview.candidate_commands import asked
from greenroom.interview.causes import Cause
from greenroom.interview.clock import RUNNING, Absence
from greenroom.interview.clock_holds import back, freeze
from greenroom.interview.commands import EnterStage
from greenroom.interview.phrases import phrases
from greenroom.interview.speaking import EXPECTING, repeat
from greenroom.interview.state import Claimed, InterviewState, Phase, Step

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
