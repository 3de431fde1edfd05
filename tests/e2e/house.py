"""The product as its user runs it: `greenroom serve` in a process of its own."""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any, Self

import psycopg

READY_S = 240
"""A busy machine takes minutes to load the models. Below the limit of a test, which would leave a server behind."""
Change = tuple[str, str]
"""Of a plan's text: what it has, and what stands there instead."""
BRIEFLY: Change = (
    'bridge_in = "Hello {name}, and welcome. I am an AI, and I am your interviewer today. First I would like to get '
    'to know you, then we talk about one piece of your work."',
    'bridge_in = "Hello {name}. I am an AI."',
)
"""The greeting of `two-stage`, and one that is over seven seconds sooner."""
LEAKS = re.compile(r"Traceback|Amara|amara@example\.org|nightly import", re.I)
"""What no log line may hold: stack traces, and the candidate."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in and below it. A database's journal may be gone before it is read."""
    found = {}
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            if path.is_file():
                found[str(path)] = path.read_bytes()
    return found


class House:
    """One server; `kill` and `start` it again on the same port and data."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.data, self.log = folder / "data", folder / "log"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("GREENROOM_", "PORT"))}
        self.environment = {**kept, "GREENROOM_DATA": str(self.data), **settings}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "greenroom", "serve", "--port", str(self.port)),
                stdout=log,
                stderr=log,
                env=self.environment,
            )

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Started and ready; ended as its user does it, or killed where something went wrong."""
        self.start()
        try:
            self.wait_until_ready()
            yield self
            self.close()
        finally:
            self.kill()

    def wait_until_ready(self) -> None:
        """Until the page is there and speech is loaded."""
        until = monotonic() + READY_S
        while self.health().get("status") != "ok":
            assert self._process is not None
            assert self._process.poll() is None, self.log.read_text()
            assert monotonic() < until, self.log.read_text()
            Event().wait(0.1)

    def health(self) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=5) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return {}

    def replan(self, interview: str, *changes: Change) -> None:
        """Change the stored plan of an interview that has not begun: of each pair the first is replaced by the second."""
        with self._store() as (database, mark):
            found = f"SELECT plan_toml FROM interview WHERE id = {mark}"
            (toml,) = database.execute(found, (interview,)).fetchone()
            for old, new in changes:
                assert old in toml
                toml = toml.replace(old, new, 1)
            changed = f"UPDATE interview SET plan_toml = {mark} WHERE id = {mark}"
            database.execute(changed, (toml, interview))

    @contextmanager
    def _store(self) -> Iterator[tuple[Any, str]]:
        """The database, and what stands for a value in its statements."""
        address, mark = self.environment.get("GREENROOM_DATABASE"), "%s"
        if address is None:
            opened: Any = sqlite3.connect(self.data / "greenroom.db")
            mark = "?"
        else:
            opened = psycopg.connect(address)
        with closing(opened) as database, database:
            yield database, mark

    def events(self, interview: str, kind: str) -> list[dict[str, Any]]:
        """What the interview's journal has of this kind, in order."""
        with self._store() as (database, mark):
            asked = f"SELECT line FROM entry WHERE interview_id = {mark} ORDER BY seq"
            lines = database.execute(asked, (interview,)).fetchall()
        events = (json.loads(line).get("event", {}) for (line,) in lines)
        return [event for event in events if event.get("type") == kind]

    def kill(self) -> None:
        """As the power cut does it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """End it as its user does, and look at what it wrote."""
        if self._process is not None:
            self._process.terminate()
            assert self._process.wait(30) == 0
        leaks = [line for line in self.log.read_text().splitlines() if LEAKS.search(line)]
        assert leaks == []
