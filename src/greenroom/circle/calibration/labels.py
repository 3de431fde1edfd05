"""Labels of people about items, and the one label that an item has by them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from greenroom.circle.calibration.agreement import Agreement, agreement, decided
from greenroom.circle.events import Verdict

Labels: TypeAlias = Mapping[str, Verdict]
"""One labeller's, by the id of the item."""


def order(items: Iterable[str], seed: int, labeller: str) -> list[str]:
    """The items as this labeller sees them: the same every time, and in another order than others do."""
    return sorted(items, key=lambda item: _digest(seed, labeller, item))


def _digest(*path: object) -> bytes:
    return hashlib.sha256("\x1f".join(map(str, path)).encode()).digest()


@dataclass(frozen=True, slots=True)
class Reference:
    """What a judge is held against."""

    labels: Labels
    disputed: tuple[str, ...]
    """Items that have no label of more than half of those who labelled them."""


def reference(labellers: Iterable[Labels]) -> Reference:
    """The label of more than half of those who labelled an item. With two, both must agree."""
    votes: dict[str, Counter[Verdict]] = {}
    for labels in labellers:
        for item, label in labels.items():
            votes.setdefault(item, Counter())[label] += 1
    found, disputed = {}, []
    for item, counted in sorted(votes.items()):
        label, most = counted.most_common(1)[0]
        if 2 * most > counted.total():
            found[item] = label
        else:
            disputed.append(item)
    return Reference(found, tuple(disputed))


@dataclass(frozen=True, slots=True)
class Between:
    """Two labellers, or one and a judge, about the items on which both said something."""

    first: str
    second: str
    three_labels: Agreement
    two_labels: Agreement
    """Where both say yes or no."""


def between(labellers: Mapping[str, Labels]) -> Sequence[Between]:
    """Every two labellers, by name: what a judge can be asked to reach. Empty with fewer than two."""
    return [
        _between(a, b, labellers[a], labellers[b]) for a, b in combinations(sorted(labellers), 2)
    ]


def beside(labellers: Mapping[str, Labels], name: str, said: Labels) -> Sequence[Between]:
    """Every labeller and the judge, whose verdicts these are. That can be compared with `between`: it
    has the items in it on which people differ, which a reference has not."""
    return [_between(one, name, labellers[one], said) for one in sorted(labellers)]


def _between(first: str, second: str, ones: Labels, others: Labels) -> Between:
    pairs = [(ones[item], others[item]) for item in sorted(ones.keys() & others.keys())]
    return Between(first, second, agreement(pairs), agreement(decided(pairs)))
