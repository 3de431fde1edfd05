"""Whether an answer speaks to its question, by what a reader told of each of its turns, or by its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from greenroom.assessment.exchanges import Exchange, Message
from greenroom.interview.understanding.sense import is_of_leisure
from greenroom_turns.folding import is_english

RELEVANT: Final = -3.08
"""`Reading.relevance` below which a turn is off its question: `python -m training.relevance` says how many real answers
lie there."""


def is_off_question(
    exchange: Exchange, relevance: Mapping[int, float], language: str = "en"
) -> bool:
    """Whether every turn of the answer is. What is not known is not held against anybody."""

    def is_off(turn: Message) -> bool:
        found = relevance.get(turn["index"])
        low = found is not None and found < RELEVANT
        return low or (is_english(language) and is_of_leisure(turn["text"], exchange.question))

    return bool(exchange.answers) and all(map(is_off, exchange.answers))
