"""F1, F11: the catalogue of plans, and what a plan file becomes."""

import json
import math
from pathlib import Path

import pytest

from greenroom.app import plans, roles
from greenroom.app.ports import NotFound

OF_TODAY = {"software-engineer", "engineering-manager", "product-manager", "devops"}
OF_TRADES = {
    "nursing",
    "teaching",
    "retail-hospitality",
    "trades-logistics",
    "sales",
    "office-administration",
    "finance",
    "first-job",
}
PACKS = OF_TODAY | OF_TRADES
DOCS = Path(__file__).parents[2] / "docs"


def test_what_is_shipped() -> None:
    """There are the two plans of the seeds, the role packs, a multi-round example and a short try."""
    others = {"two-stage", "classic", "multi-round", "three-minutes"}
    assert set(plans.builtin_names()) == others | PACKS
    assert plans.builtin_names()[0] == "two-stage"


def test_the_try_takes_three_minutes() -> None:
    """What the start page begins in one click is over after three minutes at most, for any role."""
    summary = next(one for one in plans.catalogue() if one.id == plans.TRY)
    assert (summary.minutes, summary.roles) == (3, ())


def test_conditions_choose_stages() -> None:
    """A stage for lead and staff is held for them, by any spelling, and for nobody else."""

    def ids(level: str) -> list[str]:
        return [s.id for s in plans.load("software-engineer", level=level).stages]

    assert "LEADERSHIP" in ids("lead")
    assert "LEADERSHIP" in ids("Principal engineer")
    assert "LEADERSHIP" not in ids("")
    assert "LEADERSHIP" not in ids("senior")


def test_source_is_what_is_in_the_file() -> None:
    """The source of a plan is its file, byte for byte, and it loads as the same plan."""
    for name in plans.builtin_names():
        assert plans.parse(plans.source_of(name), "copy.toml") == plans.load(name)
        assert plans.parse(plans.source_of(name).replace("\n", "\r\n").encode(), "dos.toml")


def test_unknown_names_are_not_found() -> None:
    """A name that is no plan is told with the names there are; no path gets out of the folder."""
    for name in ("classik", "../roles", "", "two-stage.toml"):
        with pytest.raises(NotFound, match="two-stage"):
            plans.source_of(name)
    with pytest.raises(NotFound, match="classic"):
        plans.load("classik")


def test_catalogue_sums_up() -> None:
    """The catalogue tells title, minutes and stages of each plan as the plan has them."""
    assert [item.id for item in plans.catalogue()] == list(plans.builtin_names())
    for item in plans.catalogue():
        loaded = plans.load(item.id)
        assert item.minutes == math.ceil(sum(s.hard_limit for s in loaded.stages) / 60_000)
        assert [s.id for s in item.stages] == [s.id for s in loaded.stages]
        assert set(item.roles) <= set(roles.role_packs())
        assert item.description


def test_exported_schema_is_current() -> None:
    """`docs/plan.schema.json` is what the code says."""
    assert json.loads((DOCS / "plan.schema.json").read_text("utf-8")) == plans.json_schema()


def test_every_key_is_documented() -> None:
    """`docs/reference/plans.md` names every key of the format."""
    text = (DOCS / "reference" / "plans.md").read_text("utf-8")
    schema = plans.json_schema()
    tables = [schema, *schema["$defs"].values()]
    for table in tables:
        for key in table.get("properties", {}):
            assert f"`{key}`" in text, key


def test_documented_example_is_a_plan() -> None:
    """The example in `docs/reference/plans.md` passes the check."""
    text = (DOCS / "reference" / "plans.md").read_text("utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert plans.parse(example, "example.toml").stages
