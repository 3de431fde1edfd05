"""What the plan's rules want after an answer: another question, or the way on (F5, F6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from greenroom.interview.brief import Brief
from greenroom.interview.causes import Cause
from greenroom.interview.ledger import depth_so_far
from greenroom.interview.plan import Question
from greenroom.interview.questions import fact_question_id, next_question
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Proposer
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    TRADE_OFF,
    story_parts,
)
from greenroom_turns import language


@dataclass(frozen=True, slots=True)
class Advance:
    cause: Cause
    proposed_by: Proposer = "engine"


@dataclass(frozen=True, slots=True)
class Ask:
    question: Question


Move: TypeAlias = Advance | Ask


def decide(state: InterviewState, brief: Brief, depth: int | None) -> Move:
    """What the plan's rules want after an assessed answer. First rule that fits wins."""
    stage, log = state.stage, state.log
    if stage.maximum_turns is not None and log.turns >= stage.maximum_turns:
        return Advance(Cause.TURN_LIMIT)
    if stage.maximum_questions is not None and log.asked >= stage.maximum_questions:
        return Advance(Cause.QUESTION_LIMIT)
    if state.rules > 1:
        told, depth = brief.parts, depth_so_far(stage, depth, brief.best_depth, brief.parts)
    else:
        told = story_parts(" ".join((*brief.earlier, brief.answer)), brief.language)
    question = next_question(brief, depth or 0, brief.facts, told)
    if log.asked < stage.minimum_questions:
        return Ask(question) if question else Advance(Cause.QUESTION_LIMIT)
    if language.done(brief.answer, brief.language):
        return Advance(Cause.CANDIDATE_DONE, "candidate")
    if time_is_low(state):
        return Advance(Cause.TIME_LOW)
    cause = _completion(state, brief, depth, question, told)
    if cause is not None and state.spent >= stage.minimum_time:
        return Advance(cause)
    if _used_up(state) or question is None:
        return Advance(Cause.QUESTION_LIMIT)
    return Ask(question)


def time_is_low(state: InterviewState) -> bool:
    """Whether the stage asks nothing more, once it has asked its minimum."""
    soft = state.stage.soft_limit
    return state.little_time or (soft is not None and state.elapsed >= soft)


def _used_up(state: InterviewState) -> bool:
    """The stage allows no more follow-ups."""
    cap = state.stage.follow_up_cap
    return cap is not None and state.log.follow_ups >= cap


def _completion(
    state: InterviewState,
    brief: Brief,
    depth: int | None,
    question: Question | None,
    told: frozenset[str],
) -> Cause | None:
    """Normal completion (F5) or the quality gate (F6). `question` is the plan's next one, `told` the
    parts of a story that were heard in this stage."""
    stage = state.stage
    required = [fact.key for fact in stage.facts if fact.required]
    if required and all(key in brief.facts for key in required) and stage.target_depth is None:
        return Cause.FACTS_COMPLETE
    if stage.story and {ACTION, MEASURABLE_RESULT, TRADE_OFF} <= told:
        return Cause.DEPTH_MET
    if state.prompt is not None and state.prompt.last:
        return Cause.DEPTH_MET
    if stage.target_depth is None or depth is None or depth < stage.target_depth:
        return None
    if any(key not in brief.facts and _can_ask(brief, key) for key in required):
        return None
    last = {probe.id for probe in stage.probes if probe.last}
    return None if question is not None and question.id in last else Cause.DEPTH_MET


def _can_ask(brief: Brief, key: str) -> bool:
    fact = next(fact for fact in brief.stage.facts if fact.key == key)
    return bool(fact.question) and fact_question_id(brief.stage, key) not in brief.asked
