"""How deep an answer goes, 1 to 5, by rules that can be told to the candidate.

These are rules 1, and what holds in other languages than English; rules 2 go by what was told (`rating`).

An answer that says nothing (`sense.nothing_in`: silence, "I don't know", one or two words,
gibberish, the question said back, an earlier answer again, off the topic) is 1. Any other collects points:

    length      1 for 10 words, 2 for 28
    number      1 for a quantity ("five years", "40 percent")
    named       1 for something by its name: a tool, a place, a role, a strength
    reason      1 for "because", "so that", "which meant"
    story       1 each for an action, a result, a measurable result and a trade-off

    points      0      1–2      3–4      5–6      7 and more
    depth       1       2        3        4        5

    1  "I worked on websites."
    2  "I worked on the website of my company together with some other people there."
    3  "I'm a nurse, eight years now, and I'm good at calming people in the emergency room."
    4  "We moved the shop to Postgres because the old database was slow. I wrote the migration and
        we tested it with two stores. In the end checkout was faster for everybody."
    5  "Our stock count was a day behind. I decided on change events over polling, built it with one
        colleague, and the delay fell from a day to two minutes; the price was a harder rollback."

Fewer than five words never make more than 2, and without a measurable result or a trade-off an
answer stays at 4. In other languages than English only length and
digits count, and never more than 4: what we can't read we don't judge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from greenroom.interview.plan import Question
from greenroom.interview.questions import normalised, words
from greenroom.interview.understanding.lexicon import I_AM, QUANTITY, ROLE_NOUNS, SKILL_WORDS
from greenroom.interview.understanding.sense import Nothing, nothing_in
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    RESULT,
    TRADE_OFF,
    story_parts,
)

_REASON = re.compile(
    r"\b(?:because|so that|in order to|which meant|that(?:['’]?s| is) why|the reason|since it|due to)\b",
    re.I,
)
_NAMED = re.compile(r"(?<=[a-z,;:] )(?!I\b)[A-Z][A-Za-z0-9+#]+")
_SELF = re.compile(
    rf"{I_AM}\s+(?:\w+\s+)?(?:good|great|strong|best|experienced|skilled|known|proud|responsible)\b"
    r"|\bmy (?:strength|strengths|speciality|specialty|focus)\b|\bi speciali[sz]e\b",
    re.I,
)
_BEATS = ((7, 5), (5, 4), (3, 3), (1, 2))
_SHORT = 5
_OTHER_LANGUAGE_BEST = 4


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the rules found in one answer."""

    depth: int
    points: tuple[str, ...]
    """The question's key points that were mentioned, then the story parts that were heard."""
    nothing: Nothing | None
    story_parts: frozenset[str]


def assess(
    answer: str, question: Question, earlier: Sequence[str] = (), language: str = "en"
) -> Assessment:
    """Total: any text gets a depth from 1 to 5."""
    nothing = nothing_in(answer, question.text, earlier, language)
    if nothing is not None:
        return Assessment(1, (), nothing, frozenset())
    parts = story_parts(answer, language)
    covered = tuple(point for point in question.points if mentions(answer, point))
    depth = _depth(answer, parts) if language == "en" else _plain_depth(answer)
    return Assessment(depth, (*covered, *sorted(parts)), None, parts)


def _depth(answer: str, parts: frozenset[str]) -> int:
    said = words(answer)
    points = (
        (len(said) >= 10)
        + (len(said) >= 28)
        + (QUANTITY.search(answer) is not None)
        + names(answer, said)
        + reasons(answer)
        + len(parts & {ACTION, RESULT, MEASURABLE_RESULT, TRADE_OFF})
    )
    depth = next((depth for beat, depth in _BEATS if points >= beat), 1)
    if len(said) < _SHORT:
        return min(depth, 2)
    return depth if parts & {MEASURABLE_RESULT, TRADE_OFF} else min(depth, 4)


def names(answer: str, said: tuple[str, ...]) -> bool:
    """Whether something stands by its name: a tool, a role, a strength. `said`: the answer's words."""
    if not (SKILL_WORDS | ROLE_NOUNS).isdisjoint(said):
        return True
    return _NAMED.search(answer) is not None or _SELF.search(answer) is not None


def _plain_depth(answer: str) -> int:
    count = len(words(answer))
    depth = 1 + (count >= 5) + (count >= 15) + (re.search(r"\d", answer) is not None)
    return min(depth, _OTHER_LANGUAGE_BEST)


def reasons(answer: str) -> bool:
    """Whether a reason is given."""
    return _REASON.search(answer) is not None


def mentions(answer: str, point: str) -> bool:
    """Whether a key point stands in the answer."""
    wanted = normalised(point)
    return bool(wanted) and f" {wanted} " in f" {normalised(answer)} "
