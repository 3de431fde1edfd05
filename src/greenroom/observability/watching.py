"""Watches interviews step by step and tells log and metrics what happened (O4)."""

from __future__ import annotations

from collections.abc import Sequence
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
from greenroom.interview.events import (
    AckIgnored,
    AnswerGiven,
    Event,
    IncidentNoticed,
    UtteranceStarted,
)
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import StageLog
from greenroom.observability.metrics import Metrics

log = structlog.get_logger("greenroom.interview")

OPEN: Final = frozenset(
    {"utterance_id", "turn_id", "question_id", "question_kind", "kind", "cause", "mode", "proposal"}
)
"""Fields of events and commands whose words are ours. Any other that is no number holds what somebody said."""
OWN: Final = "own"
"""Stands in metrics for plans that people wrote, and their stages: what they are called is theirs."""
HTTP_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Watcher:
    """Makes an observer for each interview; implements `app.observing.Watch`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def __call__(self, interview_id: str, plan_id: str, /) -> Observe:
        return _Interview(self._metrics, interview_id, plan_id)

    def request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """Implements `web.desk.RequestSeen`. The route is a template: no id, nothing of a caller."""
        known = method if method in HTTP_METHODS else "other"
        self._metrics.request_seconds.labels(known, route, str(status)).observe(seconds)
        log.debug("request", method=known, route=route, status=status, ms=round(seconds * 1000))


class _Interview:
    """Follows one interview; remembers only what a latency or a difference needs."""

    def __init__(self, metrics: Metrics, interview_id: str, plan_id: str) -> None:
        self._metrics, self._plan = metrics, plan_id
        self._log = log.bind(interview=interview_id)
        self._answered_ms: int | None = None
        self._left: int | None = None
        self._barge_ins: int | None = None

    def __call__(self, event: Event, commands: Sequence[Command], state: InterviewState, /) -> None:
        self._write(event, commands, state)
        self._count_event(event)
        for command in commands:
            self._count_command(command)
        self._count_changes(state)

    def _write(self, event: Event, commands: Sequence[Command], state: InterviewState) -> None:
        stage = state.stage.id if state.index >= 0 else None
        self._log.info("event", what=type(event).__name__, stage=stage, **_told(event))
        for command in commands:
            self._log.info("command", what=type(command).__name__, stage=stage, **_told(command))

    def _count_event(self, event: Event) -> None:
        match event:
            case AnswerGiven(ended=ended):
                self._answered_ms = ended
            case UtteranceStarted(at=at) if self._answered_ms is not None:
                self._metrics.turn_seconds.observe(max(0, at - self._answered_ms) / 1000)
                self._answered_ms = None
            case AckIgnored():
                self._metrics.acks_ignored.inc()
            case IncidentNoticed(kind=kind):
                self._metrics.incidents.labels(kind).inc()
            case _:
                """Not measured."""

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
        labels = (self._plan, stage.id)
        labels = labels if labels in builtin_stages() else (OWN, OWN)
        self._metrics.stage_seconds.labels(*labels).observe(seconds)
        if stage.cause is not None:
            forced = str(stage.cause.forced).lower()
            self._metrics.transitions.labels(stage.cause.value, forced).inc()


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
