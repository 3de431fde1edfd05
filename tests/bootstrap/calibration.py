"""Judges and labellers of the items that `greenroom circle calibrate` is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from greenroom.app.circles import golden, labels
from greenroom.bootstrap import circle_calibration
from greenroom.bootstrap.circle_calibration import Options
from greenroom.circle.events import Verdict

ITEMS = golden.items()
INTENDED = labels.read(golden.intended(), ITEMS).labels


def script(folder: Path, decide: Callable[[Verdict], str], times: int = 1) -> str:
    """A judge's lines about all items, by what they were written for."""
    told = [decide(INTENDED[id_]) for id_ in ITEMS for _ in range(times)]
    path = folder / "judge.jsonl"
    path.write_text("".join(json.dumps({"decision": word}) + "\n" for word in told))
    return f"script:{path}"


def always_no(_: Verdict) -> str:
    return "no"


def person(folder: Path, name: str, say: Callable[[str, Verdict], Verdict | None]) -> Path:
    """A file of blind labels."""
    said = [(id_, say(id_, INTENDED[id_])) for id_ in ITEMS]
    path = folder / f"{name}.jsonl"
    path.write_text("".join(labels.line(id_, v, name) + "\n" for id_, v in said if v is not None))
    return path


def as_meant(_: str, label: Verdict) -> Verdict:
    return label


def found(wanted: Options, capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, Any]:
    assert circle_calibration.main(wanted, as_json=True) == code
    read: dict[str, Any] = json.loads(capsys.readouterr().out)
    return read
