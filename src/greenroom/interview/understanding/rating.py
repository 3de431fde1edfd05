"""How deep an answer goes under rules 2: by the parts of a story that it tells, not by its length.

    1  nothing was said ("I don't know", the question said back)
    2  a claim, a name, how things were
    3  a deed or an end alone, or a price
    4  a deed and its end; or an end and its price
    5  a deed, its end, and a measure or a price

Where no story is asked for ("how would you …"), an answer also goes as deep as what it names: 3 with two
of a quantity, a name, a reason, an order of steps; 4 with three. In a story a task makes 3, and trouble
alone does not. An answer that does not fit its question is 2 at most, and so are fewer than five
words without a part. In other languages than English the rules of `depth` hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from greenroom.interview.plan import Question
from greenroom.interview.questions import words
from greenroom.interview.understanding.depth import Assessment, assess, mentions, names, reasons
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.sense import Nothing, nothing_in
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    RESULT,
    TASK,
    TRADE_OFF,
)

_RESULTS: Final = frozenset({RESULT, MEASURABLE_RESULT})
_STEPS: Final = re.compile(
    r"\b(?:first(?:ly)?|then|after that|next|finally|second(?:ly)?|at the end)\b", re.I
)
_SHORT: Final = 5


def rate(
    answer: str,
    question: Question,
    told: Iterable[str],
    earlier: Sequence[str] = (),
    *,
    story: bool,
    language: str = "en",
) -> Assessment:
    """Total. `told`: the parts of a story in the answer; `story`: the stage asks for something that was done."""
    if language != "en":
        return assess(answer, question, earlier, language)
    nothing = nothing_in(answer, question.text, (), language)
    if nothing is not Nothing.DONT_KNOW:
        nothing = nothing_in(answer, question.text, earlier, language)
    parts = frozenset(told)
    if nothing is not None and not (parts and nothing is Nothing.OFF_TOPIC):
        return Assessment(1, (), nothing, frozenset())
    covered = tuple(point for point in question.points if mentions(answer, point))
    depth = max(story_depth(parts), _detail_depth(answer, parts, story=story))
    return Assessment(depth, (*covered, *sorted(parts)), None, parts)


def depth_of(answer: str, question: Question, told: Iterable[str], *, story: bool) -> int:
    """The depth of `rate` alone."""
    return rate(answer, question, told, story=story).depth


def story_depth(parts: Iterable[str]) -> int:
    """How deep a story with these parts goes, 1 to 5."""
    told = frozenset(parts)
    ends = bool(told & _RESULTS)
    priced = bool(told & {MEASURABLE_RESULT, TRADE_OFF})
    if ACTION in told and ends:
        return 5 if priced else 4
    if ends and TRADE_OFF in told:
        return 4
    if ACTION in told or ends or priced:
        return 3
    return 2 if told else 1


def _detail_depth(answer: str, parts: frozenset[str], *, story: bool) -> int:
    said = words(answer)
    if len(said) < _SHORT:
        return 2 if len(said) > 1 else 1
    if story:
        return 2 + (TASK in parts)
    details = (
        (QUANTITY.search(answer) is not None)
        + names(answer, said)
        + reasons(answer)
        + (len(_STEPS.findall(answer)) > 1)
    )
    return 2 + (details > 1) + (details > 2)
