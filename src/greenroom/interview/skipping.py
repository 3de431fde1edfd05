"""Leaving a question without an answer: when that is, and what follows (F17, F20).

The candidate skips it, declines it twice, or says the same words again and again. Then the plan's next question is
asked, or the stage is left.
"""

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
from greenroom.interview.questions import is_follow_up, next_question, normalised
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
DECLINES: Final = frozenset({"decline", "no_example", "already_said", "other_topic"})
"""Who says one of these twice to one question is not asked it a third time."""
SAME: Final = 2
"""The same words were said so often in a row before: now the question is left."""
SAID: Final = 3
"""Fewer words than these may well be said again ("No.")."""


def leaves_question(state: InterviewState, topics: tuple[str, ...], before: int) -> bool:
    """Whether the pending question is left for these asides of one turn, which are on its list already: one of
    them is the second decline, or the same words were said so often `before`."""
    asides = state.prompt.asides if state.prompt is not None else ()
    declined = [one for one in asides if not DECLINES.isdisjoint(one.split("."))]
    if topics[-1] in declined and len(declined) > len(topics):
        return True
    return before >= SAME and len(asides) > len(topics)


def times_said_before(state: InterviewState, text: str) -> int:
    """How often in a row the candidate said just this before."""
    words, times = normalised(text), 0
    if len(words.split()) < SAID:
        return 0
    for message in reversed(state.transcript.messages):
        if message.speaker == "interviewer" or message.kind == "ack":
            continue
        if message.kind not in ("answer", "aside") or normalised(message.text) != words:
            break
        times += 1
    return times


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


def leave_question(state: InterviewState, lead: str, cause: Cause, by: Proposer = "engine") -> Step:
    """Leave the pending question: say `lead`, then ask the next one, or leave the stage for this cause.

    Whatever waits to be asked is asked: it is the next question already.
    """
    state = replace(state, owed=Owed(lead), kept_question=None)
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


def skip(state: InterviewState, *, part: bool) -> Step:
    """The candidate skips the pending question; the second time, or by "skip this part", the stage."""
    words = phrases(state.plan.language)
    if part or skip_leaves(state) == "part":
        return advance(state, Cause.CANDIDATE_SKIPPED, "candidate")
    if not waiting(state):
        state = with_log(state, replace(state.log, skipped=state.log.skipped + 1))
    return leave_question(state, words.skipped, Cause.CANDIDATE_SKIPPED, "candidate")


def skip_leaves(state: InterviewState) -> Skips:
    """What a skip leaves at this instant."""
    if state.rules == 1 or state.phase is not Phase.RUNNING or state.index < 0:
        return "part"
    if state.log.skipped or state.log.unanswered + 1 >= UNANSWERED:
        return "part"
    return "part" if following(state) is None else "question"
