"""All figures about one judge, from files of labels and from what the judge said."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from greenroom.app.circles import golden
from greenroom.app.circles.calibrating import Asked, Sheet
from greenroom.app.circles.labels import LabelFile
from greenroom.app.ports import UserFault
from greenroom.circle.calibration.accuracy import Accuracy, Judged, accuracy
from greenroom.circle.calibration.agreement import Agreement, agreement
from greenroom.circle.calibration.consistency import Consistency, consistency
from greenroom.circle.calibration.labels import (
    Between,
    Labels,
    Reference,
    beside,
    between,
    reference,
)
from greenroom.circle.calibration.probes import Moved, Probe, Stayed, moved, stayed
from greenroom.circle.events import Verdict


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a judge is held against, and how much people agree about it."""

    people: Mapping[str, Labels]
    """Blind labellers; none of them: there are intended labels only."""
    settlers: int
    """People who labelled what others differ on, and nothing else."""
    reference: Reference
    intended: Agreement | None
    """The reference beside what the items were written for; None: it is that, or nobody gave it."""

    @property
    def between(self) -> Sequence[Between]:
        """People among themselves."""
        return between(self.people)

    @property
    def items(self) -> frozenset[str]:
        """All that a judge must be asked about, those too on which people differ."""
        return frozenset(self.reference.labels).union(self.reference.disputed)

    @property
    def digest(self) -> str:
        """Of rules, items and labels: what figures must share to be compared."""
        told = [golden.policy_digest(), sorted(self.items), sorted(self.reference.labels.items())]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]

    def plain(self) -> dict[str, Any]:
        return {
            "people": len(self.people),
            "settlers": self.settlers,
            "blind": bool(self.people),
            "digest": self.digest,
            "items": len(self.reference.labels),
            "disputed": list(self.reference.disputed),
            "between_people": _plain(self.between),
            "intended": None if self.intended is None else self.intended.plain(),
        }


def labelled(files: Iterable[LabelFile]) -> Labelled:
    """Raises `UserFault` where two files are one labeller's, or there are two that are not blind."""
    given = list(files)
    names = Counter(file.labeller for file in given)
    for name, files_of_them in names.items():
        if files_of_them > 1:
            raise UserFault(f"--labels: {files_of_them} of the files are those of labeller {name}")
    people = {file.labeller: file.labels for file in given if file.blind and not file.settles}
    settled = [file.labels for file in given if file.blind and file.settles]
    intended = [file.labels for file in given if not file.blind]
    if len(intended) > 1:
        raise UserFault("--labels: two of the files are not blind; give one of them")
    if settled and len(people) < 2:
        raise UserFault("--labels: give the files too whose differences were settled")
    found = reference([*people.values(), *settled] or intended)
    if not found.labels:
        raise UserFault("--labels: there is no item that more than half of the labellers agree on")
    meant = None
    if people and intended:
        pairs = ((intended[0].get(item), label) for item, label in found.labels.items())
        meant = agreement((one, label) for one, label in pairs if one is not None)
    return Labelled(people, len(settled), found, meant)


