"""`greenroom plans`: list, show and check interview plans."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from greenroom.app import plans
from greenroom.app.sources.faults import SourceError, SourceFault


def list_(*, as_json: bool) -> int:
    """Print the built-in plans, role packs included."""
    summaries = plans.catalogue()
    if as_json:
        print(json.dumps([asdict(summary) for summary in summaries], ensure_ascii=False, indent=2))
        return 0
    width = max(len(summary.id) for summary in summaries)
    for summary in summaries:
        stages = " → ".join(stage.id for stage in summary.stages)
        print(f"{summary.id:<{width}}  {summary.minutes:>3} min  {summary.title}: {stages}")
    return 0


def show(name: str) -> int:
    """Print the source of a built-in plan, byte for byte."""
    sys.stdout.write(plans.source_of(name))
    return 0


def check(file: Path, *, as_json: bool) -> int:
    """Say whether a plan can be used: 0, or 2 with every fault."""
    faults: tuple[SourceFault, ...] = ()
    try:
        plan = plans.load_file(file)
    except SourceError as error:
        faults = error.faults
    else:
        if not as_json:
            print(f"{file}: {plan.title}, {len(plan.stages)} stages: no fault found")
    if as_json:
        verdict = {"file": str(file), "ok": not faults, "faults": [asdict(f) for f in faults]}
        print(json.dumps(verdict, ensure_ascii=False, indent=2))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 2 if faults else 0
