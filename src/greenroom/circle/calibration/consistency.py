"""Whether a judge says the same when it is asked the same again. Saying the same is not being right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from greenroom.circle.calibration.accuracy import Judged
from greenroom.circle.calibration.proportion import Proportion, rounded


@dataclass(frozen=True, slots=True)
class Consistency:
    unanimous: Proportion
    """Items with the same verdict every time, of those with two verdicts or more. The items are
    counted, not the askings: askings of one item are no independent cases."""
    pairwise: float | None
    """How likely two askings about one item say the same: for each item the share of equal pairs, and
    the mean of that over the items (the observed agreement of J. L. Fleiss, Psychol. Bull. 76, 1971,
    with the askings as raters). None: nothing was asked twice."""
    errors: int
    """Askings that gave no verdict; they are in none of the two."""

    def plain(self) -> dict[str, Any]:
        return {
            "unanimous": self.unanimous.plain(),
            "pairwise": rounded(self.pairwise),
            "errors": self.errors,
        }


def consistency(items: Iterable[Sequence[Judged]]) -> Consistency:
    """Of the verdicts about each item, as often as it was asked."""
    asked = [list(item) for item in items]
    told = [[verdict for verdict in item if verdict is not None] for item in asked]
    shares = [_equal_pairs(verdicts) for verdicts in told if len(verdicts) > 1]
    return Consistency(
        Proportion(sum(share == 1 for share in shares), len(shares)),
        sum(shares) / len(shares) if shares else None,
        sum(map(len, asked)) - sum(map(len, told)),
    )


def _equal_pairs(verdicts: Sequence[Judged]) -> float:
    n = len(verdicts)
    return sum(c * (c - 1) for c in Counter(verdicts).values()) / (n * (n - 1))
