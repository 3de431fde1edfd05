"""Whether an answer speaks to its question, by what a reader told of each of its turns, or by its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from greenroom.assessment.exchanges import Exchange, Message
from greenroom.interview.questions import words
from greenroom.interview.understanding.lexicon import LEISURE_WORDS
from greenroom.interview.understanding.sense import Nothing, nothing_in
from greenroom_turns.folding import is_english

RELEVANT: Final = -3.08
"""`Reading.relevance` below which a turn is off its question: `python -m training.relevance` says how many real answers
lie there."""


LEISURE: Final = 3
"""Different words of leisure and home, without one of work: with fewer, of 3,876 answers that were to their question 267
looked like none; with three, none did."""


def is_off_question(
    exchange: Exchange, relevance: Mapping[int, float], language: str = "en"
) -> bool:
    """Whether every turn of the answer is. What is not known is not held against anybody."""

    def is_off(turn: Message) -> bool:
        found = relevance.get(turn["index"])
        low = found is not None and found < RELEVANT
        return low or _is_of_leisure(turn["text"], exchange.question, language)

    return bool(exchange.answers) and all(map(is_off, exchange.answers))


def _is_of_leisure(text: str, question: str, language: str) -> bool:
    """It speaks of home and leisure alone, at length, and of nothing that was asked."""
    if not is_english(language) or len(LEISURE_WORDS.intersection(words(text))) < LEISURE:
        return False
    return nothing_in(text, question) is Nothing.OFF_TOPIC
