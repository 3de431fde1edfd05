"""The best moment of an interview: words that stand alone and tell an achievement, a decision or a deed."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from greenroom.assessment.coaching import signs
from greenroom.assessment.coaching.advice import found
from greenroom.assessment.coaching.quoting import (
    LONGEST_PAIR,
    LONGEST_QUOTE,
    SENTENCE,
    is_half,
    sentence_of,
    widened,
    with_sentence_before,
)
from greenroom.assessment.coaching.rules import WORDS, chosen
from greenroom.assessment.coaching.shapes import OF_A_STORY, Aspect, Coached, Remark
from greenroom.assessment.coaching.standing import leans
from greenroom.assessment.exchanges import Message
from greenroom.assessment.sentence import Sentence
from greenroom.evidence import Quote
from greenroom_turns import folding

FEWEST: Final = 3
"""Words that say something alone."""
_PAIR: Final = re.compile(r"[.!?]\s")
_OF_A_FAULT: Final = re.compile(
    r"\b(?:mistakes?|errors?|fail(?:ed|ures?)?|weakness(?:es)?|regrets?|sorry|blamed?|went badly|"
    r"(?:get|got|getting) (?:it|something|that) (?:\w+ )?wrong)\b",
    re.I,
)
"""Asks for something that went wrong: what was done there is no best moment."""
_DONE: Final = (Aspect.ACTION, Aspect.MEASURABLE_RESULT)


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
            for quote in _wider(messages[clause.message], clause)
            if not (aspect in _DONE and _OF_A_FAULT.search(one.question))
            and _stands(quote, aspect)
            and _is_a_credit(messages[clause.message], quote)
        ]
        if found_here:
            *_, best = max(found_here, key=lambda one: one[:-1])
            return Remark(name, Sentence(chosen(why, best.message)), (best,))
    return None


def _wider(message: Message, clause: Quote) -> Sequence[Quote]:
    """These words, their sentence, and where that leans on the one before it both."""
    whole = widened(message, clause)
    more = with_sentence_before(message, whole) if leans(whole.text) else whole
    return tuple(dict.fromkeys((more, whole, clause)))


def _stands(quote: Quote, aspect: Aspect) -> bool:
    """Whether somebody who heard nothing else understands it, and it was done or decided. A quote that may have been
    cut is no whole statement."""
    said = quote.text.lower()
    longest = LONGEST_PAIR if _PAIR.search(said) else LONGEST_QUOTE - 1
    if "?" in said or not FEWEST <= len(folding.words(said)) <= longest:
        return False
    came_of_it = _PAIR.split(said)[-1]
    if leans(quote.text) or signs.MY_OWN.search(said) or signs.is_bad_news(came_of_it):
        return False
    chose = signs.DECIDED.search(said) is not None and signs.WEIGHED.search(said) is not None
    return aspect is not Aspect.TRADE_OFF or chose


def _is_a_credit(message: Message, quote: Quote) -> bool:
    """Whether it is whole, and neither it nor a sentence beside it tells of a fault of theirs, of a death or of pain."""
    if is_half(message, quote):
        return False
    start, end = sentence_of(message, quote.start)
    near = [
        f[0].lower()
        for f in SENTENCE.finditer(message["text"])
        if _touches(f.span(), start, max(end, quote.end))
    ]
    grave = signs.GRAVE.search(quote.text.lower()) is not None
    return not grave and not any(signs.FAULT.search(one) for one in near)


def _touches(span: tuple[int, int], start: int, end: int) -> bool:
    return span[0] <= end and span[1] >= start
