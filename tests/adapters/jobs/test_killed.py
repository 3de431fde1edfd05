"""Processes that are killed with `kill -9`: no turn is lost or repeated, and one line is told."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import missions

from greenroom.testing.postgresql import postgres_server

ROOT = Path(__file__).parents[3]
LINES = 12
"""Of a whole log: the start, eight messages, a judgement, the verdict, the line told."""
SAMPLED = [1, 4, 9, 11]
EVERY = [*range(1, LINES)]


@pytest.mark.slow
def test_killed_before_an_entry(tmp_path: Path) -> None:
    """The next process goes on where the log stops, on SQLite; every entry with
    GREENROOM_EXHAUSTIVE."""
    points = EVERY if os.environ.get("GREENROOM_EXHAUSTIVE") else SAMPLED
    program = [sys.executable, str(Path(__file__).with_name("dying.py")), str(tmp_path)]
    done = subprocess.run(
        [*program, *map(str, points)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    _, _, whole = told.pop("None")
    assert (len(whole["log"]), whole["lines"], whole["calls"]) == (LINES, [missions.LINE], 9)
    assert set(told) == set(map(str, points))
    for killed, ended, left in told.values():
        assert (os.waitstatus_to_exitcode(killed), ended) == (-signal.SIGKILL, 0)
        assert (left["log"], left["lines"]) == (whole["log"], whole["lines"])
        assert 9 <= left["calls"] <= 10


@pytest.mark.slow
def test_one_of_two_processes_is_killed_half_way() -> None:
    """On PostgreSQL the other one holds what it left: every interview once, none lost or doubled."""
    with postgres_server() as server:
        found = asyncio.run(missions.run(server, 24))
    assert (found.whole, found.lines, found.lost_or_doubled) == (24, 24, 0)
    assert found.killed_at < 24
    assert found.repeated >= 0


@pytest.mark.slow
def test_an_interview_that_kills_its_process_each_time(tmp_path: Path) -> None:
    """It is given up, with a cause, after three tries in which its log did not grow; others that raise,
    hang or cannot be read end too; and the sound ones beside them are held to their end."""
    program = [sys.executable, str(Path(__file__).with_name("poisoned.py")), str(tmp_path)]
    done = subprocess.run(
        program,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=150,
    )
    assert done.returncode == 0, done.stderr
    ends, told = json.loads(done.stdout.splitlines()[-1])
    assert ends == [-signal.SIGKILL] * 4 + [0]  # before the first of them it had got on
    assert {name: told[name][0] for name in told if name != "lines"} == dict.fromkeys(
        ("kills", "raises", "hangs", "torn", "sound-1", "sound-2"), "ended"
    )
    assert told["lines"] == 2
    assert [len(told[name][1]) for name in ("sound-1", "sound-2")] == [LINES, LINES]
    given_up = json.loads(told["kills"][1][-1])
    assert (given_up["type"], given_up["cause"]) == ("CallFailed", "given_up")
    assert [json.loads(line)["cause"] for line in told["hangs"][1][-3:]] == ["timeout"] * 3
    assert json.loads(told["raises"][1][-1])["reason"] == "infrastructure_error"
