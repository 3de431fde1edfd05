"""What was heard of a candidate: the spoken answers of a record, and what only the journal knows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import Any, Final

from greenroom.turns import folding

Span = tuple[int, int]
"""Beginning and end in milliseconds."""

SURE: Final = 0.5
"""Recognition confidence below which the words of an answer count as guessed."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What only the interview's journal knows of it."""

    voices: Sequence[Span] = ()
    """Stretches in which the candidate's voice was there."""
    confidences: Mapping[tuple[int, str], float] = field(default_factory=dict)
    """How sure the recogniser was, from 0 to 1, by the beginning and the words of what it heard."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """The bare words of every question that was asked, by id."""


NOT_KEPT: Final = Heard()
"""There is only the record."""


@dataclass(frozen=True)
class Speech:
    """What the measures are taken from."""

    answers: Sequence[Mapping[str, Any]]
    """Spoken answers, in order."""
    messages: Sequence[Mapping[str, Any]]
    voices: Sequence[Span]
    """Stretches in which the candidate's voice was there; empty when they were not kept."""
    tongue: str

    @cached_property
    def words(self) -> int:
        return sum(len(folding.words(answer["text"])) for answer in self.answers)

    @cached_property
    def spans(self) -> list[Span]:
        return [(answer["started_ms"], answer["ended_ms"]) for answer in self.answers]

    @cached_property
    def speech_ms(self) -> int:
        """Time with voice inside answers; without voice times, the answers' whole length."""
        if not self.voices:
            return sum(end - start for start, end in self.spans)
        return sum(end - start for span in self.spans for start, end in within(span, self.voices))


def within(span: Span, voices: Sequence[Span]) -> list[Span]:
    """The parts of `voices` that lie inside `span`; `voices` are in order, as they were heard."""
    start, end = span
    first = bisect_right(voices, start, key=itemgetter(1))
    last = bisect_left(voices, end, lo=first, key=itemgetter(0))
    cut = ((max(start, a), min(end, b)) for a, b in voices[first:last])
    return [(a, b) for a, b in cut if a < b]
