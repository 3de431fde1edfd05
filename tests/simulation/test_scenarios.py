"""Scenario files: what is read, and what is told of a bad one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from greenroom.app.ports import UserFault
from greenroom.app.sources.faults import SourceError
from greenroom.circle.ends import CircleEnd
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.events import SpokenCommand
from greenroom.simulation.candidates import PERSONAS
from greenroom.simulation.scenarios.format import Act, End, Left, json_schema
from greenroom.simulation.scenarios.loading import load, load_file
from greenroom.simulation.script import ACTS

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "scenarios"

GOOD = """\
schema = 1
id = "one"
title = "One"
plan = "two-stage"

[candidate]
persona = "silent"

[expect]
end_reason = ["completed"]
"""


def written(tmp_path: Path, text: str, name: str = "one.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_the_shipped_scenarios_can_be_used() -> None:
    """All of them are read; every candidate that there is takes part in one."""
    scenarios = load([SHIPPED])
    assert len(scenarios) >= 30
    personas = {s.candidate.persona for s in scenarios if s.circle is None}
    assert set(PERSONAS) <= personas
    assert all(s.source.expect.model_fields_set for s in scenarios)
    assert not any(s.circle is None and s.candidate.character for s in scenarios)


def test_the_example_with_a_model_can_be_used() -> None:
    """It is read like the others; only holding it needs a model."""
    (scenario,) = load([ROOT / "examples" / "scenarios"])
    assert scenario.candidate.character


def test_the_scenario_of_the_documentation_can_be_used(tmp_path: Path) -> None:
    """The example of docs/reference/simulation.md is a scenario."""
    text = (ROOT / "docs" / "reference" / "simulation.md").read_text("utf-8")
    source = text.split("```toml\n")[1].split("```")[0]
    assert load_file(written(tmp_path, source)).id == "baker"


def test_the_schema_is_of_today() -> None:
    """`docs/scenario.schema.json` is what the code says."""
    kept = (ROOT / "docs" / "scenario.schema.json").read_text("utf-8")
    assert json.loads(kept) == json_schema()


def test_the_closed_lists_are_those_of_the_engines() -> None:
    """What a scenario can expect is what can happen."""
    assert set(get_args(Left)) == set(Cause)
    assert set(get_args(End)) == {*EndReason, *CircleEnd}
    assert set(get_args(Act)) == set(ACTS)
    assert {"say", "type", "draft", "empty", "leave", "join", *SpokenCommand} == set(ACTS)


@pytest.mark.parametrize(
    ("bad", "place", "reason"),
    [
        ('persona = "silent"', "7: candidate.persona", "no such candidate; there are normal"),
        ('plan = "two-stage"', "4: plan", "there is no plan"),
        ('end_reason = ["completed"]', "10: expect.end_reason[0]", "must be"),
        ("schema = 1", "1: schema", "must be 1"),
        ('title = "One"', "3: titel", "did you mean `title`"),
    ],
)
def test_a_bad_value_is_told_at_its_line(tmp_path: Path, bad: str, place: str, reason: str) -> None:
    """A fault names file, line, key and reason."""
    key, value = bad.split(" = ")
    wrong = {"title": 'titel = "One"', "schema": "schema = 2"}.get(
        key, f"{key} = " + value.replace("silent", "nobody").replace("two-stage", "none-such")
        .replace("completed", "finished")
    )  # fmt: skip
    path = written(tmp_path, GOOD.replace(bad, wrong))
    with pytest.raises(SourceError) as caught:
        load_file(path)
    assert any(f"{path}:{place}" in str(fault) for fault in caught.value.faults), caught.value
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("candidate", "told"),
    [
        ("", "give `[candidate]`"),
        ("[candidate]", "one of persona, script, lines, facts"),
        ('[candidate]\npersona = "normal"\nscript = "x.jsonl"', "persona and script together"),
        ('[candidate]\nscript = "x.jsonl"', "cannot be read"),
        ('[candidate]\ncharacter = "A nurse"', "needs `[[candidate.facts]]`"),
        ('[[candidate.lines]]\nafter = "question"', "give words"),
        ('[[candidate.lines]]\nafter = "start"\nact = "skip"\nsay = "x"', "has no words"),
        ('[[candidate.lines]]\nafter = "later"\nsay = "x"', "must be"),
        ('[[candidate.facts]]\nid = "a"\ntext = "x y"', "words that ask for it"),
        (
            '[[candidate.facts]]\nid = "a"\ntext = "x"\ntopics = ["y"]\nreveal = "never"\n'
            '[expect]\nfacts = ["a"]',
            "never tells",
        ),
        ('[candidate]\npersona = "normal"\n[expect]\nfacts = ["a"]', "no fact sheet"),
        ('[candidate]\npersona = "normal"\n[expect]\nstages = ["NONE"]', "no such stage"),
        ('[candidate]\npersona = "normal"\n[expect]\ndecision = "yes"', "no such thing"),
        (
            '[candidate]\npersona = "normal"\n[expect.rubric]\nname = "star"\nat_least = { joy = 3 }',
            "no such criterion",
        ),
        ('[circle]\nmission = "m.json"', "an interview between agents has none"),
    ],
)
def test_what_does_not_go_together_is_told(tmp_path: Path, candidate: str, told: str) -> None:
    """Rules between keys are told like any other fault."""
    source = f'schema = 1\nid = "x"\ntitle = "X"\nplan = "two-stage"\n{candidate}\n'
    with pytest.raises(SourceError, match=r"x\.toml") as caught:
        load_file(written(tmp_path, source, "x.toml"))
    assert told in str(caught.value)


def test_all_files_are_told_of_at_once(tmp_path: Path) -> None:
    """Two bad files are two faults; two good ones with one id are one."""
    written(tmp_path, GOOD.replace('"silent"', '"a"'), "a.toml")
    written(tmp_path, GOOD.replace('"silent"', '"b"'), "b.toml")
    with pytest.raises(SourceError) as caught:
        load([tmp_path])
    assert len(caught.value.faults) == 2
    written(tmp_path, GOOD, "a.toml")
    written(tmp_path, GOOD, "b.toml")
    with pytest.raises(SourceError, match="another scenario has the id"):
        load([tmp_path])


def test_a_folder_may_hold_plans(tmp_path: Path) -> None:
    """A plan beside the scenario that names it is taken for no scenario; an empty folder is refused."""
    with pytest.raises(UserFault, match="no scenario in"):
        load([tmp_path])
    plan = (ROOT / "src/greenroom/catalogue/plans/two-stage.toml").read_text("utf-8")
    written(tmp_path, plan, "mine.toml")
    written(tmp_path, GOOD.replace('"two-stage"', '"mine.toml"'))
    (scenario,) = load([tmp_path])
    assert scenario.plan is not None
    assert scenario.plan.id == "two-stage"


def test_a_digest_is_of_the_case(tmp_path: Path) -> None:
    """A comment changes nothing, an expectation another case; the plan has a digest of its own."""
    first = load_file(written(tmp_path, GOOD))
    assert load_file(written(tmp_path, GOOD + "# more\n")).digest == first.digest
    other = load_file(written(tmp_path, GOOD.replace("completed", "time")))
    assert other.digest != first.digest
    assert other.plan_digest == first.plan_digest
