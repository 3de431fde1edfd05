"""The published schema of the interview record, held against records of real (simulated) sessions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview.engine import begin
from greenroom.interview.record import record
from greenroom.interview.record_schema import record_schema
from greenroom.simulation import candidates
from greenroom.simulation.clock import run
from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header

DOCS = Path(__file__).parents[2] / "docs"
VALIDATOR = jsonschema_rs.validator_for(record_schema(), validate_formats=True)
PERSONAS = ["normal", "silent", "backchanneler", "interrupter", "thinker", "quitter"]


def held(persona: str) -> dict[str, Any]:
    """The record of one interview of the real session with this candidate, in virtual time."""
    plan = plans.load("two-stage", role=ROBIN.role, level=ROBIN.level)
    header = simulated_header(plan, 3)
    part = candidates.persona(persona, 3, plan).attend
    state = run(hold(header, part, interviewer=PlanInterviewer(), journal=Notebook()))
    # through JSON, as everybody outside gets it
    told: dict[str, Any] = json.loads(json.dumps(record(header, state)))
    return told


def faults(candidate: dict[str, Any]) -> list[str]:
    return [f"{fault.instance_path}: {fault.message}" for fault in VALIDATOR.iter_errors(candidate)]


def test_a_record_names_its_language() -> None:
    """What was spoken; a record of before, which does not say, fits the schema as well."""
    told = held("normal")
    assert told.pop("language") == "en"
    assert faults(told) == []


@pytest.mark.parametrize("persona", PERSONAS)
def test_records_of_sessions_are_valid(persona: str) -> None:
    """Whoever the candidate is, the record of the session fits the schema."""
    assert faults(held(persona)) == []


def test_a_record_of_an_interview_that_nobody_joined_is_valid() -> None:
    """The record so far is valid from the start: nothing is missing, only null or empty."""
    plan = plans.load("classic")
    header = simulated_header(plan, 1)
    assert faults(record(header, begin(plan, header.candidate))) == []


def _without_index(told: dict[str, Any]) -> None:
    del told["messages"][0]["index"]


def _with_more(told: dict[str, Any]) -> None:
    told["email"] = "robin@example.org"


def _with_seconds(told: dict[str, Any]) -> None:
    told["ended_ms"] = 61.5


def _of_unknown_kind(told: dict[str, Any]) -> None:
    told["messages"][0]["kind"] = "sermon"


def _answered_by_the_interviewer(told: dict[str, Any]) -> None:
    told["messages"][0]["kind"] = "answer"


def _left_for_no_listed_cause(told: dict[str, Any]) -> None:
    told["stages"][0]["cause"] = "boredom"


def _forced_without_force(told: dict[str, Any]) -> None:
    told["stages"][0]["forced"] = not told["stages"][0]["forced"]


def _too_deep(told: dict[str, Any]) -> None:
    next(m for m in told["messages"] if m["kind"] == "answer")["depth"] = 6


@pytest.mark.parametrize(
    "spoil",
    [
        _without_index,
        _with_more,
        _with_seconds,
        _of_unknown_kind,
        _answered_by_the_interviewer,
        _left_for_no_listed_cause,
        _forced_without_force,
        _too_deep,
    ],
    ids=lambda spoil: spoil.__name__.strip("_"),
)
def test_the_schema_refuses_what_a_record_never_holds(
    spoil: Callable[[dict[str, Any]], None],
) -> None:
    """A record with one thing wrong does not fit."""
    told = held("normal")
    assert faults(told) == []
    spoil(told)
    assert faults(told) != []


def test_the_published_schema_is_the_codes() -> None:
    """`docs/record.schema.json` is what the code says."""
    published = json.loads((DOCS / "record.schema.json").read_text("utf-8"))
    assert published == record_schema()
