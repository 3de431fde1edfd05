"""`greenroom plans`: exit codes, and JSON alone on standard output."""

import json
from pathlib import Path

import pytest

from greenroom.app import plans
from greenroom.bootstrap import plans as command


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """The list names every plan, in words and in JSON."""
    assert command.list_(as_json=False) == 0
    words = capsys.readouterr().out
    assert command.list_(as_json=True) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [item["id"] for item in listed] == list(plans.builtin_names())
    assert all(item["id"] in words for item in listed)


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    """A plan is printed as it stands, brackets and all."""
    assert command.show("two-stage") == 0
    assert capsys.readouterr().out == plans.source_of("two-stage")


def test_check_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is shown passes the check, even from a file without a suffix."""
    file = tmp_path / "mine"
    file.write_text(plans.source_of("classic"), "utf-8")
    assert command.check(file, as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(file), "ok": True, "faults": []}


def test_check_bad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bad plan exits 2 and tells file, line, key and reason, in words and in JSON."""
    file = tmp_path / "bad.toml"
    source = plans.source_of("two-stage").replace("hard_limit = 120", "hard_limit = -5")
    file.write_text(source, "utf-8")
    line = source[: source.index("hard_limit = -5")].count("\n") + 1
    assert command.check(file, as_json=False) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"{file}:{line}: stages[0].hard_limit: ")
    assert command.check(file, as_json=True) == 2
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert (fault["line"], fault["key"]) == (line, "stages[0].hard_limit")
    assert fault["file"] == str(file)


def test_check_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there exits 2 with its name."""
    assert command.check(tmp_path / "none", as_json=False) == 2
    assert "cannot be read" in capsys.readouterr().err
