"""The scorecard of one interview: a mark for each criterion, and how far the judge agreed with itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from greenroom.assessment.claims import Checked, Mark, Scored, Unscored
from greenroom.assessment.reasons import SENTENCES, Reason
from greenroom.assessment.rubric import Rubric
from greenroom.evidence import Quote


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the readings of a judge came to the same."""

    readings: int
    compared: int
    """Criteria on which every reading came to a level or to "not observed"."""
    equal: int
    """Of these, where all came to the same."""
    widest: int
    """The largest difference in levels."""

    def plain(self) -> dict[str, Any]:
        return {
            "readings": self.readings,
            "compared": self.compared,
            "equal": self.equal,
            "widest": self.widest,
        }


@dataclass(frozen=True, slots=True)
class Scorecard:
    rubric: Rubric
    marks: Mapping[str, Mark]
    """One for each criterion of the rubric, by its id, in its order."""
    dropped: int = 0
    """Quotes refused, in all readings."""
    judge: str | None = None
    """Who judged; None: nobody."""
    agreement: Agreement | None = None
    """None: there were not two readings."""

    def plain(self) -> dict[str, Any]:
        """The report's `criteria` and `dropped`, and where they come from."""
        return {
            "rubric": {
                "id": self.rubric.id,
                "title": self.rubric.title,
                "digest": self.rubric.digest,
            },
            "judge": self.judge,
            "criteria": [_criterion(id_, mark) for id_, mark in self.marks.items()],
            "dropped": self.dropped,
            "agreement": None if self.agreement is None else self.agreement.plain(),
        }


def unscored(rubric: Rubric, reason: Reason, judge: str | None = None) -> Scorecard:
    """The scorecard of an interview of which nothing can be judged."""
    return Scorecard(rubric, {c.id: Unscored(reason) for c in rubric.criteria}, judge=judge)


def settle(rubric: Rubric, readings: Mapping[str, Sequence[Checked]], judge: str) -> Scorecard:
    """`readings`: for each criterion what each reading came to, one or more. A level stands when all
    readings came to it."""
    marks = {c.id: _settled(readings[c.id]) for c in rubric.criteria}
    dropped = sum(checked.dropped for found in readings.values() for checked in found)
    return Scorecard(rubric, marks, dropped, judge, _agreement(readings))


def _settled(readings: Sequence[Checked]) -> Mark:
    first = readings[0].mark
    failed = [r.mark for r in readings if isinstance(r.mark, Unscored) and not _judged(r.mark)]
    if failed:
        return failed[0]
    if any(_level(reading.mark) != _level(first) for reading in readings):
        return Unscored(Reason.DISAGREED)
    if not isinstance(first, Scored):
        return first
    quotes = (q for r in readings if isinstance(r.mark, Scored) for q in r.mark.quotes)
    return Scored(first.score, tuple(dict.fromkeys(quotes)))


def _judged(mark: Mark) -> bool:
    """Whether the judge came to something that can be compared."""
    return isinstance(mark, Scored) or mark.reason is Reason.NOT_OBSERVED


def _level(mark: Mark) -> int | None:
    return mark.score if isinstance(mark, Scored) else None


def _agreement(readings: Mapping[str, Sequence[Checked]]) -> Agreement | None:
    count = min(len(found) for found in readings.values())
    if count < 2:
        return None
    compared = [
        [_level(reading.mark) for reading in found]
        for found in readings.values()
        if all(_judged(reading.mark) for reading in found)
    ]
    levels = [[level for level in found if level is not None] for found in compared]
    return Agreement(
        readings=count,
        compared=len(compared),
        equal=sum(len(set(found)) == 1 for found in compared),
        widest=max((max(found) - min(found) for found in levels if found), default=0),
    )


def quoted(quotes: Iterable[Quote]) -> list[dict[str, Any]]:
    """Quotes as the report has them."""
    return [{"message": q.message, "start": q.start, "end": q.end, "quote": q.text} for q in quotes]


def _criterion(id_: str, mark: Mark) -> dict[str, Any]:
    if isinstance(mark, Scored):
        return {"id": id_, "score": mark.score, "quotes": quoted(mark.quotes)}
    told: dict[str, Any] = {"id": id_, "not_scored": mark.reason.value}
    if mark.cause is not None:
        told["cause"] = mark.cause
    return told | {"sentence": SENTENCES[mark.reason]}
