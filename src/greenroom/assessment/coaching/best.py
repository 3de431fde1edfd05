"""The best moment of an interview: words that stand alone and tell an achievement, a decision or a deed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from greenroom.assessment.coaching import signs
from greenroom.assessment.coaching.advice import found
from greenroom.assessment.coaching.aspects import LONGEST_QUOTE
from greenroom.assessment.coaching.rules import WORDS
from greenroom.assessment.coaching.shapes import Aspect, Coached, Remark
from greenroom.assessment.sentence import Sentence
from greenroom.evidence import Quote
from greenroom_turns import folding

FEWEST: Final = 3
"""Words that say something alone."""


def best_moment(given: Sequence[Coached], doubted: Container[int] = ()) -> Remark | None:
    """The words that tell most, by the order of `[best]`; of equals the longest, of those the first. None of a
    turn that the recogniser was unsure of (`doubted`); and where none stands alone there is none."""
    for name, why in WORDS["best"].items():
        aspect = Aspect(name)
        quotes = [
            quote
            for one in given
            for quote in found(one, aspect)
            if quote.message not in doubted and _stands(quote, aspect)
        ]
        if quotes:
            best = max(quotes, key=lambda quote: len(folding.words(quote.text)))
            return Remark(name, Sentence(why), (best,))
    return None


def _stands(quote: Quote, aspect: Aspect) -> bool:
    """Whether somebody who heard nothing else understands it, and it was done or decided. A quote that may have been
    cut is no whole statement."""
    said = quote.text.lower()
    if "?" in said or not FEWEST <= len(folding.words(said)) < LONGEST_QUOTE:
        return False
    if signs.LEANS.match(said):
        return False
    return aspect is not Aspect.TRADE_OFF or signs.DECIDED.search(said) is not None
