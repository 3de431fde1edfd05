"""When words of an answer were spoken, as well as can be told without the time of each word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from greenroom.assessment.speech import Span, within

MARGIN: Final = 1_500
"""Milliseconds by which words are estimated to be off, at both ends of a passage."""
LEAD: Final = 300
TAIL: Final = 500
"""A voice is there a little before and after what a detector takes for it."""


def answer_moment(message: Mapping[str, Any]) -> Span | None:
    """A spoken message from its first sound to its last; None for one that was typed."""
    begin, end = message["started_ms"], message["ended_ms"]
    return (max(0, begin - LEAD), end + TAIL) if end > begin else None


def quote_moment(
    message: Mapping[str, Any], start: int, end: int, voices: Sequence[Span] = ()
) -> Span | None:
    """The passage from character `start` to `end` of a spoken message, `MARGIN` before and after it.

    Words are taken to follow one another evenly while there was a voice: `voices` are its stretches;
    without them, the whole message is one. None for a message that was typed.
    """
    whole = answer_moment(message)
    if whole is None:
        return None
    span = message["started_ms"], message["ended_ms"]
    spoken = within(span, voices) or [span]
    letters = max(1, len(message["text"]))
    begins, ends = (_after(spoken, at / letters) for at in (start, end))
    return max(whole[0], begins - MARGIN), min(whole[1], ends + MARGIN)


def _after(spoken: Sequence[Span], share: float) -> int:
    """The moment at which this share of the voice was over."""
    left = share * sum(end - begin for begin, end in spoken)
    for begin, end in spoken:
        if left <= end - begin:
            return begin + round(left)
        left -= end - begin
    return spoken[-1][1]
