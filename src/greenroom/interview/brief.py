"""What an interviewer is told about one answer: enough to judge it, nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from greenroom.interview.plan import Candidate, Millis, Question, StagePlan
from greenroom.interview.reading import Reading


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
    told: tuple[str, ...] = ()
    """The candidate's earlier answers in this interview, oldest first."""
    rules: int = 1
    """The engine's (`state.RULES`)."""
    reading: Reading | None = None
    """Of `answer`, where it was read in one piece."""
    ledger: tuple[tuple[str, str], ...] = ()
    """(part of a story, the words that told it) of this stage's answers, this one too, oldest first."""
    deeds: frozenset[str] = frozenset()
    """What this stage told of deeds beside the ledger (`ledger.deeds`)."""
    known: tuple[tuple[str, str], ...] = ()
    """(fact key, what was said) of all stages, the newest word on each."""
    summaries: tuple[tuple[str, str], ...] = ()
    """(stage title, what was heard in it) of the stages before this one."""
    asked_us: tuple[str, ...] = ()
    """What the candidate asked the interviewer, oldest first."""
    answered: frozenset[str] = frozenset()
    """The parts of a story that `answer` tells (rules 2)."""
    best_depth: int | None = None
    """The greatest of this stage's earlier answers; None if none was assessed."""

    phrases: tuple[tuple[str, float], ...] = ()
    """(words to take up, how sure) of `answer`, the best first (`reading.Phrase`)."""
    earlier_phrases: tuple[tuple[str, float], ...] = ()
    """The same of this stage's earlier answers: of the story that goes on, then the newest first."""
    story: str = ""
    """The answer that began the story which `question` goes on with; `answer` itself if that began one."""
    doubted: bool = False
    """The recogniser was unsure of `answer`, or of a part of it: nothing of it is said back."""
    never_worked: bool = False
    """The candidate said that they have never had a job."""
    spoken: tuple[str, ...] = ()
    """What the interviewer has said in this interview, as it was heard, oldest first."""

    @property
    def parts(self) -> frozenset[str]:
        """The parts of a story that the stage has heard by now (rules 2)."""
        return frozenset(part for part, _ in self.ledger)
