"""One server of killable interviews for the tests of this room."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

Kill = tuple[str, int]
"""A moment and a journal entry, or "clock" and milliseconds."""


class Kills:
    """`kills.py --serve`: LiveKit is loaded once, every interview runs in a fork."""

    def __init__(self) -> None:
        program = Path(__file__).with_name("kills.py")
        self._process = subprocess.Popen(
            [sys.executable, str(program), "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _ask(self, **request: Any) -> Any:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        pipe_in.write(json.dumps(request) + "\n")
        pipe_in.flush()
        answer = pipe_out.readline()
        assert answer, "the server of interviews died; its words are on standard error"
        return json.loads(answer)

    def journal(self, scenario: str) -> list[str]:
        """Of an interview that nobody killed."""
        lines: list[str] = self._ask(scenario=scenario, kills=[])
        return lines

    def faults(self, scenario: str, *kills: Kill) -> list[str]:
        """What these kills, one after the other, broke."""
        broken: list[str] = self._ask(scenario=scenario, kills=kills)
        return broken

    def judge(self, scenario: str, *parts: Sequence[str]) -> list[str]:
        """What the checks say of these journals: at each kill, and at the end."""
        broken: list[str] = self._ask(scenario=scenario, parts=parts)
        return broken

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="session")
def kills() -> Iterator[Kills]:
    server = Kills()
    yield server
    server.close()
