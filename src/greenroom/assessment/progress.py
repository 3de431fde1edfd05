"""What changed over several interviews of one person, and where it stays weak: from what was measured.

What was not measured or not scored is left out of every count; it is never a zero. An area is called
weak by the formulas below, and only where at least `FEWEST` interviews could be measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from greenroom.assessment.claims import Scored
from greenroom.assessment.coaching import coach
from greenroom.assessment.delivery import OF_THE_INTERVIEW, measures
from greenroom.assessment.exchanges import exchanges
from greenroom.assessment.hard_parts import distressed
from greenroom.assessment.measure import ENOUGH_WORDS
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import JournalExtract
from greenroom.assessment.speech_rates import SPEECH_BAND
from greenroom.assessment.told_parts import ToldParts, named, told_parts
from greenroom.interview.causes import EndReason
from greenroom.interview.understanding.story import PARTS
from greenroom_turns import folding

FEWEST: Final = 2
"""One interview shows no habit."""
SHALLOW: Final = 2
"""Depth of an answer that says little (`interview.understanding.depth`)."""
LOW_LEVEL: Final = 2
"""A criterion whose median level is no higher is weak."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One interview of the series, oldest first."""

    id: str
    at: str
    record: Mapping[str, Any]
    heard: JournalExtract
    language: str
    card: Scorecard | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """One measured value."""

    interview: str
    at: str
    value: float


@dataclass(frozen=True, slots=True)
class Area:
    """Something that stays weak, with the count it rests on."""

    name: str
    sentence: str
    found: int
    of: int


def series(sittings: Sequence[Sitting]) -> dict[str, list[Point]]:
    """Each measure of the candidate's delivery over time, where it has a number."""
    found: dict[str, list[Point]] = {}
    for one in sittings:
        coaching = coach(one.record, heard=one.heard, language=one.language)
        for name, measure in measures(one.record, one.heard, one.language, coaching).items():
            if name not in OF_THE_INTERVIEW and isinstance(measure["value"], int | float):
                found.setdefault(name, []).append(Point(one.id, one.at, measure["value"]))
    return found


def criteria(sittings: Sequence[Sitting]) -> dict[str, list[Point]]:
    """Each criterion's level over time, where there is one; criteria of different rubrics stand apart."""
    found: dict[str, list[Point]] = {}
    for one in sittings:
        if one.card is None:
            continue
        for criterion in one.card.rubric.criteria:
            mark = one.card.marks.get(criterion.id)
            if isinstance(mark, Scored):
                name = f"{one.card.rubric.title}: {criterion.title}"
                found.setdefault(name, []).append(Point(one.id, one.at, mark.score))
    return found


def weak_areas(sittings: Sequence[Sitting]) -> list[Area]:
    """What is weak in more than half of the interviews that could be measured for it; unanswered
    questions: more than a quarter of all."""
    return [
        *_parts([one for one in sittings if _is_whole(one)]),
        *_depth(sittings),
        *_unanswered(sittings),
        *_pace(sittings),
        *_levels(sittings),
    ]


def _parts(sittings: Sequence[Sitting]) -> Iterator[Area]:
    told = [parts for one in sittings if (parts := _told(one)) is not None]
    for part in PARTS:
        missing = sum(part in parts.missing for parts in told)
        if len(told) >= FEWEST and 2 * missing > len(told):
            name = named(part)
            yield Area(
                Sentence("story: {part}", part=name),
                Sentence(
                    "No {part} was heard in {missing} of {of} interviews.",
                    part=name,
                    missing=missing,
                    of=len(told),
                ),
                missing,
                len(told),
            )


def _told(one: Sitting) -> ToldParts | None:
    """The parts of a story in an interview, if its answers are enough to tell one in a language we can read."""
    words = " ".join(m["text"] for m in one.record["messages"] if m["kind"] == "answer")
    enough = len(folding.words(words)) >= ENOUGH_WORDS and folding.is_english(one.language)
    if not enough:
        return None
    coaching = coach(one.record, heard=one.heard, language=one.language)
    return told_parts(one.record["messages"], coaching)


def _is_whole(one: Sitting) -> bool:
    """Whether an interview shows what is lacking: one that was stopped, or with distress in it, does not."""
    stopped = one.record.get("end_reason") == EndReason.CANDIDATE_ENDED
    return not (stopped or distressed(one.record["messages"]))


def _depth(sittings: Sequence[Sitting]) -> Iterator[Area]:
    depths = [e.depth for one in sittings for e in exchanges(one.record["messages"])]
    known = [depth for depth in depths if depth is not None]
    low = sum(depth <= SHALLOW for depth in known)
    if len(sittings) >= FEWEST and 2 * low > len(known):
        said = Sentence("{low} of {of} answers had little detail.", low=low, of=len(known))
        yield Area(Sentence("detail"), said, low, len(known))


def _unanswered(sittings: Sequence[Sitting]) -> Iterator[Area]:
    asked = [e for one in sittings for e in exchanges(one.record["messages"])]
    silent = sum(not e.answers for e in asked)
    if len(sittings) >= FEWEST and 4 * silent > len(asked):
        said = Sentence("{silent} of {of} questions got no answer.", silent=silent, of=len(asked))
        yield Area(Sentence("unanswered"), said, silent, len(asked))


def _pace(sittings: Sequence[Sitting]) -> Iterator[Area]:
    values = [point.value for point in series(sittings).get("speech_rate", ())]
    low, high, _ = SPEECH_BAND
    told = {"low": low, "high": high, "of": len(values)}
    if len(values) < FEWEST:
        return
    if 2 * (out := sum(v < low for v in values)) > len(values):
        said = Sentence(
            "Your pace, pauses included, was below our range of {low} to {high} words a minute in {out} of {of} "
            "interviews.",
            **told,
            out=out,
        )
        yield Area(Sentence("pace: below our range"), said, out, len(values))
    if 2 * (out := sum(v > high for v in values)) > len(values):
        said = Sentence(
            "Your pace, pauses included, was above our range of {low} to {high} words a minute in {out} of {of} "
            "interviews.",
            **told,
            out=out,
        )
        yield Area(Sentence("pace: above our range"), said, out, len(values))


def _levels(sittings: Sequence[Sitting]) -> Iterator[Area]:
    for name, points in criteria(sittings).items():
        levels = [point.value for point in points]
        low = sum(level <= LOW_LEVEL for level in levels)
        if len(levels) >= FEWEST and median(levels) <= LOW_LEVEL:
            said = Sentence(
                "The middle level is {median} of 5, over {count} scorecards.",
                median=f"{median(levels):g}",
                count=len(levels),
            )
            yield Area(name, said, low, len(levels))
