"""The best moment of an interview: words that stand alone and tell an achievement, a decision or a deed."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from greenroom.assessment.coaching import signs
from greenroom.assessment.coaching.advice import found
from greenroom.assessment.coaching.quoting import LONGEST_QUOTE, widened
from greenroom.assessment.coaching.rules import WORDS, chosen
from greenroom.assessment.coaching.shapes import OF_A_STORY, Aspect, Coached, Remark
from greenroom.assessment.sentence import Sentence
from greenroom.evidence import Quote
from greenroom_turns import folding

FEWEST: Final = 3
"""Words that say something alone."""


def best_moment(
    record: Mapping[str, Any], given: Sequence[Coached], doubted: Container[int] = ()
) -> Remark | None:
    """The sentence that tells most, by the order of `[best]`; of equals one of a story, of those the longest, of
    those the first. None of a turn that the recogniser was unsure of (`doubted`); and where none stands alone
    there is none."""
    messages = {message["index"]: message for message in record["messages"]}
    for name, why in WORDS["best"].items():
        aspect = Aspect(name)
        found_here = [
            (one.asking in OF_A_STORY, len(folding.words(quote.text)), -place, quote)
            for place, one in enumerate(given)
            for clause in found(one, aspect)
            if clause.message not in doubted
            for quote in (widened(messages[clause.message], clause), clause)
            if _stands(quote, aspect)
        ]
        if found_here:
            *_, best = max(found_here, key=lambda one: one[:-1])
            return Remark(name, Sentence(chosen(why, best.message)), (best,))
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
