"""`greenroom serve` as a process on a port of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "greenroom", *words]


def environment(data: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GREENROOM_", "PORT"))}
    return {**kept, "GREENROOM_DATA": str(data)}


@contextmanager
def serving(
    data: Path, log: Path, *, umask: int = -1, **settings: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server on a port of its own, and its address as it printed it."""
    with log.open("w") as errors:
        process = subprocess.Popen(
            command("serve", "--port", "0"),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment(data) | settings,
            umask=umask,
        )
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
