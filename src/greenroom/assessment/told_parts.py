"""Which parts of a story were told in an interview, as its coaching found them (R3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from greenroom.assessment.coaching import signs
from greenroom.assessment.coaching.advice import found, is_found
from greenroom.assessment.coaching.shapes import OF_A_STORY, Aspect, Coached, Coaching, State
from greenroom.assessment.coaching.went import has_figure
from greenroom.assessment.measure import ENOUGH_WORDS, Measure, NotMeasured, too_little
from greenroom.assessment.sentence import Sentence, joined
from greenroom.assessment.speech import Speech
from greenroom.interview.understanding.story import PARTS, TASK, story_parts
from greenroom_turns import folding

NAMES: Final[Mapping[str, Sentence]] = {
    "situation": Sentence("situation"),
    "task": Sentence("task"),
    "action": Sentence("action"),
    "result": Sentence("result"),
    "measurable_result": Sentence("result in figures"),
    "trade_off": Sentence("price of a choice"),
}
"""The parts of a story, for people."""


class ToldParts(NamedTuple):
    """Every part is in one of them."""

    found: frozenset[str]
    missing: frozenset[str]
    unsure: frozenset[str]
    """What may have been told."""


def named(part: str) -> Sentence:
    """A part of a story by its name."""
    return NAMES[part]


def told_parts(messages: Sequence[Mapping[str, Any]], coaching: Coaching) -> ToldParts:
    """The parts that an interview has, those of which there is no sign in any answer, and the others. A task has no rule of
    its own: it is known by its words in a story; elsewhere they tell somebody's work."""
    coached = [one for one in coaching.answers if one.withheld is None]
    told = {
        part for part in PARTS if part != TASK if any(is_found(a, Aspect(part)) for a in coached)
    }
    if any(_has_result_in_figures(one) for one in coached):
        told.add(Aspect.MEASURABLE_RESULT.value)
    told |= _cued(messages, [one for one in coached if one.asking in OF_A_STORY]) & {TASK}
    maybe = _cued(messages, coached) | {
        str(aspect)
        for one in coached
        for aspect, finding in one.findings.items()
        if finding.state is not State.ABSENT
    }
    return ToldParts(
        frozenset(told), frozenset(PARTS) - told - maybe, frozenset(maybe - told) & {*PARTS}
    )


def _cued(messages: Sequence[Mapping[str, Any]], answers: Sequence[Coached]) -> frozenset[str]:
    """The parts that the words of these answers show."""
    here = {index for one in answers for index in one.answers}
    return story_parts(" ".join(m["text"] for m in messages if m["index"] in here))


def _has_result_in_figures(one: Coached) -> bool:
    """Whether an answer to what came of it has a figure that is no bad news."""
    figures = found(one, Aspect.NUMBER)
    bad = bool(figures) and all(signs.is_bad_news(quote.text.lower()) for quote in figures)
    return has_figure(one) and is_found(one, Aspect.RESULT) and not bad


def story(speech: Speech, coaching: Coaching) -> Measure | NotMeasured:
    """How many parts were told, and which."""
    texts = [m["text"] for m in speech.messages if m["kind"] == "answer"]
    if sum(len(folding.words(text)) for text in texts) < ENOUGH_WORDS:
        return too_little(speech)
    if not folding.is_english(speech.language):
        return NotMeasured(Sentence("The parts of a story are only recognised in English."))
    parts = told_parts(speech.messages, coaching)
    names, missing, unsure = ([named(part) for part in PARTS if part in some] for some in parts)
    said: str = Sentence("None of them was recognised.")
    if names:
        said = Sentence("Found: {parts}.", parts=joined(*names, by=", "))
    if names and missing:
        more = Sentence("Not found: {parts}.", parts=joined(*missing, by=", "))
        said = joined(said, more)
    if names and unsure:
        more = Sentence("Perhaps told: {parts}.", parts=joined(*unsure, by=", "))
        said = joined(said, more)
    return Measure(
        Sentence("{found} of {of}", found=len(names), of=len(PARTS)),
        Sentence("parts"),
        Sentence(
            "Parts of a story for which we know telling words, in all your answers together. They are the four of STAR "
            "(situation, task, action, result), a result in figures, and the price of a choice. Other words for them are "
            "missed."
        ),
        said,
    )
