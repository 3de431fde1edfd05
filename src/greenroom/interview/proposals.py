"""What an interviewer (a model or the deterministic one) may propose about one answer (F7).

A proposal is an input: `engine.step` accepts it, refuses it with a cause, or replaces it. The four
names are the seeds' tool names; a structured reply carries the same four at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from greenroom.interview.reading import About


@dataclass(frozen=True, slots=True)
class AssessResponse:
    depth_score: int
    """1 (nothing to work with) to 5 (specific, measured, reflected)."""
    key_points_covered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskQuestion:
    question: str
    question_id: str | None = None
    """An id from the plan's bank or probes; None for words of the interviewer's own."""
    repeats: float | None = None
    """How sure a reader is that such words ask what was asked before; None: nobody compared them."""


@dataclass(frozen=True, slots=True)
class TransitionStage:
    reason: str


@dataclass(frozen=True, slots=True)
class RecordResponse:
    summary: str
    facts: tuple[tuple[str, str], ...] = ()
    """(fact key, what was said), for the stage's facts."""
    told: tuple[tuple[str, str], ...] | None = None
    """(part of a story, the words that tell it); None: nobody looked."""


@dataclass(frozen=True, slots=True)
class MeetAside:
    """Say this to what in the turn is no answer, and leave the question pending.

    Beside an `AskQuestion` the turn is both: it answers, and the words before the question meet the aside.
    """

    about: About
    say: str
    """"": the words are still to come, or are left to the program."""


Note: TypeAlias = AssessResponse | RecordResponse
"""A proposal that decides nothing."""
Proposal: TypeAlias = AssessResponse | AskQuestion | TransitionStage | RecordResponse | MeetAside