@dataclass(frozen=True, slots=True)
class Calibration:
    """A judge beside labels."""

    labelled: Labelled
    judge: str
    prompt: str
    """A hash of what a model is told; nothing to a script."""
    judges: int
    repeat: int
    asked: Asked

    @property
    def accuracy(self) -> Accuracy:
        """By the first asking: askings of one item are no independent cases."""
        pairs = ((self._label(s), s.first.verdict) for s in self.asked.sheets)
        return accuracy((label, said) for label, said in pairs if label is not None)

    @property
    def beside_people(self) -> Sequence[Between]:
        """Each person and the judge, about all that both spoke of; of two people or more."""
        said = {s.item.id: s.first.verdict for s in self.asked.sheets}
        told = {item: verdict for item, verdict in said.items() if verdict is not None}
        people = self.labelled.people
        return beside(people, "judge", told) if len(people) > 1 else []

    @property
    def consistency(self) -> Consistency:
        return consistency([one.verdict for one in s.judgings] for s in self.asked.sheets)

    @property
    def gate(self) -> Mapping[str, int]:
        """Why yeses were taken back at the first asking, with how many."""
        return Counter(cause for s in self.asked.sheets for cause in s.first.causes)

    @property
    def faults(self) -> Mapping[str, int]:
        """What failed at the first asking, also where asking again helped."""
        return Counter(fault for s in self.asked.sheets for fault in s.first.faults)

    def moved(self, probe: Probe) -> Moved:
        return moved(s.probed[probe] for s in self.asked.sheets if probe in s.probed)

    @property
    def stayed(self) -> Stayed:
        pairs = [s.probed.get(Probe.REMOVAL) for s in self.asked.sheets]
        return stayed(pair[1] for pair in pairs if pair is not None)

    @property
    def probed(self) -> bool:
        return any(s.probed for s in self.asked.sheets)

    def plain(self) -> dict[str, Any]:
        return {
            "calibration": 1,
            "labels": self.labelled.plain(),
            "judge": {
                "name": self.judge,
                "prompt": self.prompt,
                "panel": self.judges,
                "repeat": self.repeat,
                "stopped": self.asked.stopped,
                "gate": dict(self.gate),
                "faults": dict(self.faults),
            },
            "beside_people": _plain(self.beside_people),
            **self.accuracy.plain(),
            "consistency": self.consistency.plain() if self.repeat > 1 else None,
            "probes": self._probes() if self.probed else None,
            "verdicts": [self._line(s) for s in self.asked.sheets],
        }

    def _probes(self) -> dict[str, Any]:
        found = {p.value: self.moved(p).plain() for p in Probe if p is not Probe.REMOVAL}
        return found | {Probe.REMOVAL.value: self.stayed.plain()}

    def _label(self, sheet: Sheet) -> Verdict | None:
        """None: people differ."""
        return self.labelled.reference.labels.get(sheet.item.id)

    def _line(self, sheet: Sheet) -> dict[str, Any]:
        return {
            "item": sheet.item.id,
            "language": sheet.item.language,
            "label": self._label(sheet),
            "verdicts": [_word(one.verdict) for one in sheet.judgings],
            "causes": list(sheet.first.causes),
            "faults": list(sheet.first.faults),
            "probes": {p.value: [_word(v) for v in two] for p, two in sheet.probed.items()},
        }


def _plain(rows: Iterable[Between]) -> list[dict[str, Any]]:
    return [
        {
            "first": two.first,
            "second": two.second,
            "yes_or_no": two.two_labels.plain(),
            "three_labels": two.three_labels.plain(),
        }
        for two in rows
    ]


def _word(verdict: Judged) -> str:
    return "error" if verdict is None else verdict.value


GATED: Final = ("tpr", "tnr", "decided")
"""Rates that may not fall. With the last, none of the others can be held up by deciding less."""


def floors(now: Labelled, earlier: Mapping[str, Any]) -> Mapping[str, float]:
    """The lower ends of the rates' intervals in an earlier `Calibration.plain`. Raises `UserFault` for
    what is none, or is about other labels."""
    try:
        digest = earlier["labels"]["digest"]
        ends = {name: earlier[name]["interval"] for name in GATED}
        lowest = {name: float(end[0]) for name, end in ends.items() if end is not None}
    except (KeyError, TypeError, ValueError, IndexError):
        raise UserFault("this is no result of greenroom circle calibrate --out") from None
    if digest != now.digest:
        raise UserFault("it is about other items, labels or rules; the two can't be compared")
    return lowest


def fallen(now: Calibration, lowest: Mapping[str, float]) -> list[str]:
    """The rates that are below these, or that there are no cases for any more; in words."""
    rates = {"tpr": now.accuracy.tpr, "tnr": now.accuracy.tnr, "decided": now.accuracy.decided}
    return [
        f"{name.upper()} is {'without a case' if share is None else f'{share:.2f}'}; "
        f"it was at least {low:.2f}"
        for name, low in lowest.items()
        if (share := rates[name].share) is None or share < low
    ]
