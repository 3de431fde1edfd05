"""`kill -9` while an interview runs, resumed by another process: what was lost, what was repeated.

    python -m benchmarks.durability [--quick]

A sample over two interviews; `make fuzz` kills at every moment of every entry of both.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import Row, tell

PROGRAM = Path("tests/durability/kills.py")


def rows(*, quick: bool) -> Iterator[Row]:
    sample = ["--sample", "4" if quick else "20"]
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *sample], capture_output=True, text=True, check=False
    )
    told = re.search(r"(\d+) kills, (\d+) with faults", done.stdout)
    if told is None:
        raise RuntimeError(f"{PROGRAM} did not come to an end: {done.stderr[-500:]}")
    kills, bad = int(told[1]), int(told[2])
    lost = len(re.findall(r": .*(?:answers|committed)", done.stdout))
    repeated = len(re.findall(r": .*(?:asked twice|questions are|twice)", done.stdout))
    yield Row(
        "`kill -9` at a journal entry (torn, written, carried out), then resumed",
        "0 committed turns lost, 0 repeated questions",
        f"{kills} kills: {lost} lost a turn, {repeated} repeated a question, {bad} broke any rule",
        f"the same interviews without a kill; {time.perf_counter() - began:.0f} s in all",
        f"python {PROGRAM} {' '.join(sample)}",
    )


if __name__ == "__main__":
    tell(rows)
