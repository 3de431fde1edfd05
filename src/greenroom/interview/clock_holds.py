"""Holding the clocks and letting them run again."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.clock import RUNNING, Absence, Frozen, Hold, Pause, Running
from greenroom.interview.plan import Millis
from greenroom.interview.state import InterviewState


def freeze(state: InterviewState, why: Hold, since: Millis | None = None) -> InterviewState:
    """The clocks stand still for this: from now, or since then, if nothing has held them so far."""
    clock = state.clock
    if isinstance(clock, Running):
        return replace(state, clock=Frozen(state.now if since is None else since, why))
    return replace(state, clock=replace(clock, why=why), waited=state.waited_so_far)


def thaw(state: InterviewState) -> InterviewState:
    """Let the clocks run again; time to think that was granted is not used up meanwhile."""
    clock = state.clock
    if isinstance(clock, Running):
        return state
    stood = state.now - clock.since
    return replace(
        state,
        clock=RUNNING,
        stage_base=state.stage_base + stood,
        waited=state.waited_so_far,
        grant_until=None if state.grant_until is None else state.grant_until + stood,
    )


def back(state: InterviewState) -> InterviewState:
    """The candidate is there: in the pause, if there is one."""
    return thaw(state) if state.pause is None else freeze(state, state.pause)


def with_pause(state: InterviewState, pause: Pause) -> InterviewState:
    """The candidate has paused, be it while absent."""
    if state.present:
        return freeze(state, pause)
    return freeze(state, Absence(state.absent_since, pause))


def awake(state: InterviewState) -> InterviewState:
    """Not paused any more."""
    if state.pause is None:
        return state
    return thaw(state) if state.present else freeze(state, Absence(state.absent_since))
