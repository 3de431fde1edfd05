"""Leaving a question without an answer: the plan's next one is asked, or the stage is left (F17, F20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from greenroom.interview.briefing import brief_on
from greenroom.interview.causes import Cause
from greenroom.interview.commands import Kind
from greenroom.interview.entries import with_log
from greenroom.interview.ledger import depth_so_far
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Question
from greenroom.interview.questions import is_follow_up, next_question
from greenroom.interview.speaking import ASKING, ask
from greenroom.interview.stage_rules import time_is_low
from greenroom.interview.state import InterviewState, Phase, Step
from greenroom.interview.transcript import Proposer
from greenroom.interview.transitions import advance
from greenroom.interview.utterance_state import Owed

Skips: TypeAlias = Literal["question", "part"]
"""What the next skip leaves."""
UNANSWERED: Final = 3
"""A stage is left after so many questions in a row without an answer: more of them would be a cross-examination."""


def following(state: InterviewState) -> Question | None:
    """The plan's next question if the pending one is left; None: the stage has none to ask now.

    A story that nobody told has no follow-ups, so there the opening question leaves the stage.
    """
    stage, log = state.stage, state.log
    if stage.maximum_questions is not None and log.asked >= stage.maximum_questions:
        return None
    if log.asked >= stage.minimum_questions and time_is_low(state):
        return None
    if state.prompt is not None and state.prompt.last:
        return None
    told = brief_on(state, stage, stage.opening, "", "", state.time_left)
    if stage.story and not told.earlier:
        return None
    depth = depth_so_far(stage, None, told.best_depth, told.parts)
    return next_question(told, depth or 0, told.facts, told.parts)


def passed(state: InterviewState, lead: str, cause: Cause, by: Proposer = "engine") -> Step:
    """Leave the pending question: say `lead`, then ask the next one, or leave the stage for this cause.

    Whatever waits to be asked is asked: it is the next question already.
    """
    state = replace(state, owed=Owed(lead), cut=None)
    if waiting(state):
        return state, ()
    state = with_log(state, replace(state.log, unanswered=state.log.unanswered + 1))
    question = following(state)
    if question is None or state.log.unanswered >= UNANSWERED:
        return advance(state, cause, by)
    follow_up = is_follow_up(state.stage, question.id)
    next_one = ask(state, Kind.PROBE if follow_up else Kind.QUESTION, question)
    next_one = replace(next_one, follow_up=follow_up)
    state = replace(state, draft=next_one, turn=None, wording=None)
    return replace(state, grant_until=None), ()


def waiting(state: InterviewState) -> bool:
    """The next question waits to be asked already."""
    return state.draft is not None and state.draft.kind in ASKING


def skipped(state: InterviewState, *, part: bool) -> Step:
    """The candidate skips the pending question; the second time, or by "skip this part", the stage."""
    words = phrases(state.plan.language)
    if part or skips(state) == "part":
        return advance(state, Cause.CANDIDATE_SKIPPED, "candidate")
    if not waiting(state):
        state = with_log(state, replace(state.log, skipped=state.log.skipped + 1))
    return passed(state, words.skipped, Cause.CANDIDATE_SKIPPED, "candidate")


def skips(state: InterviewState) -> Skips:
    """What a skip leaves at this instant."""
    if state.rules == 1 or state.phase is not Phase.RUNNING or state.index < 0:
        return "part"
    if state.log.skipped or state.log.unanswered + 1 >= UNANSWERED:
        return "part"
    return "part" if following(state) is None else "question"
