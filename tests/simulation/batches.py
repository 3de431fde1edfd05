"""Batches of two short scenarios, and their results changed as another interviewer would have."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from greenroom.bootstrap.simulations import batches
from greenroom.bootstrap.simulations.batches import Options
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.simulation.batch.folder import RESULTS, Result, line_of

SHIPPED = Path(__file__).parents[2] / "scenarios"
CASES = [SHIPPED / "circle-yes.toml", SHIPPED / "race-end-at-once.toml"]


def held(out: Path, *, runs: int = 2, seed: int = 0, cases: Sequence[Path] = CASES) -> int:
    return batches.run(cases, out, runs, seed, Roles(), Options())


def results(folder: Path) -> list[Result]:
    return [json.loads(line) for line in (folder / RESULTS).read_text("utf-8").splitlines()]


def rewrite(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change every result, as another interviewer would have."""
    lines = results(folder)
    for line in lines:
        change(line)  # type: ignore[arg-type]
    (folder / RESULTS).write_text("".join(map(line_of, lines)), "utf-8")


def fail_the_end(result: dict[str, Any]) -> None:
    for check in result["checks"]:
        if check["id"] == "end_reason":
            check.update(passed=False, found="time")
            result.update(passed=False, status="failed")
