"""One row of the table, and how rows are printed."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

import structlog


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what, what DESIGN wants of it, what was measured, beside what, and how."""

    what: str
    target: str
    measured: str
    baseline: str
    command: str


def quantile(values: Iterable[float], share: float) -> float:
    """The smallest value that at least `share` of them do not exceed. There must be one."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def markdown(rows: Sequence[Row]) -> str:
    """The table as it is printed and as docs/reference/measurements.md shows it."""
    lines = [
        "| what | target | measured | beside it, in the same run | command |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.what} | {row.target} | {row.measured} | {row.baseline} | `{row.command}` |"
        for row in rows
    ]
    return "\n".join(lines)


class Measure(Protocol):
    """A benchmark: its rows, one by one as they are known. `quick`: fewer runs, rougher figures."""

    def __call__(self, *, quick: bool) -> Iterator[Row]: ...


def tell(rows: Measure) -> None:
    """Run one benchmark as a program: `--quick`; `--json` for whoever collects rows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="fewer runs, rougher figures")
    parser.add_argument("--json", action="store_true", help="a JSON object a row")
    asked = parser.parse_args()
    for name in ("livekit", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    shown: Callable[[Row], str] = as_json if asked.json else as_text
    for row in rows(quick=asked.quick):
        print(shown(row), flush=True)


def as_json(row: Row) -> str:
    return json.dumps(asdict(row), ensure_ascii=False)


def as_text(row: Row) -> str:
    return f"{row.what}\n  {row.measured}\n  wanted: {row.target or 'no figure'}\n  beside: {row.baseline}"
