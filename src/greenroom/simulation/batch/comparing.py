"""Two batches side by side: what held before and does not hold any more.

Runs are pairs: the same scenario, run and seed. Batches that asked something else, or of another
candidate, are not compared at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from greenroom.app.ports import UserFault
from greenroom.simulation.batch.folder import Batch, Folder, Result

Results = Mapping[tuple[str, int], Result]


class NotComparable(UserFault):
    """The two say nothing about one another; the message has every reason."""


@dataclass(frozen=True, slots=True)
class Change:
    """One check of one run that came out differently."""

    scenario: str
    run: int
    check: str
    before: str
    now: str
    worse: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """One scenario in both batches. Runs that are invalid in either are not counted."""

    scenario: str
    runs: int
    passed_before: int
    passed_now: int


@dataclass(frozen=True, slots=True)
class Comparison:
    changes: tuple[Change, ...]
    tallies: tuple[Tally, ...]
    invalid: int
    """Pairs that are left out, since the candidate did not play its part in one of them."""
    differs: tuple[str, ...]
    """What was changed between the two, in sentences: what is compared."""

    @property
    def regressed(self) -> bool:
        return any(change.worse for change in self.changes)


def compare(before: Folder, now: Folder) -> Comparison:
    """Raises `NotComparable`."""
    batch, other = before.batch(), now.batch()
    old, new = before.results(), now.results()
    reasons = [
        *_unlike(batch, other),
        *_unfinished(before, batch, old),
        *_unfinished(now, other, new),
    ]
    if reasons:
        told = "\n".join(f"- {reason}" for reason in reasons)
        raise NotComparable(f"{before.path} and {now.path} can't be compared:\n{told}")
    pairs = [(old[key], new[key]) for key in batch.wanted()]
    valid = [(a, b) for a, b in pairs if a["passed"] is not None and b["passed"] is not None]
    return Comparison(
        changes=tuple(change for a, b in valid for change in _changes(a, b)),
        tallies=tuple(_tally(case.id, valid) for case in batch.cases),
        invalid=len(pairs) - len(valid),
        differs=tuple(_differs(batch, other)),
    )


def _unlike(batch: Batch, other: Batch) -> Iterator[str]:
    mine = {case.id: case for case in batch.cases}
    theirs = {case.id: case for case in other.cases}
    for name in sorted(mine.keys() - theirs.keys()):
        yield f"only the first has the scenario {name}"
    for name in sorted(theirs.keys() - mine.keys()):
        yield f"only the second has the scenario {name}"
    for name in sorted(mine.keys() & theirs.keys()):
        if mine[name].digest != theirs[name].digest:
            yield f"the scenario {name} is not the same: candidate, seed or expectations differ"
    for what in ("runs", "seed", "candidate", "judge"):
        a, b = getattr(batch, what), getattr(other, what)
        if a != b:
            yield f"{what}: {a} in the first, {b} in the second"


def _unfinished(folder: Folder, batch: Batch, results: Results) -> Iterator[str]:
    missing = sum(key not in results for key in batch.wanted())
    broken = sum(result["status"] == "broken" for result in results.values())
    for count, what in ((missing, "missing"), (broken, "broken")):
        if count:
            yield f"{folder.path}: {count} runs are {what}; greenroom simulate resume {folder.path}"


def _changes(before: Result, now: Result) -> Iterator[Change]:
    old = {check["id"]: check for check in before["checks"]}
    for check in now["checks"]:
        was = old.get(check["id"])
        if was is None or was["passed"] is check["passed"]:
            continue
        yield Change(
            scenario=now["scenario"],
            run=now["run"],
            check=check["id"],
            before=was["found"],
            now=check["found"],
            worse=check["passed"] is not True and was["passed"] is True,
        )


def _tally(name: str, pairs: list[tuple[Result, Result]]) -> Tally:
    mine = [(a, b) for a, b in pairs if a["scenario"] == name]
    return Tally(
        name, len(mine), sum(a["passed"] for a, _ in mine), sum(b["passed"] for _, b in mine)
    )


def _differs(batch: Batch, other: Batch) -> Iterator[str]:
    for what, a, b in (
        ("Greenroom", batch.version, other.version),
        ("interviewer", batch.interviewer, other.interviewer),
    ):
        if a != b:
            yield f"{what}: {a}, then {b}"
    changed = {
        mine.plan or ""
        for mine, theirs in zip(batch.cases, other.cases, strict=True)
        if mine.plan_digest != theirs.plan_digest
    }
    if changed:
        yield f"the plan of {', '.join(sorted(changed))} was changed"
