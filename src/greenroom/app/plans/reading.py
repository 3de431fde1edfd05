"""From the bytes of a plan file to an `InterviewPlan`, or to everything that is wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from greenroom.app import roles
from greenroom.app.plans.building import build
from greenroom.app.plans.checks import check_plan, check_stage
from greenroom.app.plans.faults import Complaint, PlanError, PlanFault, dotted
from greenroom.app.plans.format import (
    MAX_SOURCE_BYTES,
    MAX_STAGES,
    PlanHead,
    StageSource,
)
from greenroom.app.plans.lines import locate, nearest
from greenroom.app.plans.reasons import reason
from greenroom.interview.plan import InterviewPlan

M = TypeVar("M", bound=BaseModel)

_PLACE = re.compile(r"\s*\(at (?:line (?P<line>\d+), column \d+|end of document)\)")
_ENDLESS = re.compile(r"[0-9_]{4000,}")


def parse(source: str | bytes, file: str, *, role: str = "", level: str = "") -> InterviewPlan:
    """The plan for a candidate of this role and level (free text). Raises `PlanError` with all faults."""
    return _parse(source, file, roles.role_pack(role), roles.level(level))


@lru_cache(maxsize=64)
def _parse(source: str | bytes, file: str, pack: str | None, level: str | None) -> InterviewPlan:
    """Remembered, because comparing every question with every other takes some 50 ms, and a page
    that is shown during interviews asks for its plan each time."""
    text = _decode(source, file)
    data = _toml(text, file)
    head, stages, complaints = _read(data)
    if complaints or head is None:
        lines = locate(text)
        faults = [
            PlanFault(file, nearest(lines, c.path), dotted(c.path), c.reason) for c in complaints
        ]
        raise PlanError(sorted(faults, key=lambda fault: fault.line or 0))
    return build(head, stages, pack, level)


def _decode(source: str | bytes, file: str) -> str:
    size = len(source)
    if size > MAX_SOURCE_BYTES:
        told = f"the file has {size} bytes; a plan has at most {MAX_SOURCE_BYTES}"
        raise PlanError([PlanFault(file, 1, "", told)])
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise PlanError([PlanFault(file, line, "", "this is not UTF-8 text")]) from None
    text = text.replace("\r\n", "\n")
    if not text.strip():
        told = "the file is empty; `greenroom plans show two-stage` prints a plan to start from"
        raise PlanError([PlanFault(file, 1, "", told)])
    return text


def _toml(text: str, file: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        told, line = "this is not TOML that can be read: it is nested too deeply", None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        told = f"this is not TOML: {_PLACE.sub('', str(error))}"
        line = int(place["line"]) if place and place["line"] else None
    except ValueError:  # Python's own: int() takes 4300 digits
        endless = _ENDLESS.search(text)
        told = "this number has too many digits"
        line = text.count("\n", 0, endless.start()) + 1 if endless else None
    last = text.rstrip("\n").count("\n") + 1
    raise PlanError([PlanFault(file, line or last, "", told)])


def _read(
    data: Mapping[str, Any],
) -> tuple[PlanHead | None, list[StageSource], list[Complaint]]:
    complaints: list[Complaint] = []
    head, found = _validate(PlanHead, {k: v for k, v in data.items() if k != "stages"})
    complaints += found
    raw = data.get("stages")
    tables, found = _stage_tables(raw)
    complaints += found
    stages: list[tuple[int, StageSource]] = []
    for i, table in enumerate(tables):
        stage, found = _validate(StageSource, table)
        complaints += _under(("stages", i), found)
        if stage is not None:
            stages.append((i, stage))
            complaints += _under(("stages", i), check_stage(stage))
    complaints += check_plan(head, stages, [_name(table) for table in tables])
    return head, [stage for _, stage in stages], complaints


def _stage_tables(raw: object) -> tuple[list[Mapping[str, Any]], list[Complaint]]:
    if raw is None:
        return [], [Complaint((), "there are no `[[stages]]`")]
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        return [], [Complaint(("stages",), "write each stage under a `[[stages]]` of its own")]
    if not raw:
        return [], [Complaint(("stages",), "there must be at least one stage")]
    if len(raw) > MAX_STAGES:
        return [], [Complaint(("stages", MAX_STAGES), f"a plan has at most {MAX_STAGES} stages")]
    return raw, []


def _name(table: Mapping[str, Any]) -> str:
    name = table.get("id")
    return name if isinstance(name, str) else ""


def _under(
    prefix: tuple[str | int, ...], found: Sequence[Complaint] | Iterator[Complaint]
) -> list[Complaint]:
    return [Complaint((*prefix, *complaint.path), complaint.reason) for complaint in found]


def _validate(model: type[M], data: object) -> tuple[M | None, list[Complaint]]:
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        return None, [Complaint(tuple(d["loc"]), reason(d, model)) for d in details]
