"""From scenario files to scenarios whose parts can all be used, or to everything that is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from greenroom.app import plans
from greenroom.app.circles import missions
from greenroom.app.circles.missions import Mission
from greenroom.app.ports import UserFault
from greenroom.app.scorecards import rubrics
from greenroom.app.sources.faults import Complaint, SourceError, SourceFault
from greenroom.app.sources.toml_tables import decode, read, refusal, tables, validate
from greenroom.assessment.rubric import Rubric
from greenroom.interview.plan import InterviewPlan
from greenroom.simulation.scenarios.checks import check
from greenroom.simulation.scenarios.format import (
    CandidateSource,
    CircleSource,
    RubricSource,
    ScenarioSource,
)
from greenroom.simulation.script import Line
from greenroom.simulation.script import read as read_script

START_FROM: Final = "docs/reference/simulation.md shows a scenario to start from"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file with everything that it names, read and checked."""

    source: ScenarioSource
    file: str
    plan: InterviewPlan | None = None
    lines: tuple[Line, ...] | None = None
    """The candidate's part, where it is written down."""
    mission: Mission | None = None
    rubric: Rubric | None = None
    digest: str = ""
    """Of all that makes the case: the file's values, the script and the mission. Comments are none
    of it, nor is the plan: that is what is tested."""
    plan_digest: str = ""

    @property
    def id(self) -> str:
        return self.source.id

    @property
    def candidate(self) -> CandidateSource:
        """Who is interviewed; only for scenarios that are no circle's."""
        assert self.source.candidate is not None  # noqa: S101 - `check` has seen to it
        return self.source.candidate

    @property
    def circle(self) -> CircleSource | None:
        return self.source.circle


def load(paths: Sequence[Path]) -> tuple[Scenario, ...]:
    """The scenarios of these files, and of all `.toml` files with a `schema`, an `id` and an
    `expect` or `candidate` below these folders, by their ids. Raises `SourceError` with the faults
    of all files."""
    found: list[Scenario] = []
    faults: list[SourceFault] = []
    for file in _files(paths):
        try:
            found.append(load_file(file))
        except SourceError as error:
            faults += error.faults
    faults += _twice(found)
    if faults:
        raise SourceError(faults)
    if not found:
        raise UserFault(f"there is no scenario in {', '.join(map(str, paths))}")
    return tuple(sorted(found, key=lambda scenario: scenario.id))


def load_file(path: Path) -> Scenario:
    """Raises `SourceError` with every fault of the file."""
    text = decode(read(path), str(path), kind="scenario", start_from=START_FROM)
    source, complaints = validate(ScenarioSource, tables(text, str(path)))
    if source is None:
        raise refusal(text, str(path), complaints)
    parts = _Parts(source, path.parent)
    complaints = [*check(source), *parts.complaints]
    if parts.plan is not None and not complaints:
        complaints += _stages(source, parts.plan)
    if complaints:
        raise refusal(text, str(path), complaints)
    return Scenario(
        source=source,
        file=str(path),
        plan=parts.plan,
        lines=parts.lines,
        mission=parts.mission,
        rubric=parts.rubric,
        digest=_digest(source.model_dump(by_alias=True), repr(parts.lines), repr(parts.mission)),
        plan_digest=_digest(repr(parts.plan)),
    )


