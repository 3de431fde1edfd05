"""The numbers of the turn decision beside the weights of `posterior`, each with what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Millis: TypeAlias = int


def to_millis(seconds: float) -> Millis:
    """The nearest whole millisecond."""
    return round(seconds * 1000)


@dataclass(frozen=True, slots=True)
class Limits:
    tail_ms: Millis = 1_000
    """A reply that begins this close to the end of a yes/no question answers it."""
    untranscribed_limit_ms: Millis = 2_000
    overlap_ms: Millis = 500
    """Who began first may end this late into the interviewer's words without interrupting them."""
    few_words: int = 2
    few_words_ms: Millis = 1_200
    """So many words interrupt when they are final, or when the voice has gone on for this long.
    Stop words wait for nothing."""
    missed_call: float = 10.0
    """How many needless stops are as bad as one ignored request to stop."""
    missed_content: float = 2.0
    """The same for other words that should have been heard."""
