"""`greenroom simulate run` and its sisters, called as people and build servers call them: what is broken off is a
process, with processes of its own; what goes on with it, and what is only told, is done in this one."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.typed import exit_code, typed

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "scenarios"
CASES = ("candidate-oneword.toml", "candidate-normal.toml")
PATIENCE_S = 240


def run_arguments(out: Path) -> tuple[str | Path, ...]:
    return ("run", *(SHIPPED / name for name in CASES), "-n", "6", "--out", out)


def lines(folder: Path) -> int:
    file = folder / "results.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def alive(pid: int) -> bool:
    """Running; what has ended and is not yet waited for is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(what: str, true: object) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not true():  # type: ignore[operator]
        assert time.monotonic() < give_up, what
        threading.Event().wait(0.05)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A batch that nobody disturbed, in one process."""
    folder = tmp_path_factory.mktemp("batch") / "whole"
    assert exit_code("simulate", *run_arguments(folder)) == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_batch_is_broken_off_and_gone_on_with(
    tmp_path: Path, whole: Path, how: signal.Signals
) -> None:
    """Killed or interrupted in the middle, two processes at it leave whole lines and no process; `resume`
    leaves the same bytes as a batch that nobody disturbed."""
    out = tmp_path / "out"
    words = map(str, ("simulate", *run_arguments(out), "-j", "2"))
    batch = subprocess.Popen(
        [sys.executable, "-m", "greenroom", *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    until("no result came", lambda: lines(out) >= 2 or batch.poll() is not None)
    workers = children(batch.pid)
    batch.send_signal(how)
    _, told = batch.communicate(timeout=PATIENCE_S)
    assert lines(out) < 12, "it was over before it was broken off"
    until("a process was left", lambda: not any(map(alive, workers)))
    if how is signal.SIGINT:
        assert batch.returncode == 3
        assert f"greenroom simulate resume {out} goes on" in told
        assert "Traceback" not in told
    assert exit_code("simulate", "resume", out) == 0
    assert (out / "results.jsonl").read_bytes() == (whole / "results.jsonl").read_bytes()
    assert exit_code("simulate", "diff", whole, out) == 0


def test_a_bad_file_is_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File, line, key and reason, no folder, no stack."""
    bad, out = tmp_path / "bad.toml", tmp_path / "out"
    bad.write_text(
        'schema = 1\nid = "x"\ntitle = "X"\nplan = "two-stage"\n[candidate]\npersonna = 1\n'
    )
    done = typed(capsys, "simulate", "run", bad, "--out", out)
    assert done.returncode == 2
    assert f"{bad}:6: candidate.personna: unknown key; did you mean `persona`?" in done.stderr
    assert "Traceback" not in done.stderr
    assert not out.exists()


def test_the_result_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json standard output is JSON alone."""
    words = ("run", SHIPPED / "circle-yes.toml", "-n", "3", "--out", tmp_path / "out", "--json")
    done = typed(capsys, "simulate", *words)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["runs"], told["passed"], told["exit_code"]) == (3, 3, 0)
