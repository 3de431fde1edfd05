"""So many bots at once on a server of their own, and what they and the server saw.

python -m benchmarks.load greenroom|bare|local BOTS [SECONDS]
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.bots import STAGGER_S, Bot
from benchmarks.parts import spoken_sentence
from benchmarks.table import quantile


@dataclass(frozen=True, slots=True)
class Load:
    """What so many bots at once saw. Times in seconds; `cores` and `megabytes` of the server."""

    bots: int
    replies: tuple[float, ...]
    silences: tuple[float, ...]
    unanswered: int
    cores: float
    megabytes: float
    late: float

    @property
    def p95(self) -> float:
        return quantile(self.replies, 0.95) if self.replies else float("inf")

    def told(self) -> str:
        replies = (
            f"p50 {quantile(self.replies, 0.5):.2f} p95 {self.p95:.2f} s"
            if self.replies
            else "none"
        )
        stops = f"p50 {quantile(self.silences, 0.5):.2f} s" if self.silences else "none"
        return (
            f"N={self.bots}: reply {replies} (n {len(self.replies)}), silence {stops} "
            f"(n {len(self.silences)}), unanswered {self.unanswered}, {self.cores:.2f} cores, "
            f"{self.megabytes:.0f} MB, bots late by {self.late * 1000:.0f} ms at most"
        )


def load(kind: str, bots: int, seconds: float, speech: bytes) -> Load:
    """Let so many bots talk for so long to a server of their own."""
    with (
        tempfile.TemporaryDirectory(prefix="greenroom-bench-") as directory,
        served(kind, bots, directory) as (pid, told),
    ):
        return asyncio.run(talk(pid, told, seconds, speech))


@contextmanager
def served(kind: str, seats: int, directory: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """A server of its own: its process, and what it printed."""
    server = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.embedded_server", kind, str(seats), directory],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield server.pid, json.loads(server.stdout.readline())
    finally:
        server.communicate(timeout=60)


async def talk(pid: int, told: dict[str, Any], seconds: float, speech: bytes) -> Load:
    """Let a bot on each of these seats talk for so long."""
    seats: list[list[str]] = told["seats"]
    before, began = _cpu_s(pid), time.perf_counter()
    until = began + seconds + STAGGER_S * len(seats)
    people = [Bot(speech, STAGGER_S * number) for number in range(len(seats))]
    heard = await asyncio.gather(
        *(
            bot.attend(f"ws://127.0.0.1:{told['port']}/ws/interviews/{seat}", token, until)
            for bot, (seat, token) in zip(people, seats, strict=True)
        )
    )
    cores = (_cpu_s(pid) - before) / (time.perf_counter() - began)
    return Load(
        bots=len(seats),
        replies=tuple(s for one in heard for s in one.replies),
        silences=tuple(s for one in heard for s in one.silences),
        unanswered=sum(one.unanswered for one in heard),
        cores=cores,
        megabytes=_resident_mb(pid),
        late=max(one.late for one in heard),
    )


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mb(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


if __name__ == "__main__":
    kind, bots, *seconds = sys.argv[1:]
    print(load(kind, int(bots), float(seconds[0]) if seconds else 20.0, spoken_sentence()).told())
