"""How long a report takes as a PDF, beside starting its printer alone: seconds of one core, which a busy
machine stretches and does not add to.

python -m benchmarks.paper [--quick]
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, Final

from tests.support.records import contents_of, message, record_of, sample_record

from benchmarks.table import Row, tell
from greenroom.web.reports.rendering import HtmlReportRenderer

COMMAND: Final = "python -m benchmarks.paper"
TARGET: Final = "≤ 5 s on two idle cores"
ROUNDS: Final = 3
"""The sample interview so often after itself: 22 answers in some eleven minutes."""


def _report() -> str:
    """An interview of eleven minutes, ready to be printed."""
    said = sample_record("done")["messages"]
    length = said[-1]["ended_ms"]
    long = [
        message(
            turn * len(said) + m["index"],
            m["stage"],
            m["speaker"],
            m["kind"],
            (turn * length + m["started_ms"]) / 1000,
            (turn * length + m["ended_ms"]) / 1000,
            m["text"],
        )
        for turn in range(ROUNDS)
        for m in said
    ]
    record: dict[str, Any] = record_of("done", long, ended_ms=ROUNDS * length)
    return HtmlReportRenderer().html(contents_of(record), printed=True)


def _cost(html: str, times: int) -> Sequence[tuple[float, float]]:
    """Seconds of a core and seconds of the clock, each time. Without the printer's time limit: a machine
    that is busy with something else is no reason to have no figure."""
    found = []
    for _ in range(times):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-m", "greenroom.adapters.pdf.printer"]
        subprocess.run(command, input=html.encode(), stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found.append((used, time.perf_counter() - began))
    return found


def rows(*, quick: bool) -> Iterator[Row]:
    times = 1 if quick else 5
    report, empty = _cost(_report(), times), _cost("<p>x", times)
    core, bare = (median(used for used, _ in one) for one in (report, empty))
    clock = median(took for _, took in report)
    yield Row(
        "report of 22 answers as a PDF",
        TARGET,
        f"{core:.1f} s of a core, {clock:.1f} s by the clock",
        f"{bare:.1f} s of a core for a page with one letter: {core / bare:.1f} times",
        COMMAND,
    )


if __name__ == "__main__":
    tell(rows)
