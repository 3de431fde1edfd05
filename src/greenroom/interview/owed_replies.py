"""The reply that an aside is owed: in which words, and behind which other."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.replies import reply
from greenroom.interview.reply_facts import reply_facts
from greenroom.interview.state import InterviewState
from greenroom.interview.utterance_state import Owed


def said_so_far(state: InterviewState) -> tuple[str, ...]:
    """What the interviewer has said; of several wordings the one that was not used is chosen."""
    return tuple(m.text for m in state.transcript.messages if m.speaker == "interviewer")


def words_for(state: InterviewState, topic: str) -> str:
    """What is said to this aside."""
    return reply(topic, reply_facts(state), said_so_far(state)).text


def with_owed(state: InterviewState, text: str) -> InterviewState:
    """The reply, after one that has not been said yet."""
    before = state.owed.text if state.owed is not None else ""
    return replace(state, owed=Owed(text if text in before or not before else f"{before} {text}"))
