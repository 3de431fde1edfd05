"""Interviews of a few answers, as the rules of coaching take them."""

from __future__ import annotations

from typing import Any

from greenroom.assessment.coaching import coach
from greenroom.assessment.coaching.shapes import Coached

STORY = "Tell me about a time when something went wrong. What happened?"
VIEW = "How do you plan your day?"
ABOUT = "Please tell me a little about yourself."
DEED = "I rewrote the whole form by hand for the team at the front desk there."
"""An answer to a question for a story: what was done, and nothing that came of it."""


def said(index: int, speaker: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "index": index,
        "speaker": speaker,
        "stage": "TALK",
        "kind": kind,
        "text": text,
        "started_ms": 10_000 * index,
        "ended_ms": 10_000 * index + 9_000,
        "interrupted": False,
        "question_id": f"q{index - index % 2}",
        **more,
    }


def record(
    *pairs: tuple[str, str], kinds: tuple[str, ...] = (), reason: str = "completed"
) -> dict[str, Any]:
    """Questions with their answers."""
    messages = []
    for place, (question, answer) in enumerate(pairs):
        kind = kinds[place] if kinds else "question"
        messages.append(said(2 * place, "interviewer", kind, question))
        messages.append(said(2 * place + 1, "candidate", "answer", answer))
    return {"messages": messages, "end_reason": reason}


def only(question: str, answer: str) -> Coached:
    (one,) = coach(record((question, answer))).answers
    return one


def followed_up(*pairs: tuple[str, str]) -> tuple[Coached, ...]:
    """The answers to a question and to its follow-up."""
    return tuple(coach(record(*pairs, kinds=("question", "probe"))).answers)
