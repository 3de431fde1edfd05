"""`greenroom simulate`, `replay` and `interview`, called as people call them."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.typed import exit_code, typed

from greenroom.app import plans

pytestmark = pytest.mark.slow

PYTHON = (sys.executable, "-m", "greenroom")


def greenroom(
    *arguments: str | Path, stdin: str = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PYTHON, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **(env or {})},
        check=False,
    )


def test_same_arguments_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two runs with one seed print the same bytes, in two processes with other hash seeds; the journal alone
    gives them a third time; another seed is another interview."""
    path = tmp_path / "journal.jsonl"
    arguments = ("simulate", "--plan", "classic", "--candidate", "interrupter", "--json")
    first = greenroom(*arguments, "--seed", "5", "--journal", path, env={"PYTHONHASHSEED": "1"})
    assert first.returncode == 0, first.stderr
    second = typed(capsys, *arguments, "--seed", "5")
    assert (second.returncode, second.stdout) == (0, first.stdout)
    assert typed(capsys, "replay", path, "--json").stdout == first.stdout
    other = json.loads(typed(capsys, *arguments, "--seed", "6").stdout)
    assert other["id"] != json.loads(first.stdout)["id"]


def test_transcript_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json the interview is told line by line, with times and the end."""
    script = tmp_path / "script.jsonl"
    script.write_text('{"after": "question", "wait": 1, "say": "I am a nurse in Leeds."}\n')
    done = typed(capsys, "simulate", "--plan", "two-stage", "--script", script)
    assert done.returncode == 0, done.stderr
    assert "C: I am a nurse in Leeds." in done.stdout
    assert "completed" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("simulate", "--plan", "two-stage"), "one of --candidate"),
        (("simulate", "--plan", "two-stage", "--candidate", "nobody"), "no simulated candidate"),
        (("simulate", "--plan", "no-such-plan", "--candidate", "normal"), "no-such-plan"),
        (("simulate", "--plan", "two-stage", "--script", "no-such-file"), "cannot be read"),
        (("replay", "no-such-file"), "cannot be read"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], reason: str
) -> None:
    """Bad input is exit code 2 and one sentence on standard error."""
    done = typed(capsys, *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_bad_input_to_a_process(tmp_path: Path) -> None:
    """As a process it says the same, and its exit code is 2."""
    done = greenroom("replay", tmp_path / "no-such-file")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be read" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("journal") / "journal.jsonl"
    words = ("simulate", "--plan", "two-stage", "--candidate", "normal", "--journal", path)
    assert exit_code(*words) == 0
    return path.read_text().splitlines()


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda lines: lines[:-1], "stops before"),
        (lambda lines: [*lines[:-1], lines[-1][:-20]], "torn"),
        (lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]], "should be"),
        (lambda lines: lines[1:], "header"),
        (lambda lines: [*lines[:4], *lines[5:]], "should be"),
        (lambda lines: [line.replace("two-stage", "other") for line in lines][:1], "stops before"),
        (lambda _: [], "not JSON"),
    ],
    ids=["cut", "torn", "reordered", "headless", "missing", "header only", "empty"],
)
def test_damaged_journals(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    journal: list[str],
    damage: object,
    reason: str,
) -> None:
    """A journal that is torn, cut short or out of order is refused with the reason, never guessed."""
    assert callable(damage)
    path = tmp_path / "damaged.jsonl"
    path.write_text("\n".join(damage(journal)))
    done = typed(capsys, "replay", path, "--json")
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--level", "boss"), "--level: choose one of entry,"),
        (("--name", "x" * 121), "--name: at most 120 characters"),
        (("--plan", "no-such-plan"), "no plan “no-such-plan”"),
    ],
)
def test_nobody_to_interview(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    reason: str,
) -> None:
    """A typed interview knows the registration page's rules, and begins nothing that breaks them."""
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    done = typed(capsys, "interview", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr


def test_noise_on_standard_input(tmp_path: Path) -> None:
    """Bytes that are no text are an odd answer; the interview goes on, and all of it is kept."""
    done = subprocess.run(
        [*PYTHON, "interview", "--name", b"Ada\xff\x1b[2J"],
        input=b"I am a nurse \xff\xfe in Leeds.\n",
        capture_output=True,
        timeout=120,
        env={**os.environ, "GREENROOM_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Hello Ada [2J, and welcome." in done.stdout
    assert b"(candidate_ended)" in done.stdout


def test_no_standard_input(tmp_path: Path) -> None:
    """Started without any input, the interview is over as at the end of one."""
    env = {**os.environ, "GREENROOM_DATA": str(tmp_path)}
    command = f"exec {sys.executable} -m greenroom interview <&-"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=120, env=env, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "(candidate_ended)" in done.stdout


@pytest.mark.parametrize(
    "command", ["plans list", "simulate --candidate quitter --json", "interview </dev/null"]
)
def test_a_result_that_cannot_be_written(tmp_path: Path, command: str) -> None:
    """A full disk behind standard output is exit code 3 and one sentence."""
    env = {**os.environ, "GREENROOM_DATA": str(tmp_path)}
    line = f"{sys.executable} -m greenroom {command} >/dev/full"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 3
    assert done.stderr == "greenroom: No space left on device (writing the result)\n"


def test_a_fault_of_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody thought of is said by type and place, without its content and its stack."""

    def load(*_: object, **__: object) -> None:
        raise KeyError("what Ada said")

    monkeypatch.setitem(vars(plans), "load", load)
    done = typed(capsys, "simulate", "--candidate", "normal")
    assert (done.returncode, done.stdout) == (3, "")
    assert "KeyError at " in done.stderr
    assert "Traceback" not in done.stderr
    assert "Ada" not in done.stderr


def test_typed_interview(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines from a pipe are typed answers; the end of the input ends the interview, and its record
    is kept like any other."""
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    lines = "I am a nurse in Leeds and I have planned wards for six years.\n"
    done = typed(capsys, "interview", "--name", "Ada", stdin=lines)
    assert done.returncode == 0, done.stderr
    assert "Hello Ada" in done.stdout
    name = done.stdout.split("greenroom export ")[1].split()[0]
    kept = json.loads(typed(capsys, "export", name, "--format", "json").stdout)
    assert kept["mode"] == "terminal"
    assert kept["end_reason"] == "candidate_ended"
    assert lines.strip() in [message["text"] for message in kept["messages"]]
