"""An interview whose record is full says so and closes; nothing that was written is lost.

At a bound the interviewer says good-bye. What the candidate says meanwhile is still written down: an
eighth of each bound is left for it. When that is used up, too, or nobody listens, the interview ends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from greenroom.interview.candidate_commands import hush
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import Command
from greenroom.interview.encoding import encode_entry
from greenroom.interview.entries import with_incident
from greenroom.interview.events import AckIgnored, AnswerGiven, Event
from greenroom.interview.phrases import phrases
from greenroom.interview.state import InterviewState, Phase, Step
from greenroom.interview.transitions import close, finish

INCIDENT: Final = "record"
"""Kind of the incident that says which bound was reached."""
CLOSING_SHARE: Final = 8
"""One part in so many of a bound is left for the good-bye."""


def counted(state: InterviewState, event: Event, commands: tuple[Command, ...]) -> InterviewState:
    """The state with the size of this step added to what is written."""
    if state.bounds is None:
        return state
    line = encode_entry(0, event, commands)
    said = len(event.text) if isinstance(event, AnswerGiven | AckIgnored) else 0
    return replace(state, written=state.written + len(line.encode()), said=state.said + said)


def turn_is_full(state: InterviewState) -> bool:
    """The open turn has as many answers as are assessed together."""
    return (
        state.bounds is not None
        and state.turn is not None
        and len(state.turn.texts) >= state.bounds.parts
    )


def ended_if_full(state: InterviewState) -> Step:
    """Close the interview if its record has reached a bound."""
    reached = _reached(state, 0)
    if reached is None or state.ended:
        return state, ()
    leaving = state.phase is Phase.CLOSING or state.last_words_since is not None
    if leaving and _reached(state, CLOSING_SHARE) is None:
        return state, ()
    state = with_incident(state, INCIDENT, reached)
    if state.closing is not None:
        closing = state.closing
        return finish(state, closing.reason, closing.cause, closing.proposed_by)
    unheard = state.pause is not None or not state.present or state.index < 0
    if leaving or unheard:
        return finish(state, EndReason.TIME, Cause.TURN_LIMIT)
    state, hushed = hush(state)
    lead = phrases(state.plan.language).full
    state = replace(state, claim=None)
    return close(state, Cause.TURN_LIMIT, EndReason.TIME, "engine", lead=lead), hushed


def _reached(state: InterviewState, share: int) -> str | None:
    """The bound that is reached, or passed by one part in `share` of it."""
    bounds = state.bounds
    if bounds is None:
        return None
    kept = (
        ("messages", len(state.transcript.messages), bounds.messages),
        ("words", state.said, bounds.said),
        ("journal", state.written, bounds.journal),
    )
    return next(
        (name for name, used, most in kept if used >= most + (most // share if share else 0)), None
    )
