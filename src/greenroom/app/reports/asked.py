"""The whole words of every question of an interview, also of those that were cut off."""

from __future__ import annotations

from greenroom.interview.speaking import spoken
from greenroom.interview.state import InterviewState


def whole_questions(state: InterviewState) -> dict[str, str]:
    """By the questions' ids. A question that was cut off has the words that it was to have: it is never
    named by the few of them that were heard."""
    found = dict(state.transcript.asked)
    for message in state.transcript.messages:
        if message.question_id and message.question:
            found.setdefault(message.question_id, spoken(state, message.question))
    return found
