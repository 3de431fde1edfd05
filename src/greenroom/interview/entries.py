"""What is added to the record that a state holds."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Incident, Message, StageLog


def with_log(state: InterviewState, log: StageLog) -> InterviewState:
    """The state with its current stage's log replaced."""
    stages = (*state.transcript.stages[:-1], log)
    return replace(state, transcript=replace(state.transcript, stages=stages))


def with_message(state: InterviewState, message: Message) -> InterviewState:
    """The state with one more message on record."""
    messages = (*state.transcript.messages, message)
    return replace(state, transcript=replace(state.transcript, messages=messages))


def with_incident(state: InterviewState, kind: str, cause: str) -> InterviewState:
    """The state with one more incident on record, now."""
    incidents = (*state.transcript.incidents, Incident(state.now, kind, cause))
    return replace(state, transcript=replace(state.transcript, incidents=incidents))
