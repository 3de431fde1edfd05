"""docs/explanation/circles.md has what exists: ends, causes, marks, rules and the schema of profiles."""

from __future__ import annotations

import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import get_args

import pytest

from greenroom.app.circles.missions import NEEDED, OPTIONAL
from greenroom.circle import events
from greenroom.circle.admission import Refusal
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import GateCause
from greenroom.circle.goals import TurnGoal
from greenroom.circle.judging.scan import FlagKind
from greenroom.circle.profile import VISIBILITY, Visibility
from greenroom.circle.replies import FaultCause
from greenroom.circle.rules import Rules

PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "circles.md").read_text("utf-8")


def first_cells(heading: str) -> set[str]:
    """The words in backticks in the first column of the table under this head."""
    table = PAGE[PAGE.index(heading) :].split("\n\n")[0]
    return {w for row in table.split("\n") for w in re.findall(r"`([^`]+)`", row.split("|")[1])}


@pytest.mark.parametrize(
    ("heading", "known"),
    [
        ("| reason | judged |", CircleEnd),
        ("| cause | |", FaultCause),
        ("| gate cause |", GateCause),
        ("| mark | |", FlagKind),
        ("| refusal | when |", Refusal),
    ],
)
def test_every_cause_is_described(heading: str, known: type[StrEnum]) -> None:
    """The tables have exactly the values that exist."""
    assert first_cells(heading) == {one.value for one in known}


def test_every_rule_and_every_key_is_described() -> None:
    """Each knob, each key of a mission file, each goal and each kind of event."""
    assert first_cells("| rule | default |") == {f.name for f in fields(Rules)}
    assert first_cells("| key | |") == {*NEEDED, *OPTIONAL}
    assert [goal for goal in TurnGoal if f"`{goal}`" not in PAGE] == []
    kinds = get_args(events.Event)
    assert [kind for kind in kinds if f"`{kind.__name__}`" not in PAGE] == []


def test_what_is_judged_is_told_so() -> None:
    """The column says of each end whether it is judged."""
    for row in PAGE[PAGE.index("| reason | judged |") :].split("\n\n")[0].split("\n")[2:]:
        _, reasons, judged, *_ = row.split("|")
        for name in re.findall(r"`([^`]+)`", reasons):
            assert CircleEnd(name).judged is (judged.strip() == "yes")


def test_the_schema_of_profiles_is_described() -> None:
    """Each section with its fields, in the column of who sees them."""
    columns = (Visibility.SUMMARY, Visibility.SELF, Visibility.PRIVATE)
    rows = PAGE[PAGE.index("| section |") :].split("\n\n")[0].split("\n")[2:]
    told = {
        (section.strip(" `"), who): cell
        for _, section, *cells, _ in (row.split("|") for row in rows)
        for who, cell in zip(columns, cells, strict=True)
    }
    for (section, field), who in VISIBILITY.items():
        cell = told[section, who]
        assert f"`{field}`" in cell or cell.strip() == "all", (section, field)


def test_what_is_said_to_prove_it_exists() -> None:
    """Every row of that table names a test, and each is a test of its file."""
    table = PAGE[PAGE.index("| what the protocol must do |") :].split("\n\n")[0]
    for row in table.split("\n")[2:]:
        named = re.findall(r"`([^`]+)::(test_\w+)`", row)
        assert named, row
        for file, test in named:
            path = file.replace("…", "tests/circle")
            text = (Path(__file__).parents[2] / path).read_text("utf-8")
            assert f"def {test}(" in text, (file, test)
