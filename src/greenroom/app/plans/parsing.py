"""From the bytes of a plan file to an `InterviewPlan`, or to everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from greenroom.app import roles
from greenroom.app.plans.building import build
from greenroom.app.plans.format import MAX_STAGES, PlanHead, StageSource
from greenroom.app.plans.plan_checks import check_plan
from greenroom.app.plans.stage_checks import check_stage
from greenroom.app.sources.faults import Complaint
from greenroom.app.sources.toml_tables import decode, refusal, tables, validate
from greenroom.assessment.sentence import Sentence
from greenroom.interview.plan import InterviewPlan

PLAN: Final = Sentence("plan")
START_FROM: Final = Sentence("`greenroom plans show two-stage` prints a plan to start from")


def parse(source: str | bytes, file: str, *, role: str = "", level: str = "") -> InterviewPlan:
    """The plan for a candidate of this role and level (free text). Raises `SourceError` with all faults."""
    return _parse(source, file, roles.role_pack(role), roles.level(level))


@lru_cache(maxsize=64)
def _parse(source: str | bytes, file: str, pack: str | None, level: str | None) -> InterviewPlan:
    """Remembered, because comparing every question with every other takes some 50 ms, and a page
    that is shown during interviews asks for its plan each time."""
    text = decode(source, file, kind=PLAN, start_from=START_FROM)
    head, stages, complaints = _read(tables(text, file))
    if complaints or head is None:
        raise refusal(text, file, complaints)
    return build(head, stages, pack, level)


def _read(
    data: Mapping[str, Any],
) -> tuple[PlanHead | None, list[StageSource], list[Complaint]]:
    complaints: list[Complaint] = []
    head, found = validate(PlanHead, {k: v for k, v in data.items() if k != "stages"})
    complaints += found
    raw = data.get("stages")
    entries, found = _stage_tables(raw)
    complaints += found
    stages: list[tuple[int, StageSource]] = []
    for i, table in enumerate(entries):
        stage, found = validate(StageSource, table)
        complaints += _under(("stages", i), found)
        if stage is not None:
            stages.append((i, stage))
            complaints += _under(("stages", i), check_stage(stage))
    complaints += check_plan(head, stages, [_name(table) for table in entries])
    return head, [stage for _, stage in stages], complaints


def _stage_tables(raw: object) -> tuple[list[Mapping[str, Any]], list[Complaint]]:
    if raw is None:
        return [], [Complaint((), Sentence("there are no `[[stages]]`"))]
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        told = Sentence("write each stage under a `[[stages]]` of its own")
        return [], [Complaint(("stages",), told)]
    if not raw:
        return [], [Complaint(("stages",), Sentence("there must be at least one stage"))]
    if len(raw) > MAX_STAGES:
        told = Sentence("a plan has at most {most} stages", most=MAX_STAGES)
        return [], [Complaint(("stages", MAX_STAGES), told)]
    return raw, []


def _name(table: Mapping[str, Any]) -> str:
    name = table.get("id")
    return name if isinstance(name, str) else ""


def _under(
    prefix: tuple[str | int, ...], found: Sequence[Complaint] | Iterator[Complaint]
) -> list[Complaint]:
    return [Complaint((*prefix, *complaint.path), complaint.reason) for complaint in found]
