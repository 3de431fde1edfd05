"""Watches interviews step by step and tells log and metrics what happened (O4)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import Enum
from typing import Any, Final

import structlog

from greenroom.app.observing import Observe
from greenroom.app.plans import builtin_stages
from greenroom.interview.commands import (
    Command,
    EndInterview,
    Kind,
    RefuseProposal,
    Say,
)
from greenroom.interview.deadlines import timers
from greenroom.interview.events import AckIgnored, DeadlineReached, Event, IncidentNoticed
from greenroom.interview.plan import Millis
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import StageLog
from greenroom.observability.metrics import Metrics
from greenroom.observability.traces import Traces
from greenroom.observability.turn_latency import TurnLatencies, TurnLatency

log = structlog.get_logger("greenroom.interview")

OPEN: Final = frozenset(
    {
        "utterance_id",
        "turn_id",
        "question_id",
        "question_kind",
        "kind",
        "cause",
        "mode",
        "proposal",
        "timer",
    }
)
"""Fields of events and commands whose words are ours. Any other that is no number holds what somebody said."""
OWN: Final = "own"
"""Stands in metrics for plans that people wrote, and their stages: what they are called is theirs."""
CAUSES: Final = 100
"""Different causes of incidents that are told apart; the names of errors are many."""
OTHER: Final = "other"
HTTP_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class InterviewObserver:
    """Makes an observer for each interview; implements `app.observing.Watch`."""

    def __init__(
        self,
        metrics: Metrics,
        traces: Traces | None = None,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        """`now_ns`: since 1970, for the times in traces."""
        self._metrics, self._traces, self._now_ns = metrics, traces, now_ns
        self._causes: set[str] = set()

    def __call__(self, interview_id: str, plan_id: str, /) -> Observe:
        return _Interview(self, self._metrics, interview_id, plan_id)

    def request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """Implements `web.services.RequestSeen`. The route is a template: no id, nothing of a caller."""
        known = method if method in HTTP_METHODS else OTHER
        self._metrics.request_seconds.labels(known, route, str(status)).observe(seconds)
        log.debug("request", method=known, route=route, status=status, ms=round(seconds * 1000))

    def not_admitted(self, cause: str) -> None:
        self._metrics.not_admitted.labels(cause).inc()

    def trace(self, turn: TurnLatency, now: Millis, told: dict[str, str | bool]) -> None:
        if self._traces is not None:
            self._traces.turn(turn, now, self._now_ns(), told)

    def cause(self, written: str) -> str:
        """A cause as a label: a name of ours or of an error, and not too many of them."""
        if written in self._causes:
            return written
        if not written.replace(".", "_").isidentifier() or len(self._causes) >= CAUSES:
            return OTHER
        self._causes.add(written)
        return written


class _Interview:
    """Follows one interview; remembers only what a latency or a difference needs."""

    def __init__(
        self, watcher: InterviewObserver, metrics: Metrics, interview_id: str, plan_id: str
    ) -> None:
        self._watcher, self._metrics, self._plan = watcher, metrics, plan_id
        self._id = interview_id
        self._log = log.bind(interview=interview_id)
        self._turns = TurnLatencies()
        self._timers: dict[str, Millis] = {}
        self._left: int | None = None
        self._barge_ins: int | None = None

    def __call__(self, event: Event, commands: Sequence[Command], state: InterviewState, /) -> None:
        self._write(event, commands, state)
        self._write_timers(event, state)
        self._count_event(event)
        turn = self._turns.follow(event, commands)
        if turn is not None:
            self._count_turn(turn, state)
        for command in commands:
            self._count_command(command)
        self._count_changes(state)

    def _write(self, event: Event, commands: Sequence[Command], state: InterviewState) -> None:
        stage = state.stage.id if state.index >= 0 else None
        self._log.info("event", what=type(event).__name__, stage=stage, **_told(event))
        for command in commands:
            self._log.info("command", what=type(command).__name__, stage=stage, **_told(command))

    def _write_timers(self, event: Event, state: InterviewState) -> None:
        """Which timers the step started (and when they are due), fired and cancelled. They are derived
        from the state, so what differs is what happened; one that was put off is started again."""
        before, after = self._timers, {timer.label: at for at, timer in timers(state)}
        self._timers = after
        told: dict[str, Any] = {}
        fired = event.timer if isinstance(event, DeadlineReached) else None
        started = {name: at for name, at in after.items() if before.get(name) != at}
        cancelled = sorted(before.keys() - after.keys() - {fired})
        if fired is not None:
            told["fired"] = fired
            self._metrics.timers.labels(fired).inc()
        if started:
            told["started"] = started
        if cancelled:
            told["cancelled"] = cancelled
        if told:
            self._log.info("timers", what="Timers", at=state.now, **told)

    def _count_event(self, event: Event) -> None:
        match event:
            case AckIgnored():
                self._metrics.acks_ignored.inc()
            case IncidentNoticed(kind=kind, cause=cause):
                self._metrics.incidents.labels(kind, self._watcher.cause(cause)).inc()
            case _:
                """Not measured."""

    def _count_turn(self, turn: TurnLatency, state: InterviewState) -> None:
        self._metrics.turn_seconds.observe((turn.audible - turn.ended) / 1000)
        for part, began, ended in turn.parts():
            self._metrics.part_seconds.labels(part).observe((ended - began) / 1000)
        plan, stage = self._named(state.stage.id)
        told: dict[str, str | bool] = {
            "greenroom.interview": self._id,
            "greenroom.plan": plan,
            "greenroom.stage": stage,
            "greenroom.said": turn.kind,
            "greenroom.typed": turn.typed,
            "greenroom.consulted": turn.consulted,
        }
        self._watcher.trace(turn, state.now, told)

    def _count_command(self, command: Command) -> None:
        match command:
            case Say(kind=Kind.REPROMPT):
                self._metrics.reprompts.inc()
            case RefuseProposal(proposal=proposal, refusal=refusal):
                self._metrics.refusals.labels(proposal, refusal.value).inc()
            case EndInterview(reason=reason):
                self._metrics.ended.labels(reason.value).inc()
            case _:
                """Not measured."""

    def _count_changes(self, state: InterviewState) -> None:
        """Barge-ins and stages left since the last step. What a resumed interview brings along was
        counted before the crash."""
        left = [stage for stage in state.transcript.stages if stage.left_ms is not None]
        barge_ins = state.transcript.barge_ins
        if self._left is not None and self._barge_ins is not None:
            self._metrics.barge_ins.inc(barge_ins - self._barge_ins)
            for stage in left[self._left :]:
                self._count_stage(stage)
        self._left, self._barge_ins = len(left), barge_ins

    def _count_stage(self, stage: StageLog) -> None:
        seconds = ((stage.left_ms or 0) - stage.entered_ms) / 1000
        self._metrics.stage_seconds.labels(*self._named(stage.id)).observe(seconds)
        if stage.cause is not None:
            forced = str(stage.cause.forced).lower()
            self._metrics.transitions.labels(stage.cause.value, forced).inc()

    def _named(self, stage: str) -> tuple[str, str]:
        """Plan and stage as others may read them."""
        names = (self._plan, stage)
        return names if names in builtin_stages() else (OWN, OWN)


def _told(thing: Event | Command) -> dict[str, Any]:
    """The fields of an event or command; words of people go under a personal key."""
    return {
        field.name if _is_open(field.name, value) else f"pii_{field.name}": _flat(value)
        for field in fields(thing)
        if (value := getattr(thing, field.name)) is not None and field.name != "stage"
    }


def _is_open(name: str, value: Any) -> bool:
    return name in OPEN or isinstance(value, int | float | Enum)


def _flat(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
