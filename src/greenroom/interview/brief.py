"""What an interviewer is told about one answer: enough to judge it, nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from greenroom.interview.plan import Candidate, Millis, Question, StagePlan


@dataclass(frozen=True, slots=True)
class Brief:
    """One finished answer in its context."""

    turn_id: str
    stage: StagePlan
    candidate: Candidate
    answer: str
    question: Question
    """What was asked last (a probe is given as a question too)."""
    earlier: tuple[str, ...]
    """The candidate's earlier answers in this stage, oldest first."""
    facts: Mapping[str, str]
    """Known so far in this stage, by fact key."""
    asked: frozenset[str]
    """Ids of questions and probes already asked in this interview."""
    asked_texts: tuple[str, ...]
    """What the interviewer has asked so far, as spoken."""
    follow_ups: int
    """Follow-ups asked so far in this stage."""
    questions: int
    """Completed questions, probes and bridges of this stage."""
    time_left: Millis
    """Until the stage's hard limit."""
    language: str = "en"
