"""How long a longer answer takes to its first action, result or amount, as the coaching found them (R2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final

from greenroom.assessment.coaching import concrete
from greenroom.assessment.coaching.advice import found, is_found
from greenroom.assessment.coaching.shapes import Aspect, Coached, Coaching, State
from greenroom.assessment.measure import ENOUGH_WORDS, Measure, NotMeasured, seconds
from greenroom.assessment.sentence import Sentence, joined
from greenroom.assessment.speech import Speech
from greenroom.evidence import Quote
from greenroom.interview.understanding.story import ACTION, MEASURABLE_RESULT, RESULT, story_parts
from greenroom.interview.understanding.telling import tells_deed, told_at
from greenroom_turns import folding

_SENTENCE: Final = re.compile(r"[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]+)*[.!?]*")
"""A sentence; a stop without space behind it ("0.2 percent") ends none."""
_WORD: Final = re.compile(r"\S+")
_POINTS: Final = (Aspect.ACTION, Aspect.RESULT, Aspect.MEASURABLE_RESULT, Aspect.NUMBER)
_DEED: Final = re.compile(r"\bi(?:['’]\w+)?\s+\w+", re.I)
"""The speaker and the next word."""
LATE_S: Final = 12
"""Seconds until the point that are pointed out: about thirty words."""
_Parts = Sequence[Mapping[str, Any]]
"""The spoken messages of one answer, in order."""


def time_to_the_point(speech: Speech, coaching: Coaching) -> Measure | NotMeasured:
    """The middle one of the times, over answers that have a point. Advice stands there only where an answer is plainly
    without one, or the point comes late. Where the coaching claims nothing, or the answer is to another question,
    it counts for neither."""
    if not folding.is_english(speech.language):
        return NotMeasured(Sentence("Actions and results are only recognised in English."))
    long = list(_longer(speech, coaching))
    if not long:
        return NotMeasured(
            Sentence("No spoken answer had {enough} words or more.", enough=ENOUGH_WORDS)
        )
    times = [
        time
        for one, parts in long
        if any(is_found(one, aspect) for aspect in _POINTS)
        if (time := _seconds(one, parts)) is not None
    ]
    without = sum(_is_without(one, parts) for one, parts in long)
    if not times:
        return NotMeasured(
            Sentence("We found no action, result or amount in a longer answer.")
            if without == len(long)
            else Sentence(
                "No action, result or amount in a longer answer was plain enough to count."
            )
        )
    middle = round(median(times))
    said: str = Sentence(
        "We found the point in {n} longer answer.",
        "We found the point in {n} longer answers.",
        n=len(times),
    )
    if without:
        more = Sentence(
            "In {n} other we found no action, result or amount. Name one in each answer.",
            "In {n} others we found no action, result or amount. Name one in each answer.",
            n=without,
        )
        said = joined(said, more)
    elif middle > LATE_S:
        said = joined(said, Sentence("Say first what you did, then how it came to that."))
    return Measure(
        middle,
        seconds(middle),
        Sentence(
            "Time until you first name an action, a result or an amount, in spoken answers of twenty words or more: the middle one, or of an even number halfway between the middle two. It is estimated from the word's place, as if you spoke evenly."
        ),
        said,
    )


def _longer(speech: Speech, coaching: Coaching) -> Iterator[tuple[Coached, _Parts]]:
    """The answers to their questions that are long enough to have a point, with their spoken parts."""
    for one in coaching.answers:
        if one.withheld is not None or is_found(one, Aspect.OFF_QUESTION):
            continue
        parts = [part for part in speech.answers if part["index"] in one.answers]
        if sum(len(folding.words(part["text"])) for part in parts) >= ENOUGH_WORDS:
            yield one, parts


def _is_without(one: Coached, parts: _Parts) -> bool:
    """Whether nothing in an answer may be a point."""
    plain = all(
        aspect in one.findings and one.findings[aspect].state is State.ABSENT for aspect in _POINTS
    )
    return plain and all(_cued(part["text"]) is None for part in parts)


def _seconds(one: Coached, parts: _Parts) -> float | None:
    """Seconds of speech before the point has been named; None where its place is not known."""
    before = 0.0
    for part in parts:
        lasts: float = (part["ended_ms"] - part["started_ms"]) / 1000
        if (share := _share(one, part)) is not None:
            return before + share * lasts
        before += lasts
    return None


def _share(one: Coached, part: Mapping[str, Any]) -> float | None:
    """How much of a message's words have been said at its first point: at the end of cue words or of what the coaching found."""
    text: str = part["text"]
    ends = [
        _named(aspect, quote)
        for aspect in _POINTS
        for quote in found(one, aspect)
        if quote.message == part["index"]
    ]
    if (cued := _cued(text)) is not None:
        ends.append(cued)
    return len(folding.words(text[: min(ends)])) / len(folding.words(text)) if ends else None


def _named(aspect: Aspect, quote: Quote) -> int:
    """Where what is quoted has been named: a deed with its verb, anything else when it is over."""
    deed = _DEED.search(quote.text) if aspect is Aspect.ACTION else None
    return quote.end if deed is None else quote.start + deed.end()


def _cued(text: str) -> int | None:
    """Where the first words end that tell an action, a result or an amount."""
    for sentence in _SENTENCE.finditer(text):
        said = sentence[0]
        places = [_amount_at(said), told_at(said, _tells)]
        if named := [place for place in places if place is not None]:
            return sentence.start() + min(named)
    return None


def _amount_at(text: str) -> int | None:
    """Where the first word of an amount ends."""
    amount = concrete.measured(text)
    ends = (word.end() for word in _WORD.finditer(text))
    return None if amount is None else next(end for end in ends if end > amount)


def _tells(text: str) -> bool:
    return tells_deed(text) or bool(story_parts(text) & {ACTION, RESULT, MEASURABLE_RESULT})
