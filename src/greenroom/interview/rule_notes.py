"""What is noted about the open turn without asking the interviewer: by the rules alone."""

from __future__ import annotations

from types import UnionType

from greenroom.interview import deterministic
from greenroom.interview.briefing import brief
from greenroom.interview.notes import taken
from greenroom.interview.proposals import AssessResponse, Note, RecordResponse
from greenroom.interview.state import InterviewState


def ruled(
    state: InterviewState, kind: type[Note] | UnionType = AssessResponse | RecordResponse
) -> InterviewState:
    """The state with what the rules note, as far as it is of this kind."""
    assert state.turn is not None
    for proposal in deterministic.reply(brief(state)):
        if isinstance(proposal, kind):
            state, _ = taken(state, state.turn.id, proposal)
    return state
