"""An answer of the candidate, taken.

What kind of turn it is, is decided before (`classification`, `turn_handlers`); what is proposed about it is
judged afterwards (`proposal_review`).
"""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.candidate_commands import active
from greenroom.interview.candidate_messages import note, reopened, typed_over
from greenroom.interview.causes import Cause
from greenroom.interview.commands import Consult, Kind
from greenroom.interview.entries import with_log
from greenroom.interview.events import AnswerGiven
from greenroom.interview.full_record import turn_is_full
from greenroom.interview.late_answers import (
    begun_under,
    being_asked,
    belated,
    pending,
    rest_of_answer,
    spoken_before,
)
from greenroom.interview.reading import About
from greenroom.interview.rule_notes import ruled
from greenroom.interview.state import InterviewState, Phase, Step, Turn
from greenroom.interview.transitions import advance
from greenroom.interview.utterance_state import Draft
from greenroom.interview.waived_limits import waives_limit
from greenroom.interview.wording import completed


def answer(
    state: InterviewState,
    event: AnswerGiven,
    words: str | None = None,
    topics: tuple[str, ...] = (),
) -> Step:
    """Words that answer (or add to an answer). `words`: those of the turn that do, the asides among them
    (`topics`) blanked."""
    question_id = begun_under(state, event.question)
    leaving = state.phase is not Phase.RUNNING or state.claim is not None
    read = event.typed and question_id == being_asked(state) and not state.wording
    begins = state.bridging and not read
    if question_id is not None and (leaving or begins or question_id != pending(state)):
        return active(belated(state, event, question_id)), ()
    if event.typed:
        state, hushed = typed_over(state)
    else:
        hushed = ()
    over_us = state.current is not None and state.current.audible_at is not None and not hushed
    late = over_us or spoken_before(state, event)
    if state.yielded is not None and (leaving or state.bridging):
        return active(rest_of_answer(replace(state, yielded=None), event)), hushed
    state = replace(state, yielded=None)
    if leaving or late or state.bridging or turn_is_full(state):
        # spoken before what we are saying now, while leaving, or as one of very many: kept, and never
        # assessed alone
        return active(note(state, event, "answer")), hushed
    turns = state.turns
    texts: tuple[str, ...] = ()
    if state.turn is not None:
        texts = state.turn.texts
        state = reopened(state, state.turn.id, f"t{turns + 1}")
    else:
        state = with_log(state, replace(state.log, turns=state.log.turns + 1, unanswered=0))
    reading = None if texts else event.reading
    turn = Turn(f"t{turns + 1}", (*texts, words or event.text.strip()), reading)
    about = About(topics[0].partition(".")[0]) if topics else None
    state = note(active(state), event, "answer", turn.id, question_id, about)
    state, worded = completed(replace(state, turns=turns + 1, turn=turn, draft=_unsaid(state)))
    hushed = (*hushed, *worded)
    if state.elapsed >= state.stage.hard_limit and not waives_limit(state):
        state, commands = advance(ruled(state), Cause.DEADLINE)
        return state, (*hushed, *commands)
    turn = replace(turn, consulted=state.now)
    return replace(state, turn=turn), (*hushed, Consult(turn.id))


def _unsaid(state: InterviewState) -> Draft | None:
    """A bridge waits for its turn; any other draft is reconsidered with the new words."""
    draft = state.draft
    keep = draft is not None and draft.kind in (Kind.BRIDGE, Kind.CLOSING)
    return draft if keep else None


def superseded(state: InterviewState) -> InterviewState:
    """A question can be heard now, so nothing else is asked about what was said before it: the answer
    is assessed by the rules alone."""
    if state.draft is not None and state.draft.kind in (Kind.QUESTION, Kind.PROBE):
        state = replace(state, draft=None)
    if state.wording is not None and (state.current is None or not state.current.draft.open):
        state = replace(state, wording=None)
    return state if state.consult_since is None else replace(ruled(state), turn=None)
