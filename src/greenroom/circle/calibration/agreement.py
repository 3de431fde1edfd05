"""How much two labellers agree, or a judge with them. κ is a part of this and has no way out alone.

The same raw agreement can be a κ of 0.70 or of 0.32, by the base rate only (Feinstein and Cicchetti,
J. Clin. Epidemiol. 43, 1990), and a predictor that always says the same can agree with two thirds. So
`Agreement` is told as a whole: n, raw agreement, base rate, constant baseline, and then κ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from greenroom.circle.calibration.proportion import Interval, Proportion, rounded
from greenroom.circle.events import Verdict

LEAST: Final = 20
"""With fewer items the interval of κ can be wider than 0.8, which says nothing."""


class NoKappa(StrEnum):
    """Why there is no κ."""

    NOTHING_COMPARED = "nothing_compared"
    TOO_FEW = "too_few"
    ONE_LABEL = "one_label"
    """Both gave one and the same label throughout. Agreement by chance is then 1, and κ is 0 / 0: it
    cannot be told whether they agree or cannot tell apart."""


@dataclass(frozen=True, slots=True)
class Kappa:
    value: float
    interval: Interval
    """Cohen's own (1960), in which agreement by chance counts as known, with Wilson's interval in place
    of the normal one: that has no width where all agree."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of pairs of labels of the same items. The second of a pair is held against the first; `base_rate`
    and `baseline` go by that, the rest would be the same the other way round."""

    raw: Proportion
    """Items with the same label twice."""
    base_rate: Proportion
    """Items whose first label is yes."""
    baseline: Proportion
    """Items with the commonest first label: what somebody who always says that would have agreed with."""
    chance: float | None
    """Agreement that the two shares of labels would give if nobody looked: the sum over labels of the
    product of both shares."""

    @property
    def n(self) -> int:
        return self.raw.of

    @property
    def kappa(self) -> Kappa | NoKappa:
        """Cohen's κ (Educ. Psychol. Meas. 20, 1960): (raw − chance) / (1 − chance). 1: all agree; 0: no
        more than chance; below: less."""
        if self.chance is None or self.raw.share is None or self.raw.interval is None:
            return NoKappa.NOTHING_COMPARED
        if self.chance == 1:
            return NoKappa.ONE_LABEL
        if self.n < LEAST:
            return NoKappa.TOO_FEW
        value, low, high = (
            (raw - self.chance) / (1 - self.chance) for raw in (self.raw.share, *self.raw.interval)
        )
        return Kappa(value, (low, high))

    def plain(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "n": self.n,
            "raw": self.raw.plain(),
            "base_rate_of_yes": self.base_rate.plain(),
            "constant_baseline": self.baseline.plain(),
        }
        kappa = self.kappa
        if isinstance(kappa, NoKappa):
            return found | {"kappa": None, "no_kappa": kappa.value}
        interval = [rounded(end) for end in kappa.interval]
        return found | {"kappa": rounded(kappa.value), "kappa_interval": interval}


def agreement(pairs: Iterable[tuple[Verdict, Verdict]]) -> Agreement:
    """Of pairs in whatever order. An item without one of the two labels is none of them."""
    counted = Counter(pairs)
    n = counted.total()
    first = {label: sum(c for (a, _), c in counted.items() if a is label) for label in Verdict}
    second = {label: sum(c for (_, b), c in counted.items() if b is label) for label in Verdict}
    return Agreement(
        raw=Proportion(sum(counted[label, label] for label in Verdict), n),
        base_rate=Proportion(first[Verdict.YES], n),
        baseline=Proportion(max(first.values()), n),
        chance=sum(first[label] * second[label] for label in Verdict) / (n * n) if n else None,
    )


def decided(pairs: Iterable[tuple[Verdict, Verdict]]) -> list[tuple[Verdict, Verdict]]:
    """The pairs in which both say yes or no. Undecided is no label to agree on."""
    return [pair for pair in pairs if Verdict.UNDECIDED not in pair]
