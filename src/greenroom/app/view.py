"""What the page shows of a running interview: a pure projection of the state."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from greenroom.interview.plan import InterviewPlan, Millis, QuestionKind
from greenroom.interview.skipping import skip_leaves
from greenroom.interview.speaking import spoken
from greenroom.interview.state import InterviewState, Phase
from greenroom.interview.waived_limits import page_offer

Floor: TypeAlias = Literal["them", "you", "none"]
Cue: TypeAlias = Literal["speaking", "turn", "answering", "thinking", "minute", "paused", "lost"]


def hello(plan: InterviewPlan) -> dict[str, Any]:
    """What a page must know first: the fields of `hello` that the plan gives."""
    stages = [
        {"id": stage.id, "title": stage.title, "minutes": max(1, round(stage.hard_limit / 60_000))}
        for stage in plan.stages
    ]
    return {"plan": plan.id, "title": plan.title, "stages": stages}


def view(state: InterviewState) -> dict[str, Any]:
    """The `view` message of docs/reference/socket.md for this instant."""
    question, question_id, kind = _question(state)
    return {
        "t": "view",
        "floor": _floor(state),
        "cue": _cue(state),
        "stage": max(0, state.index),
        "progress": _progress(state),
        "question": question,
        "question_id": question_id,
        "question_kind": kind,
        "elapsed_ms": elapsed(state),
        "clock": "stopped" if _stands(state) or state.ended else "running",
        "near_end": _near_end(state),
        "unsent": state.unsent,
        "offer": page_offer(state),
        "skips": skip_leaves(state),
        "pace": state.pace,
    }


def _stands(state: InterviewState) -> bool:
    """Whether the clock stands still for the candidate. It does not merely because time limits are waived."""
    return state.frozen and state.held_since is None


def _near_end(state: InterviewState) -> bool:
    running = state.phase is Phase.RUNNING and state.index >= 0
    return running and state.little_time and not state.patient


def _question(state: InterviewState) -> tuple[str, str | None, QuestionKind | None]:
    """The question being asked, in the words it is spoken in; else the one that waits for an answer."""
    draft = state.current.draft if state.current is not None else None
    if draft is not None and draft.question is not None and draft.body and not draft.open:
        return draft.body, draft.question.id, draft.question.kind
    if state.prompt is None:
        return "", None, None
    question = state.prompt.question
    return spoken(state, question.text), question.id, question.kind


def elapsed(state: InterviewState) -> Millis:
    """Time in the interview by the stages' clocks, which stand still while they must; time in which
    nobody was hurried counts."""
    if state.index < 0:
        return 0
    stages = state.transcript.stages
    past = sum(s.left_ms - s.entered_ms for s in stages[:-1] if s.left_ms is not None)
    return past + max(0, state.spent)


def _floor(state: InterviewState) -> Floor:
    if state.ended or state.index < 0:
        return "none"
    if state.current is not None or state.consult_since is not None or state.claim is not None:
        return "them"
    if state.closing is not None and state.closing.heard:
        return "you"
    return "you" if state.prompt is not None and not _stands(state) else "none"


def _cue(state: InterviewState) -> Cue:
    if state.absent_since is not None:
        return "lost"
    if state.pause is not None:
        return "paused"
    if state.current is not None and state.current.audible_at is not None:
        return "speaking"
    if state.turn_open:  # a pause between two sentences is not the end of the answer
        return "answering"
    if state.closing is not None and state.closing.heard:
        return "turn"
    if state.grant_until is not None:
        return "minute"
    if _composing(state):
        return "thinking"
    return "turn"


def _composing(state: InterviewState) -> bool:
    waits = (state.current, state.draft, state.claim, state.consult_since)
    return state.prompt is None or any(item is not None for item in waits)


def _progress(state: InterviewState) -> list[float]:
    """How much of each stage's time is used: 1 for those that were left, 0 for those to come."""
    return [
        1.0
        if index < state.index or state.ended
        else _share(state)
        if index == state.index
        else 0.0
        for index in range(len(state.plan.stages))
    ]


def _share(state: InterviewState) -> float:
    limit = state.stage.hard_limit
    return round(min(1.0, max(0, state.elapsed) / limit), 3) if limit else 1.0
