"""Every benchmark in a process of its own, and one table of what they found.

python -m benchmarks [--quick] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time

from benchmarks.table import Row, markdown

NAMES = (
    "sessions",
    "model",
    "engine",
    "circles",
    "missions",
    "storage",
    "sound",
    "understanding",
    "records",
    "paper",
    "embedded",
    "abuse",
    "rooms",
    "durability",
    "races",
)


def measured(name: str, *, quick: bool) -> list[Row]:
    """The rows of one benchmark; what it says meanwhile goes to standard error."""
    command = [sys.executable, "-m", f"benchmarks.{name}", "--json", *(["--quick"] * quick)]
    began = time.perf_counter()
    print(f"{name} ...", file=sys.stderr, flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        return [Row(name, "", f"failed with exit code {done.returncode}", "", " ".join(command))]
    print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return [Row(**json.loads(line)) for line in done.stdout.splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--quick", action="store_true", help="under a minute, rougher figures")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME")
    asked = parser.parse_args()
    rows = [row for name in asked.only for row in measured(name, quick=asked.quick)]
    load = "/".join(f"{one:.1f}" for one in os.getloadavg())
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, "
        f"load at the end {load}\n"
    )
    print(markdown(rows))
    return any(row.measured.startswith("failed") for row in rows)


if __name__ == "__main__":
    sys.exit(main())
