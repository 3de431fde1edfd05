"""A judge's verdicts beside the labels that they should be: what it finds, what it lets through.

Undecided and errors are nobody's no. They stand in columns of their own, and in no rate's count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from greenroom.circle.calibration.agreement import Agreement, agreement, decided
from greenroom.circle.calibration.proportion import Proportion
from greenroom.circle.events import Verdict

Judged: TypeAlias = Verdict | None
"""None: the judge failed."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Of pairs of a label and what the judge said of the same item."""

    counts: tuple[tuple[Verdict, Judged, int], ...]
    """Every combination, with how many there are of it."""

    def count(self, label: Verdict | None = None, *judged: Judged) -> int:
        """Items with this label, or any; that were judged so, or anyhow."""
        return sum(
            c
            for wanted, said, c in self.counts
            if label in (None, wanted) and (not judged or said in judged)
        )

    @property
    def tpr(self) -> Proportion:
        """True positive rate, sensitivity: of the items labelled yes that the judge decided, those to
        which it said yes."""
        return self._rate(Verdict.YES)

    @property
    def tnr(self) -> Proportion:
        """True negative rate, specificity: of the items labelled no that the judge decided, those to
        which it said no."""
        return self._rate(Verdict.NO)

    def _rate(self, label: Verdict) -> Proportion:
        return Proportion(self.count(label, label), self.count(label, Verdict.YES, Verdict.NO))

    @property
    def yes_in_doubt(self) -> Proportion:
        """Of the items labelled undecided that were judged, those to which the judge said yes:
        somebody would have been told although nobody can say."""
        label = Verdict.UNDECIDED
        return Proportion(self.count(label, Verdict.YES), self.count(label, *Verdict))

    @property
    def undecided(self) -> Proportion:
        """Of the items that were judged and are labelled yes or no. A judge that decides the easy ones
        alone has fine rates."""
        labels = (Verdict.YES, Verdict.NO)
        return Proportion(
            sum(self.count(label, Verdict.UNDECIDED) for label in labels),
            sum(self.count(label, *Verdict) for label in labels),
        )

    @property
    def decided(self) -> Proportion:
        """Of all items labelled yes or no, those to which it said yes or no: what neither doubt nor
        error took away."""
        labels = (Verdict.YES, Verdict.NO)
        return Proportion(
            sum(self.count(label, *labels) for label in labels),
            sum(self.count(label) for label in labels),
        )

    @property
    def errors(self) -> Proportion:
        """Of all items."""
        return Proportion(self.count(None, None), self.count())

    @property
    def three_labels(self) -> Agreement:
        """With undecided as a label like the others; without the errors."""
        return agreement(self._pairs())

    @property
    def two_labels(self) -> Agreement:
        """Where label and judge both say yes or no."""
        return agreement(decided(self._pairs()))

    def _pairs(self) -> Iterable[tuple[Verdict, Verdict]]:
        return [
            (label, said)
            for label, said, count in self.counts
            if said is not None
            for _ in range(count)
        ]

    def plain(self) -> dict[str, Any]:
        return {
            "counts": {
                label.value: {
                    "error" if said is None else said.value: self.count(label, said)
                    for said in (*Verdict, None)
                }
                for label in Verdict
            },
            "tpr": self.tpr.plain(),
            "tnr": self.tnr.plain(),
            "yes_in_doubt": self.yes_in_doubt.plain(),
            "undecided": self.undecided.plain(),
            "decided": self.decided.plain(),
            "errors": self.errors.plain(),
            "yes_or_no": self.two_labels.plain(),
            "three_labels": self.three_labels.plain(),
        }


def accuracy(pairs: Iterable[tuple[Verdict, Judged]]) -> Accuracy:
    counted = Counter(pairs)
    return Accuracy(
        tuple((label, said, counted[label, said]) for label in Verdict for said in (*Verdict, None))
    )
