"""`greenroom worker` as its operator runs it, and what its log tells."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

READY_S = 180
"""A worker loads its models before it registers; on a busy machine that takes long."""


class Workers:
    """One worker; `kill` and `start` it again."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.log = folder / "worker.log"
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until it is registered."""
        self.begin()
        self.wait_until_registered()

    def begin(self) -> None:
        self._before = self._registered()
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "greenroom", "worker", "--port", "0"),
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    def wait_until_registered(self) -> None:
        self._until(lambda: self._registered() > self._before)
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text()

    def _until(self, true: Callable[[], bool]) -> None:
        """Until the log says so, or the process has ended."""
        until = monotonic() + READY_S
        while not true():
            if self._process is None or self._process.poll() is not None:
                return
            assert monotonic() < until, self.log.read_text()
            Event().wait(0.05)

    def _registered(self) -> int:
        return self._count("registered;")

    def _asked(self) -> int:
        return self._count("once more: stop now")

    def _count(self, words: str) -> int:
        return self.log.read_text().count(words) if self.log.exists() else 0

    def told(self, event: str) -> list[dict[str, Any]]:
        """The log records of this event."""
        lines = [line for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [record for line in lines if (record := json.loads(line))["event"] == event]

    def job_of(self, interview: str) -> int:
        """The process that holds it, or held it last."""
        return int([r["pid"] for r in self.told("holding") if r["interview"] == interview][-1])

    def kill_job(self, interview: str) -> None:
        os.kill(self.job_of(interview), signal.SIGKILL)

    def kill(self) -> None:
        """As the power cut does it; its jobs notice and go."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def ask_to_stop(self) -> None:
        assert self._process is not None
        self._process.terminate()

    def wait(self, seconds: float) -> int:
        assert self._process is not None
        return self._process.wait(seconds)

    def close(self) -> None:
        """End it as its operator does who cannot wait: ask, and once that was heard, ask again."""
        if self._process is not None:
            heard = self._asked()
            self._process.terminate()
            self._until(lambda: self._asked() > heard)
            self._process.terminate()
            try:
                self._process.wait(40)
            except subprocess.TimeoutExpired:
                self.kill()
