"""Rules of time: how long a stage, a silence, a good-bye and the whole interview may take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from greenroom.interview.causes import Cause
from greenroom.interview.commands import EnterStage, Kind, ReachMilestone, Say
from greenroom.interview.events import DeadlineReached
from greenroom.interview.plan import Millis
from greenroom.interview.state import InterviewState, Phase
from greenroom.interview.time_limits import CLAIM_LIMIT, CLOSING_LIMIT, HARD_GRACE, VOICE_LIMIT
from greenroom.interview.waived_limits import UNTOUCHED
from greenroom.simulation.fuzz.evidence import Evidence

LATE_MS = 3_000
"""A slow disk may hold a step up for this long."""


def ends(seen: Evidence) -> Iterator[str]:
    if seen.record["end_reason"] in (None, "failed"):
        yield f"the end is {seen.record['end_reason']}"
    stages = sum(stage.hard_limit + HARD_GRACE + CLAIM_LIMIT for stage in seen.plan.stages)
    limit = stages + 2 * VOICE_LIMIT + LATE_MS
    ran = sum(t.after.now - t.before.now for t in seen.steps if _clock_runs(t.before))
    if ran > limit:
        yield f"the clocks ran for {ran / 1000:.0f} s, the limits allow {limit / 1000:.0f} s"


def _clock_runs(state: InterviewState) -> bool:
    """It is not held, and does not wait for unsent words after the good-bye (`good_bye_ends`)."""
    waits = state.closing is not None and state.closing.heard
    return not state.frozen and not waits


def hard_limit(seen: Evidence) -> Iterator[str]:
    """A stage is left, or at least claimed, when its limit and the grace are over; one that a good-bye
    was taken back in, from then on."""
    told: set[int] = set()
    back: Millis = 0
    for turned in seen.steps:
        state, now = turned.before, turned.after.now
        if state.phase is not Phase.RUNNING:
            back = now
        if state.phase is not Phase.RUNNING or state.index < 0 or state.frozen:
            continue
        if state.patient:
            back = now
            continue
        if state.claim is not None or (state.bridging and state.overrun_since is not None):
            continue
        over = now - max(back, state.stage_base + state.stage.hard_limit + HARD_GRACE)
        if over > LATE_MS + seen.slack and state.index not in told:
            told.add(state.index)
            yield f"stage {state.index} goes on {over} ms after its limit and grace"


def milestones(seen: Evidence) -> Iterator[str]:
    reached = Counter(
        (command.stage, command.percent)
        for turned in seen.steps
        for command in turned.given(ReachMilestone)
    )
    for (stage, percent), times in reached.items():
        if times > 1:
            yield f"{percent} % of {stage} is told {times} times"


def patient(seen: Evidence) -> Iterator[str]:
    """Nobody is moved on for silence who is speaking, was granted time, or was silent for less."""
    for turned in seen.steps:
        before, after = turned.before, turned.after
        if not any(c.cause is Cause.INACTIVITY for c in turned.given(EnterStage)):
            continue
        if before.speaking:
            yield f"left for inactivity at {after.now} while the candidate speaks"
        if before.grant_until is not None and before.grant_until > after.now:
            yield f"left for inactivity at {after.now} while time to think is granted"
        if before.patient:
            yield f"left for inactivity at {after.now} while nobody is hurried"
        stage = before.stage
        late = replace(before, now=after.now).little_time
        needed = stage.simplify_after if late else stage.inactivity_limit
        quiet = _quiet_ms(seen, before.log.entered_ms, after.now)
        if quiet < needed - 500:
            yield f"left for inactivity at {after.now} after {quiet} ms of silence"


def _quiet_ms(seen: Evidence, entered: Millis, now: Millis) -> Millis:
    """Milliseconds before `now` in which nobody spoke since the candidate's last words on record or,
    before any, since the stage was entered. What is typed at that very instant comes after it."""
    last: Millis = max(
        (m["ended_ms"] for m in seen.of("candidate") if m["kind"] != "ack" and m["ended_ms"] < now),
        default=0,
    )
    since: Millis = max(entered, last)
    spoken: Millis = sum(
        max(0, min(m["ended_ms"], now) - max(m["started_ms"], since))
        for m in seen.of("interviewer")
    )
    return now - since - spoken


def good_bye_ends(seen: Evidence) -> Iterator[str]:
    before = seen.steps[-1].before if seen.steps else None
    last = before.closing if before is not None else None
    if before is None or last is None or last.audible_at is None:
        return
    since = max(last.audible_at, before.touched) if last.heard else last.audible_at
    limit = UNTOUCHED if before.unsent else CLOSING_LIMIT
    if seen.ended_ms - since > limit + LATE_MS:
        yield f"the good-bye takes {seen.ended_ms - since} ms"


def nobody_is_hurried(seen: Evidence) -> Iterator[str]:
    """Over words that were not sent there is no reminder, no simpler form and no forced move."""
    for turned in seen.steps:
        before = turned.before
        if not before.unsent or not isinstance(turned.event, DeadlineReached):
            continue
        for said in turned.given(Say):
            if said.kind in (Kind.REPROMPT, Kind.SIMPLER) and before.draft is None:
                yield f"{said.kind} over unsent words at {turned.after.now}"
        for move in turned.given(EnterStage):
            if move.cause is not None and move.cause.forced:
                yield f"{move.cause} over unsent words at {turned.after.now}"
