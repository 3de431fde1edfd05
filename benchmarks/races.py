"""The race fuzzer: random candidates against the real session in virtual time.

python -m benchmarks.races [--quick]
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.table import Row, tell

MODULE = "greenroom.simulation.fuzz"


def rows(*, quick: bool) -> Iterator[Row]:
    count = 15 if quick else 100
    done = subprocess.run(
        [sys.executable, "-m", MODULE, "--n", str(count)],
        capture_output=True,
        text=True,
        check=False,
    )
    told = re.search(r"(\d+) interviews, (.+) h in (\d+) s \(.*\); (\d+) with faults", done.stdout)
    if told is None:
        raise RuntimeError(f"the fuzzer did not come to an end: {done.stderr[-500:]}")
    yield Row(
        "race fuzz",
        "10,000 interviews, 0 violations",
        f"{told[1]} interviews, {told[4]} with violations",
        f"{told[2]} h of conversation in {told[3]} s",
        f"python -m {MODULE} --n {count} --seed 0",
    )


if __name__ == "__main__":
    tell(rows)
