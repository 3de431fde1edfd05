"""Ten interviews talk while one person floods every route within the limits, and while nobody does.

python -m benchmarks.abuse [--quick]
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from benchmarks.load import Load, served, talk
from benchmarks.parts import spoken_sentence
from benchmarks.table import Row, quantile, tell

COMMAND = "python -m benchmarks.abuse"
BOTS = 10
CALM_S, FLOOD_S = 60.0, 120.0
QUICK_CALM_S, QUICK_FLOOD_S = 20.0, 40.0
LIMIT_S = 1.0
BUSY = (
    "without the flood the turns were already too slow: the machine was busy, and this says nothing"
)
MOST = 1.2
"""Times as long as without the flood may the p95 of the turns be."""


def rows(*, quick: bool) -> Iterator[Row]:
    speech = spoken_sentence()
    calm_s, flood_s = (QUICK_CALM_S, QUICK_FLOOD_S) if quick else (CALM_S, FLOOD_S)
    with (
        tempfile.TemporaryDirectory(prefix="greenroom-bench-") as directory,
        served("greenroom", 3 * BOTS, directory) as (pid, told),
    ):
        address = f"http://127.0.0.1:{told['port']}"
        seats: list[list[str]] = told["seats"]
        groups = [{**told, "seats": seats[n * BOTS : (n + 1) * BOTS]} for n in range(3)]
        before = asyncio.run(talk(pid, groups[0], calm_s, speech))
        flood = subprocess.Popen(
            ["chrt", "-i", "0", sys.executable, "-m", "benchmarks.flood", address, str(flood_s)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert flood.stdin is not None
        flood.stdin.write(json.dumps(told["intruder"]))
        flood.stdin.close()
        flood.stdin = None
        during = asyncio.run(talk(pid, groups[1], flood_s, speech))
        asked = json.loads(flood.communicate(timeout=60)[0])
        after = asyncio.run(talk(pid, groups[2], calm_s, speech))
    for name, load in (("before", before), ("flooded", during), ("after", after)):
        print(f"  {name} {load.told()}", file=sys.stderr, flush=True)
    print(f"  flood {json.dumps(asked)}", file=sys.stderr, flush=True)
    yield _row([before, after], during, asked)


def _row(calm: Sequence[Load], during: Load, asked: dict[str, dict[str, float]]) -> Row:
    quiet = [reply for load in calm for reply in load.replies]
    if not quiet:
        raise SystemExit("no turn was answered even without the flood: the bots were not let in")
    calm_p95 = quantile(quiet, 0.95)
    ratio = during.p95 / calm_p95
    busy = f"; {BUSY}" if calm_p95 > LIMIT_S else ""
    statuses = asked["statuses"]
    done = sum(count for status, count in statuses.items() if status not in ("0", "429"))
    return Row(
        "one person floods every route while ten talk: p95 of the turns, by that without",
        f"≤ {MOST}",
        f"{ratio:.2f} ({during.p95:.3f} s, n {len(during.replies)}, "
        f"unanswered {during.unanswered}; {done} requests served, {statuses.get('429', 0)} refused{busy})",
        f"without, before and after: {calm_p95:.3f} s (n {len(quiet)})",
        COMMAND,
    )


if __name__ == "__main__":
    tell(rows)