class _Parts:
    """What the scenario names; what cannot be used is a complaint at its key."""

    def __init__(self, source: ScenarioSource, folder: Path) -> None:
        self.complaints: list[Complaint] = []
        self.plan: InterviewPlan | None = None
        self.lines: tuple[Line, ...] | None = None
        self.mission: Mission | None = None
        self.rubric: Rubric | None = None
        candidate, circle, rubric = source.candidate, source.circle, source.expect.rubric
        if source.plan is not None:
            with _Complaining(self.complaints, "plan"):
                name = _place(source.plan, folder, plans.builtin_names())
                self.plan = plans.load(name, role=source.role, level=source.level)
        if candidate is not None and candidate.script is not None:
            with _Complaining(self.complaints, "candidate", "script"):
                self.lines = read_script(folder / candidate.script)
        elif candidate is not None and candidate.lines:
            self.lines = tuple(
                Line(line.after, line.wait, line.say, line.seconds, line.act)
                for line in candidate.lines
            )
        if circle is not None:
            with _Complaining(self.complaints, "circle", "mission"):
                self.mission = missions.read(folder / circle.mission, circle.preset)
        if rubric is not None:
            with _Complaining(self.complaints, "expect", "rubric", "name"):
                self.rubric = rubrics.load(_place(rubric.name, folder, rubrics.names()))
            if self.rubric is not None:
                self.complaints += _criteria(rubric, [c.id for c in self.rubric.criteria])


def _criteria(rubric: RubricSource, known: Sequence[str]) -> Iterator[Complaint]:
    """Criteria that the rubric does not have."""
    told = f"no such criterion; there are {', '.join(known)}"
    for name in rubric.at_least:
        if name not in known:
            yield Complaint(("expect", "rubric", "at_least", name), told)
    for i, name in enumerate(rubric.unscored):
        if name not in known:
            yield Complaint(("expect", "rubric", "unscored", i), told)


class _Complaining:
    """A `UserFault` inside becomes a complaint about this key."""

    def __init__(self, complaints: list[Complaint], *path: str) -> None:
        self._complaints, self._path = complaints, path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, fault: BaseException | None, _: object) -> bool:
        if not isinstance(fault, UserFault):
            return False
        self._complaints += [Complaint(self._path, line) for line in str(fault).split("\n")]
        return True


def _place(name: str, folder: Path, builtin: Iterable[str]) -> str:
    """A built-in name as it is; anything else is a file beside the scenario."""
    return name if name in builtin else str(folder / name)


def _stages(source: ScenarioSource, plan: InterviewPlan) -> Iterator[Complaint]:
    """Expectations about stages that the plan does not have for this candidate."""
    known = {stage.id: {fact.key for fact in stage.facts} for stage in plan.stages}
    expect = source.expect
    named: list[tuple[tuple[str | int, ...], str]] = [
        (("expect", "stages", i), stage) for i, stage in enumerate(expect.stages)
    ]
    named += [(("expect", "causes", stage), stage) for stage in expect.causes]
    named += [(("expect", "learned", stage), stage) for stage in expect.learned]
    for path, stage in named:
        if stage not in known:
            yield Complaint(path, f"the plan has no such stage; there are {', '.join(known)}")
    for stage, keys in expect.learned.items():
        for i, key in enumerate(keys):
            if stage in known and key not in known[stage]:
                told = f"the stage learns no such fact; there are {', '.join(sorted(known[stage]))}"
                yield Complaint(("expect", "learned", stage, i), told)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """Each once. In a folder plans and rubrics may lie beside the scenarios: a file that says
    `[[stages]]` or `[[criteria]]` is none."""
    seen: set[Path] = set()
    for path in paths:
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        for file in inside:
            if file.resolve() in seen or (path.is_dir() and _is_part(file)):
                continue
            seen.add(file.resolve())
            yield file


def _is_part(file: Path) -> bool:
    try:
        text = file.read_bytes()
    except OSError:
        return False  # whoever reads it next says so
    starts = (b"[[stages]]", b"[[criteria]]")
    return any(line.strip().startswith(starts) for line in text.split(b"\n"))


def _twice(scenarios: Iterable[Scenario]) -> Iterator[SourceFault]:
    first: dict[str, str] = {}
    for scenario in scenarios:
        if scenario.id in first:
            told = f"another scenario has the id `{scenario.id}`: {first[scenario.id]}"
            yield SourceFault(scenario.file, None, "id", told)
        first.setdefault(scenario.id, scenario.file)


def _digest(*parts: object) -> str:
    told = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
