"""The plans that come with Greenroom, and where a plan is looked for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from greenroom.app.errors import NotFound
from greenroom.app.plans.format import PlanSource
from greenroom.app.plans.parsing import parse
from greenroom.app.sources.toml_tables import read
from greenroom.interview.plan import InterviewPlan

TRY: Final = "three-minutes"
"""The plan that the start page begins in one click."""
ONE_QUESTION: Final = "one-question"
"""Id of the plan of a question that is practised out of the bank."""
GENERAL = ("two-stage", "classic", TRY)
"""Listed before the others, the usual one first."""


@dataclass(frozen=True, slots=True)
class StageSummary:
    id: str
    title: str
    minutes: int
    """At most, rounded up."""


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """What a page or a list says about a plan before anybody chose it."""

    id: str
    title: str
    description: str
    minutes: int
    """All stages at their hard limits, rounded up."""
    stages: tuple[StageSummary, ...]
    """Those held for a candidate of unknown role and level."""
    roles: tuple[str, ...]
    """Role packs it is made for; empty: for any role."""
    language: str = "en"


@cache
def builtin_names() -> tuple[str, ...]:
    """The names of the built-in plans, which are their ids."""
    names = [file.name.removesuffix(".toml") for file in _folder().iterdir()]
    return tuple(sorted(names, key=lambda name: (name not in GENERAL, name != GENERAL[0], name)))


def source_of(name: str) -> str:
    """The TOML of a built-in plan as it stands in its file. Raises `NotFound`."""
    if name not in builtin_names():
        raise NotFound(f"there is no plan “{name}”; there are {', '.join(builtin_names())}")
    return (_folder() / f"{name}.toml").read_text("utf-8")


def load_builtin(name: str, *, role: str = "", level: str = "") -> InterviewPlan:
    """A built-in plan and never a file: for names that come from outside. Raises `NotFound`."""
    return parse(source_of(name), f"{name}.toml", role=role, level=level)


def load(name_or_path: str | Path, *, role: str = "", level: str = "") -> InterviewPlan:
    """A built-in plan by its name, or any file by its path. Never for input from the network: it
    opens what it is told to. Raises `SourceError`, or `NotFound` for a name that is neither."""
    name = str(name_or_path)
    if name in builtin_names():
        return load_builtin(name, role=role, level=level)
    path = Path(name_or_path)
    if path.suffix != ".toml" and not path.exists():
        source_of(name)  # raises NotFound with the names there are
    return load_file(path, role=role, level=level)


def load_file(path: Path, *, role: str = "", level: str = "") -> InterviewPlan:
    """The plan in a file. Raises `SourceError`, also when the file cannot be read."""
    return parse(read(path), str(path), role=role, level=level)


@cache
def catalogue() -> tuple[PlanSummary, ...]:
    """Every built-in plan, summed up."""
    return tuple(_summary(name) for name in builtin_names())


@cache
def builtin_stages() -> frozenset[tuple[str, str]]:
    """The ids of every built-in plan and its stages, whoever they are held for."""
    sources = ((name, tomllib.loads(source_of(name))) for name in builtin_names())
    return frozenset((name, stage["id"]) for name, head in sources for stage in head["stages"])


@cache
def json_schema() -> Mapping[str, Any]:
    """The JSON Schema of a plan file (`docs/plan.schema.json`), made once. It knows keys, types and
    ranges; what must hold between keys, only `greenroom plans check` knows."""
    schema = PlanSource.model_json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Greenroom interview plan",
    }


def summed_up(plan: InterviewPlan, head: Mapping[str, Any]) -> PlanSummary:
    """A plan for a candidate of unknown role and level; `head` is its source, for what only that tells."""
    return PlanSummary(
        id=plan.id,
        title=plan.title,
        description=" ".join(str(head.get("description", "")).split()),
        minutes=_minutes(sum(stage.hard_limit for stage in plan.stages)),
        stages=tuple(StageSummary(s.id, s.title, _minutes(s.hard_limit)) for s in plan.stages),
        roles=tuple(head.get("roles", ())),
        language=plan.language,
    )


def _summary(name: str) -> PlanSummary:
    return summed_up(load_builtin(name), tomllib.loads(source_of(name)))


def _minutes(millis: int) -> int:
    return -(-millis // 60_000)


def _folder() -> Traversable:
    return files("greenroom") / "catalogue" / "plans"
