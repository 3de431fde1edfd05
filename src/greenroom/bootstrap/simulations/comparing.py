"""`greenroom simulate diff`: what two batches have in common, and what got worse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from greenroom.simulation.batch.comparing import Comparison, compare
from greenroom.simulation.batch.folder import Folder


def main(before: Path, now: Path, *, as_json: bool) -> int:
    """0 when nothing regressed, 1 when a check failed that held before. Raises `NotComparable`."""
    found = compare(Folder(before), Folder(now))
    if as_json:
        print(
            json.dumps(
                {"regressed": found.regressed, **asdict(found)}, ensure_ascii=False, indent=2
            )
        )
    else:
        print("\n".join(_lines(found)))
    return 1 if found.regressed else 0


def _lines(found: Comparison) -> Iterator[str]:
    yield from found.differs
    width = max(len(tally.scenario) for tally in found.tallies)
    yield f"{'scenario':<{width}}  runs  before  now"
    for tally in found.tallies:
        mark = " " if tally.passed_now >= tally.passed_before else "!"
        yield (
            f"{tally.scenario:<{width}}  {tally.runs:>4}  {tally.passed_before:>6}  "
            f"{tally.passed_now:>3} {mark}".rstrip()
        )
    for change in found.changes:
        word = "regressed" if change.worse else "changed"
        yield _printable(
            f"{word}: {change.scenario} run {change.run}: {change.check}: "
            f"{change.before}, then {change.now}"
        )
    if found.invalid:
        yield f"{found.invalid} pairs are left out: the candidate did not play its part"
    worse = sum(change.worse for change in found.changes)
    yield f"{worse} checks regressed" if worse else "nothing regressed"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
