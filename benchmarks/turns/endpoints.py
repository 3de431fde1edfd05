"""What a wait costs: how many pauses it cuts, and how long it lets somebody wait who has finished.

A detector's score chooses between two waits, a shorter one where it says "finished" and a longer one. The
threshold and both waits are swept, as LiveKit's eot-bench does, for every contestant alike; what is shown
is the best point within a budget. How long pauses are comes from that bench too: the shares of real pauses
that its row of silence alone cuts. Longer ones follow the line through its last two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.turns.pauses import ASKED_S, Silence

Numbers = npt.NDArray[np.float64]
Score = Callable[[Silence], float]
Wait = Callable[[Silence], float]

REAL: Final = ((0.3, 0.556), (0.6, 0.217), (1.0, 0.10), (1.6, 0.05))
"""Of real pauses so many per cent are longer than so many seconds (eot-bench, English, its VAD row)."""
WAITS: Final = np.round(np.arange(ASKED_S, 6.01, 0.1), 2)
THRESHOLDS: Final = 41
DRAWS: Final = 500


def longer_than(wait: Numbers | float, times: float) -> Numbers:
    """The share of pauses that last longer, where all are `times` as long as those of eot-bench."""
    at, share = np.log(np.array(REAL)).T
    x = np.log(np.maximum(np.asarray(wait, float) / times, 0.01))
    inside = np.interp(x, at, share)
    first = (share[1] - share[0]) / (at[1] - at[0])
    last = (share[-1] - share[-2]) / (at[-1] - at[-2])
    line = np.where(x > at[-1], share[-1] + last * (x - at[-1]), inside)
    line = np.where(x < at[0], share[0] + first * (x - at[0]), line)
    return np.asarray(np.minimum(1, np.exp(line)), float)


@dataclass(frozen=True, slots=True)
class Policy:
    """Wait so long where the score says finished, and so long where not."""

    threshold: float
    finished_s: float
    unfinished_s: float

    def wait(self, score: float) -> float:
        return self.finished_s if score >= self.threshold else self.unfinished_s


@dataclass(frozen=True, slots=True)
class Point:
    """A policy, the share of pauses that it cuts, and its mean wait at ends."""

    policy: Policy
    cut: float
    wait_s: float


def points(silences: Sequence[Silence], score: Score, times: float) -> list[Point]:
    """Every policy that is worth a look."""
    pauses = np.array([score(one) for one in silences if one.place != "end"])
    ends = np.array([score(one) for one in silences if one.place == "end"])
    cut = longer_than(WAITS, times)
    found = []
    levels = np.linspace(0, 1, THRESHOLDS)
    for threshold in np.unique(np.quantile(np.concatenate((pauses, ends)), levels)):
        wrong, right = float(np.mean(pauses >= threshold)), float(np.mean(ends >= threshold))
        shorter, longer = np.meshgrid(np.arange(len(WAITS)), np.arange(len(WAITS)), indexing="ij")
        cuts = wrong * cut[shorter] + (1 - wrong) * cut[longer]
        waits = right * WAITS[shorter] + (1 - right) * WAITS[longer]
        for i, j in zip(*np.nonzero(shorter <= longer), strict=True):
            policy = Policy(float(threshold), float(WAITS[i]), float(WAITS[j]))
            found.append(Point(policy, float(cuts[i, j]), float(waits[i, j])))
    return found


def cut_within(every: Sequence[Point], wait_s: float) -> Point | None:
    """The point that cuts least of those that wait no longer in the mean."""
    fit = [point for point in every if point.wait_s <= wait_s + 1e-9]
    return min(fit, key=lambda point: (point.cut, point.wait_s), default=None)


def wait_within(every: Sequence[Point], cut: float) -> Point | None:
    """The point that waits least of those that cut no more."""
    fit = [point for point in every if point.cut <= cut + 1e-9]
    return min(fit, key=lambda point: (point.wait_s, point.cut), default=None)


@dataclass(frozen=True, slots=True)
class Measured:
    """What waits do to pauses, to whole answers, and to who has finished; with 95 % intervals."""

    cut: float
    cut_interval: tuple[float, float]
    answers: float
    wait_s: float
    wait_interval: tuple[float, float]


def measured(silences: Sequence[Silence], wait: Wait, times: float) -> Measured:
    """Drawn by answers, not by pauses: those of one answer are alike."""
    groups: dict[int, list[Silence]] = {}
    for one in silences:
        groups.setdefault(one.answer, []).append(one)
    rows = np.array([_sums(group, wait, times) for group in groups.values()])
    random = np.random.default_rng(1)
    drawn = random.integers(len(rows), size=(DRAWS, len(rows)))
    sums = rows[drawn].sum(axis=1)
    whole = rows.sum(axis=0)
    return Measured(
        whole[0] / whole[1],
        _middle(sums[:, 0] / sums[:, 1]),
        whole[4] / whole[3],
        whole[2] / whole[3],
        _middle(sums[:, 2] / sums[:, 3]),
    )


def _sums(group: Sequence[Silence], wait: Wait, times: float) -> tuple[float, ...]:
    """Pauses cut, pauses, seconds waited, ends, and answers with a cut."""
    cut = pauses = waited = ends = with_cut = 0.0
    for voice in dict.fromkeys(one.voice for one in group):
        whole = 1.0
        for one in (one for one in group if one.voice == voice):
            if one.place == "end":
                waited, ends = waited + wait(one), ends + 1
            else:
                share = float(longer_than(wait(one), times))
                cut, pauses, whole = cut + share, pauses + 1, whole * (1 - share)
        with_cut += 1 - whole
    return cut, pauses, waited, ends, with_cut


def _middle(drawn: Numbers) -> tuple[float, float]:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(low), float(high)
