"""Whether an answer speaks to its question, by what a reader told of each of its turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from greenroom.assessment.exchanges import Exchange

RELEVANT: Final = -3.08
"""`Reading.relevance` below which a turn is off its question: `python -m training.relevance` says how many real answers
lie there."""


def is_off_question(exchange: Exchange, relevance: Mapping[int, float]) -> bool:
    """Whether every turn of the answer is. What is not known is not held against anybody."""
    found = [relevance.get(answer["index"]) for answer in exchange.answers]
    return bool(found) and all(one is not None and one < RELEVANT for one in found)
